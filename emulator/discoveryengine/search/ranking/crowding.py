"""`crowdingSpecs`: at most so many results that share a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.blended_search import BlendedHit, BlendedSearch
from emulator.discoveryengine.retrieval.retriever import RankingStage
from emulator.discoveryengine.search.ranking.expression_signals import first_values
from emulator.retrieval.index import columns
from emulator.retrieval.query import Query
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message
from emulator.surface.validation import check_count, enum_name

_DEMOTE = "DEMOTE_CROWDED_RESULTS_TO_END"
_Result = TypeVar("_Result")


def crowding_stage(request: Message, fields: BranchFields) -> RankingStage | None:
    """What a SearchRequest asks to thin out; None if it does not.

    Several specs are about the combination of their fields' values, with the highest of their
    counts; crowded results are dropped unless all of them demote. INVALID_ARGUMENT for a field
    that is not known or has no single values, and for a negative count.
    """
    specs = request.crowding_specs
    if not specs:
        return None
    names = [_column(spec, fields, f"crowding_specs[{place}]") for place, spec in enumerate(specs)]
    most = max(spec.max_count or 1 for spec in specs)
    demotes = all(enum_name(spec, "mode") == _DEMOTE for spec in specs)

    def stage(results: list[BlendedHit], query: Query, blend: BlendedSearch) -> list[BlendedHit]:
        found = first_values(names, results)
        values = [value if any(one is not None for one in value) else None for value in found]
        kept, crowded = limit_per_value(results, values, most)
        return kept + crowded if demotes else kept

    return stage


def _column(spec: Message, fields: BranchFields, where: str) -> str:
    check_count(spec.max_count, f"{where}.max_count")
    if not spec.field:
        raise missing_field(f"{where}.field")
    field = fields.known.find(spec.field)
    column = None if field is None else columns.key(field)
    if column is None:
        why = "is none to crowd by" if field else f"is {fields.known.unknown(spec.field)}"
        raise invalid_argument(f"{where}.field", f"Field '{spec.field}' {why}.")
    return column


def limit_per_value(
    results: Sequence[_Result], values: Sequence[Hashable | None], most: int
) -> tuple[list[_Result], list[_Result]]:
    """Return the first `most` results of each value, and the others, both in their order.

    Results without a value (None) have nothing in common.
    """
    counts: Counter[Hashable] = Counter()
    kept: list[_Result] = []
    crowded: list[_Result] = []
    for result, value in zip(results, values, strict=True):
        if value is not None:
            counts[value] += 1
        (crowded if value is not None and counts[value] > most else kept).append(result)
    return kept, crowded
