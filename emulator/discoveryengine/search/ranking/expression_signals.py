"""The signals of results that ranking expressions are made of.

Those of models that there are none of (semantic similarity, predicted clicks, media matches) are
NaN, as in the real service where a document does not have them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.indexing.struct_data import attributes
from emulator.discoveryengine.retrieval.blended_search import BlendedHit, BlendedSearch
from emulator.discoveryengine.search.ranking.user_location import UserLocations
from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters.fields import Field
from emulator.retrieval.filters.geo import distance
from emulator.retrieval.index import columns
from emulator.retrieval.query import Query
from emulator.retrieval.ranking.expression import DISTANCE, PRODUCT, Column, Columns, descending
from emulator.storage import documents

CUSTOM = "c."
"""What the name of a signal begins with that is a field of the document."""

HOUR = 3_600_000_000
"""In microseconds."""

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


def is_signal(name: str, fields: BranchFields) -> bool:
    """Whether there is a signal of that name, which may be a number field or a distance."""
    if name.startswith(DISTANCE):
        target = name[len(DISTANCE) + 1 : -1].partition(",")[2]
        place = fields.known.find(target.removeprefix(CUSTOM), ("geolocation",))
        return target.startswith(CUSTOM) and place is not None
    if not name.startswith(CUSTOM):
        return name in _KNOWN or name in _UNKNOWN
    return fields.known.find(name.removeprefix(CUSTOM), ("number", "integer")) is not None


class Signals:
    """Finds out the signals of results.

    Products are those of a vector with fields; distances, in metres, those from origins.
    """

    def __init__(
        self, environment: Environment, vector: Sequence[float], origins: UserLocations
    ) -> None:
        self._environment = environment
        self._vector = vector
        self._origins = origins

    def columns(
        self, needed: frozenset[str], results: list[BlendedHit], query: Query, blend: BlendedSearch
    ) -> Columns:
        """The values of the signals that are needed."""
        scores = [one.hit.score for one in results]
        highest = blend.highest_score(query) or math.nan
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

    def _other(self, name: str, results: list[BlendedHit]) -> Column:
        if name.startswith(CUSTOM):
            return _numbers(name.removeprefix(CUSTOM), results)
        if name.startswith(DISTANCE):
            source, _, target = name[len(DISTANCE) + 1 : -1].partition(",")
            return self._distances(source, target.removeprefix(CUSTOM), results)
        if name.startswith(PRODUCT):
            return self._products(name[len(PRODUCT) + 1 : -1], results)
        return [math.nan] * len(results)

    def _ages(self, results: list[BlendedHit]) -> Column:
        now = self._environment.clock.now()
        return [(now - time) / HOUR for time, _ in self._bodies(results)]

    def _products(self, path: str, results: list[BlendedHit]) -> Column:
        bodies = self._bodies(results)
        return [_product(self._vector, _at(path, attributes(body))) for _, body in bodies]

    def _distances(self, source: str, path: str, results: list[BlendedHit]) -> Column:
        """How far the nearest place of a field is; NaN where there is none, or no origin."""
        path = path.removeprefix("structData.")
        origin = self._origins.of(source, path)
        if origin is None:
            return [math.nan] * len(results)
        found = (Attributes.read(attributes(body)).points for _, body in self._bodies(results))
        return [
            min((distance(origin, place) for place in points.get(path, ())), default=math.nan)
            for points in found
        ]

    def _bodies(self, results: list[BlendedHit]) -> list[tuple[float, bytes]]:
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


def _ranks(worth: Column) -> Column:
    ranks = [0.0] * len(worth)
    for rank, place in enumerate(descending(worth), start=1):
        ranks[place] = float(rank)
    return ranks


def _numbers(name: str, results: list[BlendedHit]) -> Column:
    """The first number of a field; NaN where there is none."""
    column = columns.key(Field(name.removeprefix("structData."), "number")) or ""
    return [
        columns.original_number(value) if isinstance(value, int) else math.nan
        for (value,) in first_values([column], results)
    ]


def first_values(names: Sequence[str], results: Sequence[BlendedHit]) -> list[tuple[object, ...]]:
    """The first values of the results' documents in some columns, None where there is none."""
    sequences: dict[int, tuple[BlendedHit, list[int]]] = {}
    for one in results:
        sequences.setdefault(id(one.snapshot), (one, []))[1].append(one.hit.sequence)
    found = {
        key: one.snapshot.first_values(names, wanted) for key, (one, wanted) in sequences.items()
    }
    none = (None,) * len(names)
    return [found[id(one.snapshot)].get(one.hit.sequence, none) for one in results]


def _at(path: str, data: object) -> object:
    for key in path.split("."):
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _product(vector: Sequence[float], other: object) -> float:
    if not isinstance(other, list) or len(other) != len(vector):
        return math.nan
    try:
        return math.fsum(left * float(right) for left, right in zip(vector, other, strict=True))
    except (TypeError, ValueError, OverflowError):
        return math.nan
