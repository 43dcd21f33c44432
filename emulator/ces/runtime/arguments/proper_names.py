"""Proper names in a text: "to Oslo", "my name is Ana Ortega"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from emulator.ces.runtime.words import as_words
from emulator.retrieval.text.calendar_names import DAYS, MONTHS

# One capital word or more: after a word that leads to it, or two that are no beginning of a
# sentence; else as all there is, or in the middle of one.
_WORDS = (
    r"(?!(?:I|It|Oh|Ah|Um|Uh|My|The|This|That|Name|Hi|Hello|Hey|Great|Perfect|Good|Fine|Nice|Cool|Sure|Ok|Okay|Yes|No"
    r"|Well|Right|Correct|Thanks|Thank|Please|Actually|Sorry|Oops|Also|And|Or|But|So|Now|Then|From|To)\b)"
    r"(?![A-Z]+(?:-\d|\d{3}))[A-Z][\w'-]+(?:\s+(?:[A-Z][\w'-]*|\d+\b))*"
)
_LED = re.compile(
    rf"(?:\b(?:about|am|and|at|called|for|from|in|is|me|name|near|of|or|to)|'[ms]|:)\s+({_WORDS})"
    rf"|(?<=[a-z,] )(?!I\b)([A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)+)"
)
_ALONE = re.compile(rf"(?:^|[.!?]\s)\s*({_WORDS})\s*(?:[,.;!?]|$)")
_CAPITAL = re.compile(rf"(?<=[a-z,] )({_WORDS})")
# "To Rome from Paris" and "Paris to Rome", by the parameter's name.
_DIRECTIONS: Mapping[re.Pattern[str], re.Pattern[str]] = {
    re.compile("origin|departure|from"): re.compile(
        rf"\bfrom\s+({_WORDS})|(?:^|(?<=[a-z,] ))({_WORDS})(?=\s+to\b)"
    ),
    re.compile("destination|arrival|(?<![a-z])to(?![a-z])"): re.compile(rf"\bto\s+({_WORDS})"),
}
_NO_NAMES = frozenset(f"{DAYS}|{MONTHS}|I".split("|"))
_OF_PERSON = re.compile(r"\b(?:(first|given)|last|family|sur) ?name", re.IGNORECASE)


def name_patterns(parameter: str) -> Sequence[re.Pattern[str]]:
    """Return the patterns for a name that a parameter takes, the surest first."""
    return (*_directions_of(parameter), _LED, _ALONE, _CAPITAL)


def names_of_other_directions(parameter: str, text: str) -> set[int]:
    """Return where names begin that are for parameters of other directions than this one's."""
    own = _directions_of(parameter)
    others = [way for way in _DIRECTIONS.values() if own and way not in own]
    found = [one for way in others for one in way.finditer(text)]
    return {one.start(one.lastindex or 0) for one in found}


def _directions_of(parameter: str) -> list[re.Pattern[str]]:
    return [way for words, way in _DIRECTIONS.items() if words.search(parameter.lower())]


def leads_to(parameter: str, word: str) -> bool:
    """Whether a word, "from", leads to values of a parameter, `origin`."""
    ways = (words for words in _DIRECTIONS if words.search(word))
    return any(words.search(parameter.lower()) for words in ways)


def is_calendar_name(name: str) -> bool:
    """Whether a capital word opens no proper name: a day, a month or "I"."""
    return name.split()[0] in _NO_NAMES


def part_of_person(parameter: str, value: str) -> str:
    """The first or the last name of a person, if the parameter is that: "Ana" of "Ana Ortega"."""
    of_person, words = _OF_PERSON.search(as_words(parameter)), value.split()
    if of_person is None:
        return value
    return words[0] if of_person[1] else words[-1]
