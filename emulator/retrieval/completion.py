"""What someone who has typed the beginning of a query may want to ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop
from typing import NamedTuple

from emulator.retrieval.text.analysis import tokens, without_accents


class Phrase(NamedTuple):
    """What may be suggested, and how it ranks: by score, and by frequency where that is equal.

    It is found by its alternatives, too. Of those of one group only the first is suggested. `field`
    is the path of the field whose value it is, empty if it is of none.
    """

    text: str
    frequency: int = 1
    alternatives: Sequence[str] = ()
    group: str = ""
    field: str = ""
    score: float = 0.0


class Completions:
    """Phrases; one is found by what it, an alternative, or a word in either begins with, and be it
    without accents.

    They are looked through each time: they change with every document that is written, and to put
    them in order takes as long as to look a hundred times.
    """

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        ranks: dict[str, tuple[float, int]] = {}
        self._others: dict[str, Sequence[str]] = {}
        self._groups: dict[str, str] = {}
        self._fields: dict[str, set[str]] = defaultdict(set)
        for phrase in phrases:
            if not (plain := folded(phrase.text)):
                continue
            score, frequency = ranks.get(plain, (0.0, 0))
            ranks[plain] = max(score, phrase.score), frequency + phrase.frequency
            alternatives = list(map(folded, phrase.alternatives))
            if others := [*alternatives, *_without_accents(plain, *alternatives)]:
                self._others[plain] = others
            if phrase.group:
                self._groups[plain] = phrase.group
            if phrase.field:
                self._fields[plain].add(phrase.field)
        self._ranks: Mapping[str, tuple[float, int]] = ranks

    def complete(self, typed: str, allowed: Callable[[str], bool] = bool) -> Iterator[str]:
        """Yield the phrases: those that begin so first, of those the highest, then in order.

        One that is not allowed keeps none of its group away.
        """
        begun, groups = folded(typed), set()
        for phrase in self._found(begun):
            group = self._groups.get(phrase)
            if group in groups or not allowed(phrase):
                continue
            if group is not None:
                groups.add(group)
            yield phrase

    def fields(self, phrase: str) -> Sequence[str]:
        """The paths of the fields that have the phrase as a value."""
        return sorted(self._fields.get(phrase, ()))

    def _found(self, begun: str) -> Iterator[str]:
        first = dict.fromkeys(one for one in self._ranks if one.startswith(begun))
        for phrase, others in self._others.items():
            if any(other.startswith(begun) for other in others):
                first[phrase] = None
        yield from self._by_rank(first)
        # Seldom needed, as few are shown.
        may = (one for one in self._ranks if begun in one or one in self._others)
        yield from self._by_rank(
            [one for one in may if one not in first and self._has_word(one, begun)]
        )

    def _has_word(self, phrase: str, begun: str) -> bool:
        """Whether a word in it, or in an alternative, begins so."""
        texts = (phrase, *self._others.get(phrase, ()))
        return any(text.startswith(begun, word.start) for text in texts for word in tokens(text))

    def _by_rank(self, phrases: Iterable[str]) -> Iterator[str]:
        # A heap: of very many that begin with one letter, a few are asked for.
        waiting = [(-self._ranks[one][0], -self._ranks[one][1], one) for one in phrases]
        heapify(waiting)
        while waiting:
            yield heappop(waiting)[-1]


def _without_accents(*phrases: str) -> list[str]:
    """Those of the phrases that have accents, without them."""
    return [plain for one in phrases if (plain := without_accents(one)) != one]


def folded(text: str) -> str:
    """A phrase as it is suggested: in lower case, with single spaces."""
    return " ".join(text.lower().split())


def tails(typed: str) -> Iterator[tuple[str, str]]:
    """Cut a query before each of its words but the first: what stays, and what is completed."""
    words = folded(typed).split(" ")
    for cut in range(1, len(words)):
        yield " ".join(words[:cut]), " ".join(words[cut:])
