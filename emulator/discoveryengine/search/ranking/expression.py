"""`rankingExpression` and `customRankingParams`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.blended_search import (
    BlendedHit,
    BlendedSearch,
    RankingValues,
)
from emulator.discoveryengine.retrieval.retriever import RankingStage
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.discoveryengine.search.ranking.expression_signals import CUSTOM, Signals, is_signal
from emulator.discoveryengine.search.ranking.user_location import UserLocations
from emulator.retrieval.query import Query
from emulator.retrieval.ranking.expression import (
    DISTANCE,
    PRODUCT,
    Column,
    Columns,
    RankingExpression,
    RankingExpressionError,
    descending,
    parse_expression,
)
from emulator.surface.errors import invalid_argument, unimplemented
from emulator.surface.registry import Message
from emulator.surface.validation import check_size, enum_name

_MOST_EXPRESSIONS = 20


def ranking_stage(
    environment: Environment, request: Message, scopes: Scopes
) -> RankingStage | None:
    """What a SearchRequest asks to rank by; None if it does not.

    INVALID_ARGUMENT for an expression that is malformed or names what is not known, UNIMPLEMENTED
    for an embedding that no expression uses. An order takes the place of an expression.
    """
    text, vectors = request.ranking_expression, request.embedding_spec.embedding_vectors
    precompute = request.custom_ranking_params.expressions_to_precompute
    if vectors and PRODUCT not in text:
        raise unimplemented("SearchRequest.embedding_spec without dotProduct in an expression")
    if not text.strip() and not precompute:
        return None
    origins = UserLocations(request, scopes)
    reader = _Reader(request, scopes.fields, origins)
    formula = reader.main() if text.strip() else None
    kept = None if scopes.order else formula
    vector = list(vectors[0].vector) if vectors else []
    return _Ranking(Signals(environment, vector, origins), kept, reader.precomputed())


class _Reader:
    """Reads the expressions of a request."""

    def __init__(self, request: Message, fields: BranchFields, origins: UserLocations) -> None:
        self._request = request
        self._fields = fields
        self._origins = origins

    def main(self) -> RankingExpression:
        backend = enum_name(self._request, "ranking_expression_backend")
        where, text = "ranking_expression", self._request.ranking_expression
        if backend in ("RANK_BY_FORMULA", "CLEARBOX"):
            return _read(text, self._is_signal, None, where)
        formula = _read(text, lambda name: name == "relevance_score", {PRODUCT}, where)
        known = {f"{PRODUCT}({one.field_path})" for one in self._vectors}
        if missing := formula.signals - known - {"relevance_score"}:
            reason = f"embedding_spec has no vector for {min(missing)}."
            raise invalid_argument("ranking_expression", reason)
        return formula

    def precomputed(self) -> list[RankingExpression]:
        where = "custom_ranking_params.expressions_to_precompute"
        texts = self._request.custom_ranking_params.expressions_to_precompute
        check_size(texts, _MOST_EXPRESSIONS, where)
        return [
            _read(text, self._is_signal, None, f"{where}[{number}]")
            for number, text in enumerate(texts)
        ]

    @property
    def _vectors(self) -> Sequence[Message]:
        vectors: Sequence[Message] = self._request.embedding_spec.embedding_vectors
        if len(vectors) > 1:
            raise invalid_argument("embedding_spec.embedding_vectors", "at most one is allowed.")
        return vectors

    def _is_signal(self, name: str) -> bool:
        known = is_signal(name, self._fields)
        if known and name.startswith(DISTANCE):
            self._origins.check(name)
        return known


class _Ranking:
    """Works out the expressions for all results, and orders them by the main one.

    Results for which it is NaN come last; equal ones stay as they stand.
    """

    def __init__(
        self,
        signals: Signals,
        formula: RankingExpression | None,
        precomputed: Sequence[RankingExpression],
    ) -> None:
        self._signals = signals
        self._formula = formula
        self._precomputed = precomputed

    def __call__(
        self, results: list[BlendedHit], query: Query, blend: BlendedSearch
    ) -> list[BlendedHit]:
        formulas = [*self._precomputed, *([self._formula] if self._formula else [])]
        needed = frozenset().union(*(formula.signals for formula in formulas))
        found = self._signals.columns(needed, results, query, blend)
        computed = [formula.values(found, len(results)) for formula in self._precomputed]
        custom = {
            name.removeprefix(CUSTOM): found[name] for name in needed if name.startswith(CUSTOM)
        }
        if custom or computed:
            results = [
                replace(one, values=_values(place, custom, computed))
                for place, one in enumerate(results)
            ]
        if self._formula is None:
            return results
        worth = self._formula.values(found, len(results))
        return [results[place] for place in descending(worth)]


def _read(
    text: str, is_signal: Callable[[str], bool], functions: set[str] | None, where: str
) -> RankingExpression:
    try:
        return parse_expression(text, is_signal, functions)
    except RankingExpressionError as error:
        raise invalid_argument(where, f"{error}.") from None


def _values(place: int, custom: Columns, computed: Sequence[Column]) -> RankingValues:
    signals = {name: column[place] for name, column in custom.items()}
    return RankingValues(signals, tuple(column[place] for column in computed))
