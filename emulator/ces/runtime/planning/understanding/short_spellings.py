"""Words as people shorten them in chats, written out: "can u", "pls", "whats"."""

from __future__ import annotations

import re
from collections.abc import Mapping

_WHOLE: Mapping[str, str] = {
    "pls": "please",
    "plz": "please",
    "im": "i'm",
    "ive": "i've",
    "dont": "don't",
    "doesnt": "doesn't",
    "didnt": "didn't",
    "cant": "can't",
    "isnt": "isn't",
    "wasnt": "wasn't",
    "thats": "that's",
    "whats": "what's",
    "wheres": "where's",
    "hows": "how's",
}
_SHORT = re.compile(
    rf"(?<![\w'\u2019@/.-])(?:{'|'.join(_WHOLE)})(?![\w'\u2019@/-]|\.\w)", re.IGNORECASE
)
# Elsewhere "u" may be a value.
_YOU = re.compile(r"\b(can|could|would|will|do|did|are|have|if|thank) u\b", re.IGNORECASE)


def written_out(text: str) -> str:
    """A text with such words written out; capitals at the beginning of one are kept."""
    return _YOU.sub(r"\1 you", _SHORT.sub(_whole, text))


def _whole(found: re.Match[str]) -> str:
    whole = _WHOLE[found[0].lower()]
    return whole.capitalize() if found[0][0].isupper() else whole
