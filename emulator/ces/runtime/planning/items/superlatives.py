"""The one of several items that is the most or the least of them: "the cheapest", "the later"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from emulator.ces.runtime.words import as_words, terms
from emulator.retrieval.query_understanding.superlatives import SCALES, TIMES, Scale
from emulator.retrieval.text.analysis import is_stop_word

Item: TypeAlias = Mapping[str, Any]
_Value: TypeAlias = tuple[Any, ...]

_LEADS = r"\b(?:(?:the|my|your|our|his|her|their|of these|of those)\s+)?(?:very )?"
_DATE = re.compile(r"\d{4}-\d\d-\d\d.*|[012]?\d:\d\d.*")
_AMOUNT = re.compile(r"\W{0,2}(\d+(?:\.\d+)?)\s*\D{0,12}")
_NEXT = re.compile(r"[\s-]+([^\W\d_]+)")
# "Which one arrives first?", but not "the first one", which is counted.
_COMES = re.compile(
    r"\b(?:(?:arrive|begin|come|depart|end|leave|open|start)s?|is|are|was) (?:(first)|(last))\b",
    re.IGNORECASE,
)
# "The later one" and "which one is cheaper?" compare all items; "a cheaper one" is none of them.
_COMPARED = re.compile(
    r"\b(the |which(?: (?:one|of (?:them|these|those)))? is )"
    r"(?:(better)|(worse)|(more|less)|(\w{2,}?)e?r)\b",
    re.IGNORECASE,
)


_PATTERNS: Sequence[tuple[Scale, re.Pattern[str]]] = [
    (one, re.compile(rf"{_LEADS}(?:({one.least})|({one.most}))\b", re.IGNORECASE)) for one in SCALES
] + [(TIMES, _COMES)]


class Superlative(NamedTuple):
    """The item that a text means by a superlative, and the text without that."""

    item: Item
    rest: str


def superlative(text: str, about: str, items: Sequence[Item]) -> Superlative | None:
    """The item that a text calls the most or the least of those of a list, by what they have.

    None if it calls none so, something else of the kind ("the best way"), or if not all items have
    what that is measured by, or several have most of it.
    """
    if not items:
        return None
    text = _COMPARED.sub(_as_superlative, text)
    called = terms(" ".join(map(as_words, (about, *(key for one in items for key in one)))))
    for scale, pattern in _PATTERNS:
        found = pattern.search(text)
        if found is None or not _is_of(found, called):
            continue
        measure = _dated(text) if scale is TIMES else _measured(found, scale)
        values = [measure(one) for one in items]
        best = (min if found[1] else max)(values, default=())
        if all(values) and values.count(best) == 1 and len({*map(len, values)}) == 1:
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return Superlative(items[values.index(best)], rest)
    return None


def _as_superlative(found: re.Match[str]) -> str:
    """A comparative as the superlative that it stands for: "the cheapest" for "the cheaper"."""
    lead, better, worse, degree, stem = found.groups()
    if degree:
        return f"{lead}{'most' if degree.lower() == 'more' else 'least'}"
    made = f"{lead}{'best' if better else 'worst' if worse else f'{stem}est'}"
    return made if any(one.search(made) for _, one in _PATTERNS) else found[0]


def _is_of(found: re.Match[str], called: frozenset[str]) -> bool:
    """Whether the word after a superlative is none for something else than the items."""
    after = _NEXT.match(found.string, found.end())
    if after is None:
        return True
    word = after[1].lower()
    is_one = word in ("one", "ones", "option", "please", "instead", "then")
    return is_one or is_stop_word(word) or bool(terms(word) & called)


def _dated(text: str) -> Callable[[Item], _Value]:
    """The days and times of an item; those that a text names, "arrives", or else all."""
    said = terms(text)

    def values(item: Item) -> _Value:
        dates = {key: one for key, one in item.items() if _DATE.fullmatch(str(one))}
        named = {key: one for key, one in dates.items() if terms(as_words(key)) & said}
        return tuple((named or dates).values())

    return values


def _measured(found: re.Match[str], scale: Scale) -> Callable[[Item], _Value]:
    """The first number of an item that is called as what is measured, or as the text has it."""
    after = _NEXT.match(found.string, found.end())
    measures = terms(scale.measures or (after[1] if after else ""))

    def value(item: Item) -> _Value:
        for key, one in item.items():
            amount = _AMOUNT.fullmatch(str(one))
            if amount and not isinstance(one, bool) and terms(as_words(key)) & measures:
                return (float(amount[1]),)
        return ()

    return value
