"""What boosts add at most, as clauses of one query: it ranks by a bound of score and boost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import tantivy
from tantivy import Occur

from emulator.retrieval.index import queries
from emulator.retrieval.index.selection import Selection
from emulator.retrieval.ranking.boost_pieces import Conditional, Piece, Span, limits

# Into so many pieces a curve is cut: the bound of each is what it adds at most.
_PIECES = 8


class Bound(NamedTuple):
    """A query by score and bounded boost; `least` is to be added to its scores' shares."""

    query: tantivy.Query
    least: float


def upper_bound(selection: Selection, boosts: Sequence[Conditional], scale: float) -> Bound:
    """Return the query for what is selected, ranked by no less than score and boost come to.

    It holds where the boosts cannot come to less than -1, which they are kept above.
    """
    clauses = [(Occur.Must, selection.scored)]
    for boost in boosts:
        least, _ = boost.limits
        clauses += [
            (Occur.Should, tantivy.Query.const_score_query(query, (most - least) * scale))
            for query, most in _bounds(boost)
            if most > least
        ]
    return Bound(tantivy.Query.boolean_query(clauses), sum(boost.limits[0] for boost in boosts))


def _bounds(boost: Conditional) -> Iterator[tuple[tantivy.Query, float]]:
    """Queries that tell all documents apart by what the boost adds at most."""
    yield queries.restricted([boost.others]), 0.0
    if not isinstance(boost.amount, Span):
        yield queries.restricted(boost.matching), boost.amount
        return
    for piece in _pieces(boost.amount):
        restrictions = [*boost.matching, *piece.restrictions]
        yield queries.restricted(restrictions), limits(piece.amount)[1]


def _pieces(span: Span) -> list[Piece]:
    """The curve in pieces; each was cut where it makes the most difference."""
    pieces = span.split()
    while len(pieces) < _PIECES:
        steepest = max(pieces, key=lambda piece: limits(piece.amount)[1] - limits(piece.amount)[0])
        if not isinstance(steepest.amount, Span):
            break
        pieces.remove(steepest)
        pieces += steepest.amount.split()
    return pieces
