"""What someone who has typed the beginning of a query may want to ask."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop

from emulator.retrieval.analysis import tokens


class Completions:
    """Phrases with their weights; one is found by what it, or a word in it, begins with."""

    def __init__(self, phrases: Iterable[tuple[str, float]]) -> None:
        weights: dict[str, float] = defaultdict(float)
        for phrase, weight in phrases:
            if plain := folded(phrase):
                weights[plain] += weight
        self._weights: Mapping[str, float] = weights
        self._suffixes = sorted(
            (suffix, phrase) for phrase in weights for suffix in _suffixes(phrase)
        )

    def complete(self, typed: str) -> Iterator[str]:
        """Yield the phrases: those that begin so first, of those the heaviest, then in order."""
        begun = folded(typed)
        start = bisect_left(self._suffixes, (begun, ""))
        end = bisect_right(self._suffixes, begun, start, key=lambda one: one[0][: len(begun)])
        found = dict.fromkeys(phrase for _, phrase in self._suffixes[start:end])
        # A heap: of very many that begin with one letter, a few are asked for.
        waiting = [(not one.startswith(begun), -self._weights[one], one) for one in found]
        heapify(waiting)
        while waiting:
            yield heappop(waiting)[-1]


def folded(text: str) -> str:
    """A phrase as it is suggested: in lower case, with single spaces."""
    return " ".join(text.lower().split())


def tails(typed: str) -> Iterator[tuple[str, str]]:
    """Cut a query before each of its words but the first: what stays, and what is completed."""
    words = folded(typed).split(" ")
    for cut in range(1, len(words)):
        yield " ".join(words[:cut]), " ".join(words[cut:])


def _suffixes(phrase: str) -> Iterator[str]:
    """The phrase from each of its words on."""
    yield phrase
    for token in tokens(phrase):
        if token.start:
            yield phrase[token.start :]
