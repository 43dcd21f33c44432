"""The best matches when boosts are added to their scores, out of all that match.

Few boosts of fixed amounts tell a few kinds of matches apart, and the best are among the best of
each kind. Else matches are looked at in the order of what score and boost come to at most, until no
other can be better than those known. Where that takes too many, and where there are no scores, what
is selected is split by the boosts instead, always where a better match may still be. Most parts are
never looked into: their best score and highest boost are enough to know that others come first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice, product

from emulator.retrieval.index.selection import Selection
from emulator.retrieval.ranking.boost_bounds import upper_bound
from emulator.retrieval.ranking.boost_pieces import Amount, Conditional, Span, limits
from emulator.retrieval.ranking.boosts import Boost, total_boost
from emulator.retrieval.ranking.top_matches import Ranked, Ranking, rank, top

# Up to this number of chunks it is faster to look at each than to split once more.
_SMALL = 400

# So many boosts of fixed amounts are fastest told by searches for each kind of match; a third takes
# twice as long as by its bound among 20,000 chunks.
_FEW_BOOSTS = 2

# Up to so many matches are looked at by their bounds, first so many more than are needed. Bounds
# are rounded 32-bit sums, which may come out a little lower.
_MOST_BY_BOUND = 5_000
_SPARE = 50
_SLACK = 0.0002


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of what is selected; `amounts` are of all boosts, decided for the part or not."""

    selection: Selection
    amounts: tuple[Amount, ...]
    best: float
    count: int

    @property
    def highest(self) -> float:
        return total_boost(limits(amount)[1] for amount in self.amounts)

    @property
    def undecided(self) -> list[Span | Conditional]:
        return [amount for amount in self.amounts if isinstance(amount, Span | Conditional)]

    def split(self) -> Iterator[_Part]:
        """Split by the undecided boost that makes the most difference."""
        widest = max(self.undecided, key=_width)
        place = self.amounts.index(widest)
        for piece in widest.split():
            inside = self.selection.narrowed(*piece.restrictions)
            amounts = (*self.amounts[:place], piece.amount, *self.amounts[place + 1 :])
            yield _part(inside, amounts)


def _width(amount: Span | Conditional) -> float:
    low, high = limits(amount)
    return high - low


def _part(selection: Selection, amounts: tuple[Amount, ...]) -> _Part:
    best, count = top(selection.searcher, selection.scored)
    return _Part(selection, amounts, 0.0 if selection.query.is_blank else best, count)


def boosted_page(
    selection: Selection, boosts: Sequence[Boost], limit: int, offset: int, scale: float | None
) -> Ranking:
    """Return a page of all that is selected by score and boost; ties are in insertion order.

    A score counts as its share of `scale`, which is the best score if not given. The matches have
    the score as it was, and the boost beside it.
    """
    compiled = tuple(Conditional.of(boost, selection.searcher) for boost in boosts)
    needed = limit + offset if limit > 0 else 0
    if len(boosts) <= _FEW_BOOSTS and all(boost.is_fixed for boost in compiled):
        best, chunks = _best_by_kind(selection, compiled, needed, scale)
    else:
        whole = _part(selection, compiled)
        best, chunks = _best(whole, compiled, needed, scale or whole.best or 1.0), whole.count
    counted = selection.counted(Ranking(best, chunks, chunks, complete=False))
    return replace(counted, best=best[offset:])


def _best_by_kind(
    selection: Selection, boosts: Sequence[Conditional], needed: int, scale: float | None
) -> tuple[list[Ranked], int]:
    """The best matches and the number of all, from the best of each kind that boosts tell apart."""
    kinds = [(kind.ranked(needed), boost) for kind, boost in _kinds(selection, boosts)]
    found = [match._replace(boost=boost) for ranking, boost in kinds for match in ranking.best]
    scale = scale or max((match.score for match in found), default=0.0) or 1.0
    return _in_order(found, scale)[:needed], sum(ranking.chunks for ranking, _ in kinds)


def _kinds(
    selection: Selection, boosts: Sequence[Conditional]
) -> Iterator[tuple[Selection, float]]:
    """The parts of a selection in each of which all matches get the same amount added."""
    for pieces in product(*(boost.split() for boost in boosts)):
        restrictions = chain.from_iterable(piece.restrictions for piece in pieces)
        amounts = [limits(piece.amount)[0] for piece in pieces]
        yield selection.narrowed(*restrictions), total_boost(amounts)


def _best(whole: _Part, boosts: Sequence[Conditional], needed: int, scale: float) -> list[Ranked]:
    bounded = not whole.selection.query.is_blank
    if bounded and whole.count > _SMALL and sum(boost.limits[0] for boost in boosts) >= -1:
        found = _best_by_bound(whole, boosts, needed, scale)
        if found is not None:
            return found
    return list(islice(_Search(needed, scale).matches(whole), needed))


def _best_by_bound(
    whole: _Part, boosts: Sequence[Conditional], needed: int, scale: float
) -> list[Ranked] | None:
    """The best matches, told by bounds of score and boost; None if too many are to be looked at."""
    selection = whole.selection
    query, least = upper_bound(selection, boosts, scale)
    size = needed + _SPARE
    while size <= _MOST_BY_BOUND:
        known = rank(selection.searcher, query, size, by_document=selection.by_document)
        best = _exactly(whole, known.best, scale)[:needed]
        if len(known.best) < size:
            return best
        if (
            best
            and _boosted_score(best[-1], scale) > (known.best[-1].score + _SLACK) / scale + least
        ):
            return best
        size *= 4
    return None


def _exactly(whole: _Part, known: Sequence[Ranked], scale: float) -> list[Ranked]:
    """Matches with their own score and boost, best first."""
    wanted = [whole.selection.identify(match) for match in known]
    if not wanted:
        return []
    # Whether the text matches is known, so what the boosts add is asked without it: it is faster.
    added = _added(whole, whole.selection.without_text().among(wanted))
    found = whole.selection.only(wanted)
    return _in_order([match._replace(boost=added(match)) for match in found], scale)


def _in_order(matches: list[Ranked], scale: float) -> list[Ranked]:
    return sorted(matches, key=lambda match: (-_boosted_score(match, scale), match.position))


def _boosted_score(match: Ranked, scale: float) -> float:
    return match.score / scale + match.boost


class _Search:
    """A queue of parts, by the best that may be in them, and of matches."""

    def __init__(self, needed: int, scale: float) -> None:
        self._needed = needed
        self._scale = scale
        self._queue: list[tuple[float, bool, int, _Part | Ranked]] = []
        self._numbers = count()

    def matches(self, whole: _Part) -> Iterator[Ranked]:
        """Yield all matches, best first."""
        self._add(whole)
        while self._queue:
            _, _, _, first = heapq.heappop(self._queue)
            if isinstance(first, Ranked):
                yield first
            else:
                self._resolve(first)

    def _resolve(self, part: _Part) -> None:
        if not part.undecided:
            self._add_matches(part.selection.page(self._needed).best, part.highest)
        elif part.count <= _SMALL:
            for match, boost in _boosted(part):
                self._add_matches([match], boost)
        else:
            for piece in part.split():
                self._add(piece)

    def _add(self, part: _Part) -> None:
        if part.count:
            self._push(part.best / self._scale + part.highest, part, next(self._numbers))

    def _add_matches(self, matches: list[Ranked], boost: float) -> None:
        for match in matches:
            boosted = match._replace(boost=boost)
            self._push(_boosted_score(boosted, self._scale), boosted, match.position)

    def _push(self, worth: float, item: _Part | Ranked, tie: int) -> None:
        # A part comes before a match of the same worth: it may hold one that was inserted earlier.
        heapq.heappush(self._queue, (-worth, isinstance(item, Ranked), tie, item))


def _boosted(part: _Part) -> Iterator[tuple[Ranked, float]]:
    """Yield every match of a part with what it gets added."""
    added = _added(part, part.selection)
    for match in part.selection.page(part.count).best:
        yield match, added(match)


def _added(part: _Part, selection: Selection) -> Callable[[Ranked], float]:
    """Tells what is added to a match of a selection inside the part."""
    decided = [amount for amount in part.amounts if isinstance(amount, float | int)]
    undecided = [amount.amounts(selection) for amount in part.undecided]

    def added(match: Ranked) -> float:
        identity = selection.identify(match)
        return total_boost([*decided, *(amounts.get(identity, 0.0) for amounts in undecided)])

    return added
