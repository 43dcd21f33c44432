"""Conversations with their messages."""

from __future__ import annotations

from typing import NamedTuple

from emulator.storage.records import Records
from emulator.storage.runs import Runs
from emulator.storage.tables import CONVERSATION_MESSAGES, CONVERSATIONS

_RECORDS = Records(CONVERSATIONS)
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
