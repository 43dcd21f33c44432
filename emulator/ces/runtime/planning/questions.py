"""Whether a text is a question."""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"(?:please )?(?:what|how|when|where|why|who|which|tell|explain|describe|list|give me"
    r"|i(?:'d| would)? (?:want|need|like) to know)\b",
    re.IGNORECASE,
)
_PERSONAL = re.compile(r"\b(?:my|mine|ours?)\b", re.IGNORECASE)


def asks_in_general(text: str) -> bool:
    """Whether it is a question about nothing of the user's own: one that documents may answer."""
    return asks(text) and _PERSONAL.search(text) is None


def asks(text: str) -> bool:
    """Whether it is a question, or tells what somebody wants to know."""
    return text.rstrip().endswith("?") or _ASKS.match(text.lstrip()) is not None
