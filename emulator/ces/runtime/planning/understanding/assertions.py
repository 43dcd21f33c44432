"""The parts of a text that are stated for certain, for tools that only record."""

from __future__ import annotations

import re

from emulator.ces.runtime.planning.understanding.questions import is_question
from emulator.ces.runtime.planning.understanding.requests import is_conditional

_PART = re.compile(r"(?<=[.,;:!?])\s+|(?<!anything)(?<!all)\s+\bbut\s+", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:no|not|neither|never|stop|cannot|\w+n['\u2019]t|hate|dislike|without|except"
    r"|instead of|rather than|other than|but|forget|cancel|skip|drop|remove)\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|might|guess|suppos(?:e|ing)|imagine|hypothetical(?:ly)?|wonder(?:ing)?|if"
    r"|wait|hold on|let me (?:think|see|check)|think about|either|would (?:be|have)"
    r"|too (?:many|much)"
    r"|(?:not|n['\u2019]t) (?:yet |really )?(?:sure|certain|decided|know)|undecided"
    r"|i think|you said|\w+ or|already|yesterday|last (?:time|week|month|year)|used to|ago"
    r"|(?:he|she|they|someone|somebody|my \w+)(?: \w+ed)? (?:likes?|wants?|sa(?:id|ys)|thinks?"
    r"|thought|told|prefers?|hates?|had|has|ordered)"
    r"|my (?!name|e-?mail|phone|number|address)\w+(?:['\u2019]s| is))\b",
    re.IGNORECASE,
)
_QUOTED_BESIDE = re.compile(r"\w[^\"\u201c]*[\"\u201c]|[\"\u201d][^\"\u201d\w]*\w[^\"]*$")


def asserted_parts(text: str) -> str:
    """The parts of a text that are neither negated nor questions.

    Empty for a text that is uncertain, quotes, or is about others or the past.
    """
    if _UNSURE.search(text) or is_conditional(text) or _QUOTED_BESIDE.search(text.strip()):
        return ""
    return " ".join(
        one for one in _PART.split(text) if not (_DENIED.search(one) or is_question(one))
    )


def is_asserted(text: str) -> bool:
    """Whether all of a text is stated for certain."""
    return asserted_parts(text) == " ".join(_PART.split(text))
