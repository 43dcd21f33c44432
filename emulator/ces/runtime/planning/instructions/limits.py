"""What an instruction has said of numbers beyond a bound: "For more than 8 guests, say ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from emulator.ces.runtime.arguments.numerals import NUMBER, as_digits
from emulator.ces.runtime.planning.instructions.bounds import Bound, bounds
from emulator.ces.runtime.planning.instructions.steps import sentences, without_tags
from emulator.ces.runtime.planning.instructions.utterances import QUOTED, utterance
from emulator.ces.runtime.words import terms

_BEFORE = re.compile(r"([^\W\d_]+)\s+(is\s+|are\s+)?$", re.IGNORECASE)
_COUNTED = re.compile(rf"({NUMBER.pattern})\s+([^\W\d_]+)", re.IGNORECASE)
_CASE = re.compile(r"\W*(?:\d+\W+)?(?:if|when|whenever|for|once)\b", re.IGNORECASE)
_PERSONS = terms("people person guest visitor participant passenger attendee traveler")


class Limit(NamedTuple):
    """A bound, the terms of what it is one of, and what is said of a number beyond it."""

    bound: Bound
    of: frozenset[str]
    says: str

    def is_of(self, about: str) -> bool:
        """Whether the bound is one of what a text is about; guests are people."""
        words = terms(about)
        return bool(self.of & words or (self.of & _PERSONS and words & _PERSONS))

    def is_passed(self, text: str) -> bool:
        """Whether a text has a number beyond the bound: "12 guests" for one of 8."""
        counted = ((float(as_digits(one[1])), one[2]) for one in _COUNTED.finditer(text))
        return any(self.is_of(what) and self.bound.holds(count) for count, what in counted)


@lru_cache(maxsize=64)
def limits(instruction: str) -> Sequence[Limit]:
    """The limits that an instruction has words for, in the same sentence or in the next one."""
    return [one for line in instruction.splitlines() for one in _limits(line)]


def answer_beyond(instruction: str, text: str) -> str:
    """What an instruction has said of a number in a text, "12 guests", beyond a limit; or empty."""
    return next((one.says for one in limits(instruction) if one.is_passed(text)), "")


def _limits(line: str) -> Iterator[Limit]:
    for said, after in pairwise([*sentences(without_tags(line)), ""]):
        # What is quoted is said to users, and its numbers are no bounds.
        plain = QUOTED.sub(lambda found: " " * len(found[0]), said)
        bound = next(bounds(plain), None)
        if bound is None:
            continue
        says = utterance(said[bound.end :]) or ("" if _CASE.match(after) else utterance(after))
        of = _bounded(plain[: bound.start], bound.unit)
        if says and of:
            yield Limit(bound, of, says)


def _bounded(before: str, unit: str) -> frozenset[str]:
    """What a bound is one of: "the amount is over $50", "more than 8 guests", "refunds over $9"."""
    found = _BEFORE.search(before)
    subject = terms(found[1]) if found else frozenset()
    return subject if subject and found and found[2] else terms(unit) or subject
