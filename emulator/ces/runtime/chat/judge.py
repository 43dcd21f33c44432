"""A model's verdict on a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from emulator.ces.runtime.chat.writing import written
from emulator.chat_api import ChatApi, ChatError

_ASKED = (
    "You judge a conversation between a user and agents. Answer the question about it with YES or "
    "NO on the first line, and say why in one sentence on the second."
)
_VERDICT = re.compile(r"[^\n]*?\b(yes|no)\b\W*(.*)", re.IGNORECASE | re.DOTALL)


class Verdict(NamedTuple):
    """Whether a question is answered with yes, and why."""

    is_yes: bool
    reason: str


async def judge(api: ChatApi, question: str, conversation: Iterable[str]) -> Verdict:
    """The model's answer to a question about a conversation; ChatError if it gives none."""
    asked = "\n".join(("The conversation:", *conversation, "", f"The question: {question}"))
    found = _VERDICT.match(await written(api, _ASKED, asked))
    if found is None:
        raise ChatError("its verdict is neither yes nor no")
    return Verdict(found[1].lower() == "yes", found[2].strip())
