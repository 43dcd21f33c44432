"""Letters as patterns take them that ignore their case."""

from __future__ import annotations

_ALIKE = str.maketrans("\u0130\u0131\u017f\u212a", "iisk")


def fold_case(text: str) -> str:
    """Return a text in lower case, in which what `re.IGNORECASE` has found can be looked up.

    To it a Turkish "\u0131", a long "\u017f" and the sign of Kelvin are "i", "s" and "k".
    """
    return text.translate(_ALIKE).lower()
