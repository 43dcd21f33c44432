"""Whether a text is a question, of which kind, and whether it is elliptical."""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"(?:please )?(?:what|how|when|where|why|who|which|tell|explain|describe|list|give me"
    r"|i(?:'d| would)? (?:want|need|like) to know"
    r"|(?:until|till|since|from|by|at|in|for|to) (?:what|when|which|where)"
    r"|(?:can|could|does|did|is|are|was|were|will|would|should|has) \w+"
    r"|do (?!(?:it|that|this|so|not)\b)\w+"
    r"|(?:may|have) (?:i|you|we|they|it|he|she|there|the|my|your|this|that))\b",
    re.IGNORECASE,
)
_PROPOSES = re.compile(
    r"\s*(?:and|or|also|but|then|(?:and )?(?:what|how) about|same for)\b", re.IGNORECASE
)
_HOW_TO = re.compile(
    r"\s*(?:(?:and|but|so|ok(?:ay)?|hi|hello)\b[\s,]*)*how (?:do|can|could|should|would|to)\b",
    re.IGNORECASE,
)
_SHORT = 3
# "Which permits do I have?", but not "What do I have to bring?".
_PERSONAL = re.compile(
    r"\b(?:my|mine|ours?|(?:do|did) (?:i|we) (?:\w+ )?(?:have|owe|own)(?! to\b))\b", re.IGNORECASE
)


def is_general_question(text: str) -> bool:
    """Whether a text is a question about nothing of the user's own, which documents may answer."""
    return is_question(text) and _PERSONAL.search(text) is None


def is_how_to_question(text: str) -> bool:
    """Whether a text asks how something is done, which documents answer and no lookup."""
    return _HOW_TO.match(text) is not None


def is_question(text: str) -> bool:
    """Whether a text is a question, or says what the user wants to know."""
    return text.rstrip().endswith("?") or _ASKS.match(text.lstrip()) is not None


def is_elliptical(text: str) -> bool:
    """Whether a text is short for the question before with another value: "and A-7?"."""
    return proposes_alternative(text) or 0 < len(text.split()) <= _SHORT


def proposes_alternative(text: str) -> bool:
    """Whether a text proposes another value: "what about Friday?"."""
    return _PROPOSES.match(text) is not None
