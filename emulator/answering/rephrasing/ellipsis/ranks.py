"""Ranks among things of a kind, "the first lighthouse", and another in their place."""

from __future__ import annotations

import re

_ORDINAL = "(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)"
# These nouns end as superlatives do.
_NO_SUPERLATIVE = (
    "arrest|chest|conquest|contest|crest|forest|guest|harvest|interest|nest|northwest|pest|priest"
    "|protest|quest|request|rest|southwest|test|vest|west"
)
_MOST = rf"(?:(?!(?:{_NO_SUPERLATIVE})\b)[a-z]+est|best|worst|(?:most|least) [a-z]+)"
_RANK = rf"(?P<rank>(?P<ordinal>{_ORDINAL}\b ?)?(?P<most>{_MOST}\b)?)(?<=\w)"
_PART = re.compile(rf"{_RANK}(?: (?:ones?|(?P<thing>.+)))?", re.IGNORECASE)
_IN_QUESTION = re.compile(rf"(?<=\bthe ){_RANK}", re.IGNORECASE)


def substitute_rank(before: str, part: str) -> str | None:
    """Return the earlier question with the rank of the part: "second", "smallest one".

    After "the biggest" the second is the second biggest. Nothing is returned if either of them has
    no rank, or the part has that of another thing.
    """
    asked, found = _PART.fullmatch(part), _IN_QUESTION.search(before)
    if asked is None or found is None:
        return None
    rest = before[found.end("rank") :]
    if asked["thing"] and not rest.startswith(f" {asked['thing']}"):
        return None
    kept = f" {found['most']}" if found["most"] and not asked["most"] else ""
    return f"{before[: found.start()]}{asked['rank'].strip()}{kept}{rest}"
