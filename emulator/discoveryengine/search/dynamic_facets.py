"""Facets that nobody asked for: of fields that users have narrowed their searches by.

"Dynamic facets can be automatically added to a search based on previous user behavior such as facet
clicks and views" (Configure field settings): a click is here a search event with a filter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.user_events.digests import Digests
from emulator.retrieval.filters.errors import FilterError
from emulator.retrieval.filters.parser import parse
from emulator.retrieval.filters.syntax import And, Expression, Not, Or
from emulator.surface import names
from emulator.surface.registry import Message


@dataclass(slots=True)
class _Clicks:
    """How often fields were filtered by."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, event: Message) -> None:
        self.counts.update(set(_fields(event.filter)))


class DynamicFacets:
    """Knows the clicks of each data store."""

    def __init__(self, environment: Environment) -> None:
        self._clicks = Digests(environment, lambda _: _Clicks(), ("search",))

    def keys(self, fields: BranchFields) -> list[str]:
        """The fields marked as dynamicFacetable that were filtered by, the most usual ones first.

        Data stores without such fields cost nothing.
        """
        clicks: Counter[str] = Counter()
        if not (dynamic := fields.dynamic):
            return []
        stores = [names.parent(branch.name) for branch in dynamic]
        with self._clicks.of(stores) as each:
            for paths, seen in zip(dynamic.values(), each, strict=True):
                counts = seen.counts
                clicks.update({path: counts[path] for path in paths if counts[path]})
        return [path for path, _ in clicks.most_common()]


def _fields(text: str) -> Iterator[str]:
    """The fields that a filter names; none of one that cannot be read."""
    try:
        yield from _named(parse(text)) if text.strip() else ()
    except FilterError:
        return


def _named(expression: Expression) -> Iterator[str]:
    match expression:
        case Not(operand):
            yield from _named(operand)
        case And(operands) | Or(operands):
            for operand in operands:
                yield from _named(operand)
        case atom:
            yield atom.field.text
