"""Queries with the synonyms of their words beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_QUOTED = re.compile(r'("[^"]*")')


def with_synonyms(text: str, group: Sequence[str]) -> str:
    """Return `text` with the other members of a group after each that it has; phrases stay.

    Words of a query are alternatives, so what is added lets more match and takes nothing away.
    """
    pieces = _QUOTED.split(text)
    return "".join(
        piece if number % 2 else _expanded(piece, group) for number, piece in enumerate(pieces)
    )


def _expanded(text: str, group: Sequence[str]) -> str:
    # The longest first: of "air" and "air conditioner" the text may have either.
    known = sorted({one.strip().lower() for one in group}, key=len, reverse=True)
    forms = "|".join(r"\s+".join(map(re.escape, one.split())) for one in known)
    pattern = re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)
    found = {" ".join(match.group().lower().split()) for match in pattern.finditer(text)}
    added = " ".join(one for one in known if one not in found)
    return pattern.sub(lambda match: f"{match.group()} {added}", text, count=1) if found else text
