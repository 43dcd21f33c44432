"""Compounds of languages that write them as one word: "Auktionshalle" in "Fischauktionshalle".

A compound is a kind of what its last part names, its head. Parts are told by their letters, as no
dictionary is at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from itertools import islice

from emulator.retrieval.text.stemming import common_beginning, inflections, stem

_COMPOUNDING = frozenset({"de", "nl", "sv"})

# Shorter words end or begin many others by chance, and what has no vowel is no word: "Wein" is no
# part of "Schwein".
_SHORTEST_HEAD = 4
_FIRST_PART = re.compile(r"(?=.*[aeiouy])[a-z]{3,}")
_LONGEST_ENDING = 3
# Where both parts have to be known words the last one may be short.
_SHORTEST_FIRST, _SHORTEST_LAST = 4, 3
# What joins two parts: "Urlaub-s-tage", "Straße-n-bahn".
_JOINT = re.compile("(?:s|e?n|er?)$")
_MOST = 32


def has_compounds(tag: str) -> bool:
    """Whether a language (BCP 47) writes compounds as one word."""
    return tag in _COMPOUNDING


def is_compound(term: str, head: str, tag: str) -> bool:
    """Whether an index term is a compound with a head, given as an index term, too."""
    if len(head) < _SHORTEST_HEAD or len(term) <= len(head):
        return False
    pairs = ((term, head), (stem(term, tag), stem(head, tag)))
    return any(_ends_in(compound, root) for compound, root in pairs)


def _ends_in(compound: str, head: str) -> bool:
    if len(head) < _SHORTEST_HEAD or not compound.endswith(head):
        return False
    return _FIRST_PART.fullmatch(compound[: -len(head)]) is not None


def compounds_among(said: Iterable[str], heads: Collection[str], tag: str) -> dict[str, str]:
    """Return the terms of a text that are compounds with one of some heads, each with that head."""
    if not has_compounds(tag):
        return {}
    roots = (root for head in heads for root in (head, stem(head, tag)))
    ends = tuple(root for root in roots if len(root) >= _SHORTEST_HEAD)
    # Few words of a text end so, and to ask this of all ends at once is fast.
    alike = [each for each in said if each.endswith(ends) or stem(each, tag).endswith(ends)]
    return {each: head for each in alike for head in heads if is_compound(each, head, tag)}


def compounds(term: str, tag: str, containing: Callable[[str], Iterable[str]]) -> list[str]:
    """Return index terms that are compounds with a term as their head, some at the most.

    `containing` gives the index terms that have some letters near their end.
    """
    root = common_beginning(term, stem(term, tag))
    if not has_compounds(tag) or len(root) < _SHORTEST_HEAD:
        return []
    found = (each for each in containing(root) if is_compound(each, term, tag))
    return list(islice(found, _MOST))


class Endings:
    """Terms that are looked for by the letters near their end; read when first asked for.

    `read` gives the terms, those that count most first.
    """

    def __init__(self, read: Callable[[], Iterable[str]]) -> None:
        self._read = read

    @cached_property
    def _terms(self) -> str:
        return "\n".join(term for term in self._read() if term.isascii() and term.isalpha())

    def containing(self, letters: str) -> Iterator[str]:
        """Give the terms that end in some letters, or in these and the ending of another form."""
        near_end = re.compile(rf"{letters}\w{{0,{_LONGEST_ENDING}}}$", re.MULTILINE)
        for found in near_end.finditer(self._terms):
            yield self._terms[self._terms.rfind("\n", 0, found.start()) + 1 : found.end()]


def parts(
    term: str, tag: str, frequency: Callable[[str], int], beginning: Callable[[str], Iterable[str]]
) -> list[str]:
    """Return the index terms of which a compound is made, if it is made of two that are known.

    `frequency` tells how often there is an index term, `beginning` gives those with a prefix.
    """
    if not has_compounds(tag):
        return []
    for end in range(len(term) - _SHORTEST_LAST, _SHORTEST_FIRST - 1, -1):
        first, last = _first_parts(term[:end]), term[end:]
        if known := next(filter(frequency, first), None):
            forms = [last] if frequency(last) else []
            if forms := [*forms, *inflections(last, tag, beginning)]:
                return [known, *forms]
    return []


def _first_parts(start: str) -> Iterator[str]:
    """What the start of a compound may be, with or without what joins it to the rest."""
    yield start
    alone = _JOINT.sub("", start)
    if _SHORTEST_FIRST <= len(alone) < len(start):
        yield alone
