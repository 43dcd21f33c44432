"""Questions for an attribute of each of several things: "What are the prices of the gateways?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from emulator.retrieval.query_understanding.field_matching import name_words, without_units
from emulator.retrieval.query_understanding.numbers import CURRENCIES
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.grammatical_number import is_plural

# Real questions are far shorter.
_LONGEST = 300
# Words of so many first letters in common are of one family: "distribute", "distributor".
_FAMILY = 6
_THINGS = (
    r"(?:(?:all|the|your|our|of|these|those|(?P<each>each|every)) )*"
    r"(?P<things>(?!in\b)[\w-]+(?: (?!in\b)[\w-]+){0,2})"
)
_NAME = r"(?P<name>[\w-]+(?: [\w-]+)?)"
_SHOW = r"(?:what (?:is|are)|list|show(?: me)?|give me|tell me|name)"
_CURRENCY = rf"(?: in (?P<currency>{'|'.join(filter(str.isalpha, CURRENCIES))}))?"
_FORMS = [
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:(?:{_SHOW}|how long (?:is|are)) )?(?:all )?(?:the )?"
        rf"{_NAME} (?:of|for) {_THINGS}{_CURRENCY}",
        rf"(?:how much|what) (?:do|does) {_THINGS} (?P<name>cost|price|weigh){_CURRENCY}",
        rf"how (?P<name>expensive|heavy) (?:is|are) {_THINGS}",
        rf"{_SHOW} {_THINGS} (?:and|with) (?:their |its |the )?{_NAME}",
    )
]
_PRICE = ("price", "cost", "fee", "fare", "rate")
_MEASURES: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(terms("cost price expensive"), _PRICE),
    **dict.fromkeys(terms("weigh heavy weight"), ("weight", "mass")),
}

_OPENINGS = (
    (re.compile(r"\W*how much (?:is|are|does|do)\b", re.IGNORECASE), _PRICE),
    (re.compile(r"\W*where\b", re.IGNORECASE), ("city", "location", "address", "place")),
    (re.compile(r"\W*who\b", re.IGNORECASE), ("brand", "maker", "manufacturer", "author")),
)


class Attribute(NamedTuple):
    """What several things are called, and what their attribute may be called, likeliest first."""

    things: str
    names: Sequence[str]


def find_attribute(question: str) -> Attribute | None:
    """Return what a question asks of each of several things; None if it asks for no such thing."""
    said = " ".join(question.rstrip("?.! ").split())
    matches = (form.fullmatch(said) for form in _FORMS) if len(said) <= _LONGEST else ()
    found = next(filter(None, matches), None)
    if found is None or not (found["each"] or is_plural(found["things"])):
        return None
    names = attribute_names(found["name"])
    currency = CURRENCIES.get((found.groupdict().get("currency") or "").lower())
    inside = [f"{name} {currency}" for name in names] if currency else []
    return Attribute(found["things"], [*inside, *names])


def attribute_names(said: str) -> Sequence[str]:
    """Return what fields of an attribute may be called, likeliest first: "heavy" is of a weight."""
    measures = (_MEASURES[term] for term in terms(said) if term in _MEASURES)
    return next(measures, (said,))


def names_by_opening(question: str) -> Sequence[str]:
    """Return what fields may be called that hold what a question asks for by how it begins."""
    return next((names for opening, names in _OPENINGS if opening.match(question)), ())


def attribute_fields(names: Iterable[str], fields: Iterable[str]) -> Sequence[str]:
    """Return the fields that are called so, or else those that are of that: `prices.eur`."""
    known = [(path, without_units(name_words(path))) for path in fields]
    return next(filter(None, _called(list(map(_words, names)), known)), ())


def _called(
    names: Sequence[Set[str]], known: Sequence[tuple[str, Set[str]]]
) -> Iterator[Sequence[str]]:
    for name in names:
        yield [path for path, words in known if words == name][:1]
    for name in names:
        yield [path for path, words in known if name and name < words]
    for name in names:  # "Who directed ...?" asks for a director.
        kin = {word[:_FAMILY] for word in name if len(word) >= _FAMILY}
        yield [path for path, words in known if kin and kin <= {word[:_FAMILY] for word in words}]


def _words(name: str) -> Set[str]:
    said = terms(name)
    return without_units(said) or frozenset(said)
