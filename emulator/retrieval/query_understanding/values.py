"""Values of fields that stand in a text: "red", "in Berlin", "not in stock"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from emulator.retrieval.query_understanding.constraints import TruthConstraint, ValueConstraint
from emulator.retrieval.query_understanding.negation import negation_before
from emulator.retrieval.text.analysis import is_stop_word

_BEFORE = (
    r"(?P<not>\b(?:(?:not|without|except|no|outside|out\s+of)\s+|non[\s-]))?"
    r"(?:\b(?:in|at|from|by|of|for|with|the)\s+){0,2}"
)
_AUXILIARIES = ("is", "has", "have", "are", "can")
_WORDS = re.compile(r"[^\W_]+")


def find_values(text: str, values: Mapping[str, Mapping[str, int]]) -> Iterator[ValueConstraint]:
    """Yield each field's values that stand in the text as whole words, longest first.

    `values` are those of each field with the number of documents that have them; a value of
    several fields is taken for one of that which has it most often, in whatever case it is spelled.
    """
    folded = text.casefold()
    best: dict[str, tuple[int, str, Sequence[str]]] = {}
    for field in sorted(values):
        for key, spellings in _by_key(values[field], folded).items():
            count = sum(values[field][one] for one in spellings)
            if count > best.get(key, (0,))[0]:
                best[key] = count, field, spellings
    for _, field, spellings in sorted(best.values(), key=lambda one: (-len(one[2][0]), one[2])):
        pattern = rf"{_BEFORE}(?<!\w)(?:{'|'.join(map(re.escape, spellings))})(?!\w)"
        for match in re.finditer(pattern, text, re.IGNORECASE):
            start, is_negated = _negation(text, match)
            yield ValueConstraint(field, tuple(spellings), start, match.end(), is_negated)


def _by_key(values: Iterable[str], folded: str) -> Mapping[str, Sequence[str]]:
    """The values that may stand in a text, those together that differ in case only."""
    found: dict[str, list[str]] = {}
    for value in values:
        key = value.casefold()
        if key in folded and _says_something(value):
            found.setdefault(key, []).append(value)
    return found


def find_truths(text: str, fields: Collection[str]) -> Iterator[TruthConstraint]:
    """Yield the truth fields whose names stand in the text: `in_stock` is "in stock".

    "Out of stock" is not in stock.
    """
    for field in sorted(fields):
        words = _WORDS.findall(field.rpartition(".")[2].casefold().replace("_", " "))
        named = words[1:] if words and words[0] in _AUXILIARIES else words
        if all(is_stop_word(word) for word in named):
            continue
        said = "[ _-]".join(map(re.escape, named))
        if len(named) > 1 and named[0] == "in":
            said = said.replace("in[ _-]", "(?:in[ _-]|(?<=out of ))", 1)
        pattern = rf"{_BEFORE}(?<!\w){said}(?!\w)"
        for match in re.finditer(pattern, text, re.IGNORECASE):
            start, is_negated = _negation(text, match)
            yield TruthConstraint(field, not is_negated, start, match.end())


def _negation(text: str, match: re.Match[str]) -> tuple[int, bool]:
    """Where what is said begins, and whether it is negated."""
    before = negation_before(text, match.start())
    if match["not"] or before is None:
        return match.start(), bool(match["not"])
    return before, True


def _says_something(value: str) -> bool:
    words = _WORDS.findall(value)
    return any(len(word) > 1 and not word.isdigit() and not is_stop_word(word) for word in words)
