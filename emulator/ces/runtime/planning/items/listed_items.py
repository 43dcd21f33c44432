"""The items of a list that a tool gave, and their names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from emulator.ces.runtime.words import as_words

MOST = 20
"""The number of items of a list that are known."""

_LONGEST = 200
_LONGEST_PLAIN = 40  # What is listed by itself may be a sentence, which names nothing.
IDENTIFIES = re.compile(r"(?:id|code|number|reference)$", re.IGNORECASE)
"""Found in the names of fields that identify an item."""

NAMES = re.compile(r"^(?:name|title)$", re.IGNORECASE)
"""The names of fields that have the name of an item."""


def item_names(response: Mapping[str, Any]) -> list[str]:
    """The names of the items in the first list of a response: "slot id S-2"."""
    about, things = first_list(response)
    return [name for one in things if (name := _name(about, one))]


def has_list(response: Mapping[str, Any]) -> bool:
    """Whether a response has a list, even an empty one, which replaces the one before."""
    return any(isinstance(value, list) for value in _output(response).values())


def first_list(response: Mapping[str, Any]) -> tuple[str, Sequence[Mapping[str, Any]]]:
    """The field name of the first list in a response, and its first items; texts as objects."""
    for about, value in _output(response).items():
        things = value if isinstance(value, list) else []
        objects = [one if isinstance(one, dict) else {about: one} for one in things if _is_one(one)]
        if objects:
            return about, objects[:MOST]
    return "", ()


def _output(response: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = response.get("output")
    return inner if isinstance(inner, dict) else response


def _is_one(thing: Any) -> bool:
    return isinstance(thing, dict) or (isinstance(thing, str) and len(thing) <= _LONGEST_PLAIN)


def _name(about: str, thing: Mapping[str, Any]) -> str:
    one = as_words(about).removesuffix("s")
    for pattern in (IDENTIFIES, NAMES):
        for key, value in thing.items():
            is_short = isinstance(value, str | int) and 0 < len(str(value)) <= _LONGEST
            if is_short and pattern.search(key):
                return f"{as_words(key)} {value}" if one in as_words(key) else f"{one} {value}"
    if isinstance(thing.get(about), str):
        return f"{one} {thing[about]}"
    short = {key: value for key, value in thing.items() if isinstance(value, str) and value}
    key = next((key for key, value in short.items() if len(value) <= _LONGEST_PLAIN), "")
    return f"{as_words(key)} {short[key]}" if key else ""
