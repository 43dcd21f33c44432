"""Whether a text answers at all: a model may say that it cannot."""

from __future__ import annotations

from emulator.answering.grounding.rules import grounding_rules
from emulator.answering.rules import normalized

_MOST_WORDS = 60


def is_unhelpful(text: str) -> bool:
    """Whether a text only says that it has no answer; a longer one may go on to give one."""
    if len(text.split()) > _MOST_WORDS:
        return False
    rules = grounding_rules()
    said = rules.no_answer_openings.sub("", normalized(text), count=1)
    return any(pattern.match(said) for pattern in rules.no_answer)
