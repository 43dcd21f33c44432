"""Which field words are about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from emulator.retrieval.text.analysis import terms

# Units as names of fields shorten them, or as they are spelled elsewhere.
_UNITS = {
    term: unit
    for said, ways in {
        "minutes": "min mins",
        "hours": "h hr hrs",
        "seconds": "s sec secs",
        "kilometers": "km kms kilometres",
        "meters": "m metres",
        "centimeters": "cm centimetres",
        "millimeters": "mm millimetres",
        "kilograms": "kg kilos",
        "grams": "g",
    }.items()
    for unit in terms(said)
    for term in terms(ways, stop_words=True)
}
# How many of the smallest unit of its kind a unit is; weights first.
_SIZES: Sequence[Mapping[str, float]] = [
    {term: size for words, size in kind.items() for term in terms(words)}
    for kind in (
        {"grams": 1, "kilograms": 1000},
        {"millimeters": 1, "centimeters": 10, "meters": 1000, "kilometers": 1_000_000},
        {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400, "weeks": 604_800},
        {"months": 1, "years": 12},
    )
]
_ALL_UNITS = frozenset().union(*_SIZES)
_PARTS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])|[^\W_]+")
_WORD = re.compile(r"\w+")
_WORD_OR_RATE = re.compile(r"\w+(?:/\w+)*")
_NEXT = re.compile(r"\s?(\w+)")

# Such questions ask for ways and reasons: "How do I get over 50?" selects nothing.
OF_WAYS = re.compile(r"\W*(?:how(?! (?:many|much)\b)|why)\b", re.IGNORECASE)

# What may stand between a field's name and what is said of it.
_LINKS = frozenset(("is", "are", "was", "were", "be", "of"))
_LONGEST_NAME = 200


def spelled_out(path: str) -> str:
    """Return a field's name in words: `prices.maxUSD` is "prices max USD"."""
    return " ".join(_PARTS.findall(path))


def name_words(path: str) -> list[str]:
    """Return the terms of a field's name: `prices.maxUSD` is of price, max and usd."""
    return _terms(spelled_out(path))


def words_before(text: str, place: int, count: int) -> list[str]:
    """Return the terms of the last words before a place, less what links them to it."""
    words = [word for word in _WORD.findall(text[:place]) if word.lower() not in _LINKS]
    return _terms(" ".join(words[-count:]))


def words_after(text: str, place: int, count: int) -> list[str]:
    """Return the terms of the first words after a place; those of rates, such as m/s, are none."""
    words = _WORD_OR_RATE.findall(text[place:])[:count]
    return _terms(" ".join(word for word in words if "/" not in word))


def starts_with(text: str, place: int, field: str) -> int:
    """Return where the words begin that name a field right before a place: "its price is" 50."""
    words = list(_WORD.finditer(text, max(place - _LONGEST_NAME, 0), place))
    if words and words[-1][0].lower() in _LINKS:
        words.pop()
    begin = place
    while words and _names(words[-1][0], field):
        begin = words.pop().start()
    return begin


def ends_with(text: str, place: int, field: str) -> int:
    """Return where the words end that name a field right after a place: 100 "imdb votes"."""
    end = place
    while (word := _NEXT.match(text, end)) and _names(word[1], field):
        end = word.end()
    return end


def best_named_field(fields: Iterable[str], near: Collection[str]) -> str | None:
    """Return the field most of whose name's words are near, of equals that of the shortest name."""
    return next(iter(named_fields(fields, near)), None)


def named_fields(fields: Iterable[str], near: Collection[str]) -> list[str]:
    """Return the fields whose names have words that are near, those with most of them first."""
    scored = [
        (-sum(word in near for word in words), len(words), path)
        for path, words in ((path, name_words(path)) for path in sorted(fields))
    ]
    return [path for said, _, path in sorted(scored) if said]


def choose_field(fields: Collection[str], near: Collection[str]) -> str | None:
    """Return the field that words near name; without any it is the only field there is."""
    return best_named_field(fields, near) or (next(iter(fields)) if len(fields) == 1 else None)


def unit_factor(field: str, words: Iterable[str]) -> float | None:
    """Return by what a number with its unit is multiplied for a field: 12 for "2 years" and
    `months`. None if the field's name has a unit of another kind."""
    said, own = _ALL_UNITS.intersection(words), _ALL_UNITS.intersection(name_words(field))
    if not said or not own or not said.isdisjoint(own):
        return 1.0
    kinds = (kind for kind in _SIZES if own <= kind.keys() and said <= kind.keys())
    return next((kind[min(said)] / kind[min(own)] for kind in kinds), None)


def without_units(words: Iterable[str]) -> Set[str]:
    """Return the words that are no units, which many fields may share."""
    return {*words} - _ALL_UNITS


def units_of_weight(words: Collection[str]) -> Collection[str]:
    """Return all units of weight if there is one among the words: things have one weight."""
    return () if _SIZES[0].keys().isdisjoint(words) else _SIZES[0].keys()


def _names(word: str, field: str) -> bool:
    said = _terms(word)
    return bool(said) and set(said) <= set(name_words(field))


def _terms(text: str) -> list[str]:
    return [_UNITS.get(term, term) for term in terms(text, stop_words=True)]
