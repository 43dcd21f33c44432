"""`rankingExpression`, `customRankingParams` and the signals that they are about.

Signals of models that there are none of (semantic similarity, predicted clicks, media matches) are
NaN, as in the real service where a document does not have them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from emulator.discoveryengine.blend import Blend, Placed, Values
from emulator.discoveryengine.branch_fields import BranchFields
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retriever import Stage
from emulator.discoveryengine.scopes import Scopes
from emulator.discoveryengine.struct_data import attributes
from emulator.retrieval import columns
from emulator.retrieval.formulas import (
    PRODUCT,
    Column,
    Columns,
    Formula,
    FormulaError,
    parse_formula,
)
from emulator.retrieval.query import Query
from emulator.storage import documents
from emulator.surface.errors import invalid_argument, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

HOUR = 3_600_000_000
_MOST_EXPRESSIONS = 20
_CUSTOM = "c."
_UNKNOWN = frozenset(
    {
        *("semantic_similarity_score", "pctr_rank", "media_prefix_similarity_rank"),
        *("media_actor_match", "media_director_match", "media_genre_match"),
        *("media_language_match", "media_title_match", "media_semantic_similarity_rank"),
    }
)
_KNOWN = frozenset(
    {
        *("keyword_similarity_score", "relevance_score", "document_age"),
        *("freshness_rank", "topicality_rank", "base_rank"),
    }
)


def ranking(environment: Environment, request: Message, scopes: Scopes) -> Stage | None:
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
    reader = _Reader(request, scopes.fields)
    formula = reader.main() if text.strip() else None
    kept = None if scopes.order else formula
    return _Ranking(environment, kept, reader.precomputed(), _vector(request))


class _Reader:
    """Reads the expressions of a request."""

    def __init__(self, request: Message, fields: BranchFields) -> None:
        self._request = request
        self._fields = fields

    def main(self) -> Formula:
        backend = de.SearchRequest.RankingExpressionBackend.Name(
            self._request.ranking_expression_backend
        )
        where, text = "ranking_expression", self._request.ranking_expression
        if backend in ("RANK_BY_FORMULA", "CLEARBOX"):
            return _read(text, self._is_signal, None, where)
        formula = _read(text, lambda name: name == "relevance_score", {PRODUCT}, where)
        known = {f"{PRODUCT}({one.field_path})" for one in self._vectors}
        if missing := formula.signals - known - {"relevance_score"}:
            reason = f"embedding_spec has no vector for {min(missing)}."
            raise invalid_argument("ranking_expression", reason)
        return formula

    def precomputed(self) -> list[Formula]:
        where = "custom_ranking_params.expressions_to_precompute"
        texts = self._request.custom_ranking_params.expressions_to_precompute
        if len(texts) > _MOST_EXPRESSIONS:
            raise invalid_argument(where, f"at most {_MOST_EXPRESSIONS} are allowed.")
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
        if not name.startswith(_CUSTOM):
            return name in _KNOWN or name in _UNKNOWN
        field = self._fields.known.find(name.removeprefix(_CUSTOM))
        return field is not None and field.type in ("number", "integer")


class _Ranking:
    """Works out the expressions for all results, and orders them by the main one.

    Results for which it is NaN come last; equal ones stay as they stand.
    """

    def __init__(
        self,
        environment: Environment,
        formula: Formula | None,
        precomputed: Sequence[Formula],
        vector: Sequence[float],
    ) -> None:
        self._environment = environment
        self._formula = formula
        self._precomputed = precomputed
        self._vector = vector

    def __call__(self, results: list[Placed], query: Query, blend: Blend) -> list[Placed]:
        formulas = [*self._precomputed, *([self._formula] if self._formula else [])]
        needed = frozenset().union(*(formula.signals for formula in formulas))
        found = self._columns(needed, results, query, blend)
        computed = [formula.values(found, len(results)) for formula in self._precomputed]
        custom = {
            name.removeprefix(_CUSTOM): found[name] for name in needed if name.startswith(_CUSTOM)
        }
        if custom or computed:
            results = [
                replace(one, values=_values(place, custom, computed))
                for place, one in enumerate(results)
            ]
        if self._formula is None:
            return results
        worth = self._formula.values(found, len(results))
        return [results[place] for place in _descending(worth)]

    def _columns(
        self, needed: frozenset[str], results: list[Placed], query: Query, blend: Blend
    ) -> Columns:
        scores = [one.hit.score for one in results]
        highest = blend.highest(query) or math.nan
        made: dict[str, Callable[[], Column]] = {
            "keyword_similarity_score": lambda: scores,
            "relevance_score": lambda: [min(score / highest, 1.0) for score in scores],
            "base_rank": lambda: [float(one.rank) for one in results],
            "topicality_rank": lambda: _ranks(scores),
            "document_age": lambda: self._ages(results),
            "freshness_rank": lambda: _ranks([-age for age in self._ages(results)]),
        }
        return {
            name: made[name]() if name in made else self._other(name, results) for name in needed
        }

    def _other(self, name: str, results: list[Placed]) -> Column:
        if name.startswith(_CUSTOM):
            return _numbers(name.removeprefix(_CUSTOM), results)
        if name.startswith(PRODUCT):
            return self._products(name[len(PRODUCT) + 1 : -1], results)
        return [math.nan] * len(results)

    def _ages(self, results: list[Placed]) -> Column:
        now = self._environment.clock.now()
        return [(now - time) / HOUR for time, _ in self._bodies(results)]

    def _products(self, path: str, results: list[Placed]) -> Column:
        bodies = self._bodies(results)
        return [_product(self._vector, _at(path, attributes(body))) for _, body in bodies]

    def _bodies(self, results: list[Placed]) -> list[tuple[float, bytes]]:
        """When the documents were written, and their bodies; one that is gone has none."""
        by_branch: dict[int, list[str]] = {}
        for one in results:
            by_branch.setdefault(one.scope.branch.id, []).append(one.hit.document)
        with self._environment.store.read() as connection:
            found = {
                branch: documents.bodies(connection, branch, ids)
                for branch, ids in by_branch.items()
            }
        gone = math.nan, b""
        return [found[one.scope.branch.id].get(one.hit.document, gone) for one in results]


def _read(
    text: str, is_signal: Callable[[str], bool], functions: set[str] | None, where: str
) -> Formula:
    try:
        return parse_formula(text, is_signal, functions)
    except FormulaError as error:
        raise invalid_argument(where, f"{error}.") from None


def _vector(request: Message) -> Sequence[float]:
    vectors = request.embedding_spec.embedding_vectors
    return list(vectors[0].vector) if vectors else []


def _values(place: int, custom: Columns, computed: Sequence[Column]) -> Values:
    signals = {name: column[place] for name, column in custom.items()}
    return Values(signals, tuple(column[place] for column in computed))


def _descending(worth: Column) -> list[int]:
    return sorted(range(len(worth)), key=lambda place: (math.isnan(worth[place]), -worth[place]))


def _ranks(worth: Column) -> Column:
    ranks = [0.0] * len(worth)
    for rank, place in enumerate(_descending(worth), start=1):
        ranks[place] = float(rank)
    return ranks


def _numbers(name: str, results: list[Placed]) -> Column:
    """The first number of a field; NaN where there is none."""
    column = columns.key(name.removeprefix("structData."), "number") or ""
    return [
        columns.original_number(value) if isinstance(value, int) else math.nan
        for (value,) in first_values([column], results)
    ]


def first_values(names: Sequence[str], results: Sequence[Placed]) -> list[tuple[object, ...]]:
    """The first values of the results' documents in some columns, None where there is none."""
    sequences: dict[int, tuple[Placed, list[int]]] = {}
    for one in results:
        sequences.setdefault(id(one.index), (one, []))[1].append(one.hit.sequence)
    found = {key: one.index.first_values(names, wanted) for key, (one, wanted) in sequences.items()}
    none = (None,) * len(names)
    return [found[id(one.index)].get(one.hit.sequence, none) for one in results]


def _at(path: str, data: object) -> object:
    for key in path.split("."):
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _product(vector: Sequence[float], other: object) -> float:
    if not isinstance(other, list) or len(other) != len(vector):
        return math.nan
    try:
        return math.fsum(left * float(right) for left, right in zip(vector, other, strict=True))
    except (TypeError, ValueError):
        return math.nan
