"""Conversations with their messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from emulator.storage.records import Records
from emulator.storage.runs import Runs
from emulator.storage.tables import CONVERSATION_MESSAGES, CONVERSATIONS

_COLUMNS: Mapping[str, Any] = {
    "parent": CONVERSATIONS.c.parent,
    "name": CONVERSATIONS.c.name,
    "user_pseudo_id": CONVERSATIONS.c.user_pseudo_id,
    "state": CONVERSATIONS.c.state,
    "create_time": CONVERSATIONS.c.create_time,
    "update_time": CONVERSATIONS.c.update_time,
}

_RECORDS = Records(CONVERSATIONS, _COLUMNS)
add = _RECORDS.add
replace = _RECORDS.replace
get = _RECORDS.get
remove = _RECORDS.remove
page = _RECORDS.page

messages = Runs(CONVERSATION_MESSAGES)


class ConversationRow(NamedTuple):
    """A conversation's columns."""

    name: str
    parent: str
    user_pseudo_id: str
    state: int
    create_time: int
    update_time: int
    body: bytes
