"""Wildcards in the addresses of files: `*` and `?` stay in a folder, `**` goes through folders."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\*\*+|[*?]|[^*?]+")


def has_wildcards(pattern: str) -> bool:
    """Whether a pattern may stand for several names."""
    return "*" in pattern or "?" in pattern


def literal_prefix(pattern: str) -> str:
    """Return what every name that fits the pattern begins with."""
    return re.split(r"[*?]", pattern, maxsplit=1)[0]


def matches(pattern: str, name: str) -> bool:
    """Whether a name fits a pattern, in time that grows with the product of their lengths."""
    places = {0}
    for token in _TOKEN.findall(pattern):
        places = _after(token, name, places)
        if not places:
            return False
    return len(name) in places


def _after(token: str, name: str, places: set[int]) -> set[int]:
    """Where in the name the pattern may go on after a token."""
    if token.startswith("**"):
        return set(range(min(places), len(name) + 1))
    if token == "*":
        return {end for place in places for end in range(place, _folder_end(name, place) + 1)}
    if token == "?":
        return {place + 1 for place in places if name[place : place + 1] not in ("", "/")}
    return {place + len(token) for place in places if name.startswith(token, place)}


def _folder_end(name: str, place: int) -> int:
    end = name.find("/", place)
    return len(name) if end < 0 else end
