"""What was changed in a sentence that is otherwise nearly another one.

Where most words of two sentences are the same and in the same order, those that differ can be laid
side by side: "36 months" beside "36 days", "Ann" beside "Bob", "is" beside "is not".
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby

from emulator.answering.document_text.named_entities import Span, name_spans
from emulator.answering.document_text.parsed_text import family
from emulator.answering.grounding.quantities import Quantity, quantities, spell_dates
from emulator.answering.grounding.rules import grounding_rules
from emulator.answering.grounding.statements import LONGEST, Side, are_opposed, opposites
from emulator.retrieval.text.analysis import is_stop_word, tokens

# The share of words in common, in order, from which two sentences count as nearly the same.
_NEARLY = 0.6
_MOST_PARTS = 200


class _Kind(enum.Enum):
    WORD = enum.auto()
    STOP_WORD = enum.auto()
    NAME = enum.auto()
    NUMBER = enum.auto()


@dataclass(frozen=True, slots=True)
class _Part:
    """A word, name or quantity of a sentence; equal ones have equal keys."""

    key: str
    text: str
    kind: _Kind
    quantity: Quantity | None = None


@lru_cache(maxsize=1024)  # A sentence stands in several windows of the check.
def changed(claim: str, text: str) -> float:
    """Return how near the claim is to a text of which it changes a name, number, unit or sense.

    That is a share of words in [0.6, 1]; 0 if nothing was changed or the two are not near.
    """
    said, stated = _parts(text), _parts(claim)
    if max(len(said), len(stated)) > _MOST_PARTS:
        return 0.0
    matcher = SequenceMatcher(
        None, [part.key for part in said], [part.key for part in stated], autojunk=False
    )
    if matcher.quick_ratio() < _NEARLY or matcher.ratio() < _NEARLY:
        return 0.0
    differs = any(
        _is_changed(said[first:last], stated[start:end])
        for operation, first, last, start, end in matcher.get_opcodes()
        if operation != "equal"
    )
    return matcher.ratio() if differs else 0.0


def _is_changed(before: Sequence[_Part], after: Sequence[_Part]) -> bool:
    return (
        _is_denied(before, after)
        or are_opposed(_sides(before), _sides(after))
        or _are_others(before, after)
        or any(_is_another(one, other) for one, other in _beside(before, after))
    )


def _is_denied(before: Sequence[_Part], after: Sequence[_Part]) -> bool:
    """Whether only one of them denies the same words, or no words at all."""
    same = _content(before) == _content(after)
    return same and _denies(_text(before)) != _denies(_text(after))


def _sides(parts: Sequence[_Part]) -> set[Side]:
    return {(number, side) for number, side, _ in opposites(_text(parts))}


def _are_others(before: Sequence[_Part], after: Sequence[_Part]) -> bool:
    """Whether names stand in the place of other names, however many words each has."""
    names = [
        {family(part.key) or part.key for part in parts if part.kind is _Kind.NAME}
        for parts in (before, after)
    ]
    if not all(names) or any(part.kind is _Kind.WORD for part in (*before, *after)):
        return False
    return names[0].isdisjoint(names[1])


def _beside(before: Sequence[_Part], after: Sequence[_Part]) -> Iterator[tuple[_Part, _Part]]:
    """The parts that stand in each other's place, if there are as many on both sides."""
    content = [
        [part for part in parts if part.kind is not _Kind.STOP_WORD] for parts in (before, after)
    ]
    if len(content[0]) == len(content[1]):
        yield from zip(*content, strict=True)


def _is_another(one: _Part, other: _Part) -> bool:
    if one.quantity is not None and other.quantity is not None:
        return not one.quantity.fits(other.quantity)
    units = grounding_rules().units
    if one.text in units and other.text in units:
        return units[one.text] != units[other.text]
    return False


def _content(parts: Sequence[_Part]) -> list[str]:
    return [
        family(part.key) or part.key
        for part in parts
        if part.kind is not _Kind.STOP_WORD and not _denies(part.text)
    ]


def _denies(text: str) -> bool:
    rules = grounding_rules()
    if any(pattern.search(text) for pattern in rules.no_negations):
        return False
    return any(pattern.search(text) for pattern in rules.negations)


def _text(parts: Sequence[_Part]) -> str:
    return " ".join(part.text for part in parts)


@lru_cache(maxsize=4096)
def _parts(sentence: str) -> tuple[_Part, ...]:
    text = spell_dates(sentence[:LONGEST])
    found = quantities(text)
    counted = [(one.start, one.end) for one in found]
    named = name_spans(text)
    parts = [
        (one.start, _Part(f"#{one.value:g} {one.dimension}", "", _Kind.NUMBER, one))
        for one in found
    ]
    for word in tokens(text):
        span = (word.start, word.end)
        if not _inside(span, counted):
            kind = _kind(word.text, _inside(span, named))
            parts.append((word.start, _Part(word.term, word.text.lower(), kind)))
    return tuple(_with_lists_sorted([part for _, part in sorted(parts, key=lambda one: one[0])]))


def _with_lists_sorted(parts: Sequence[_Part]) -> Iterator[_Part]:
    """The parts, with the names of each list ("Ann, Bob and Cleo") in one order."""
    for is_list, run in groupby(parts, lambda part: part.kind is _Kind.NAME or _joins(part)):
        found = list(run)
        names = [part for part in found if part.kind is _Kind.NAME]
        if is_list and len(names) < len(found):
            names.sort(key=lambda part: part.key)
        left = iter(names)
        yield from (next(left) if part.kind is _Kind.NAME else part for part in found)


def _joins(part: _Part) -> bool:
    return part.text in ("and", "or")


def _kind(word: str, is_named: bool) -> _Kind:
    if is_stop_word(word):
        return _Kind.STOP_WORD
    return _Kind.NAME if is_named else _Kind.WORD


def _inside(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)
