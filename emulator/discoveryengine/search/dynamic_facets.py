"""Facets that nobody asked for: of fields that users have narrowed their searches by.

"Dynamic facets can be automatically added to a search based on previous user behavior such as facet
clicks and views" (Configure field settings): a click is here a search event with a filter.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.retrieval.filters.errors import FilterError
from emulator.retrieval.filters.parser import parse
from emulator.retrieval.filters.syntax import And, Expression, Not, Or
from emulator.storage import user_events
from emulator.storage.branches import BranchRow
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.messages import discoveryengine as de


@dataclass(slots=True)
class _Seen:
    """How often fields were filtered by in the events of a data store up to an id."""

    last: int = 0
    clicks: Counter[str] = field(default_factory=Counter)


class DynamicFacets:
    """Knows the clicks of each data store, and reads only the events that it has not seen."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._lock = threading.Lock()

    def keys(self, fields: BranchFields) -> list[str]:
        """The fields marked as dynamicFacetable that were filtered by, the most usual ones first.

        Data stores without such fields cost nothing.
        """
        clicks: Counter[str] = Counter()
        if not (dynamic := fields.dynamic):
            return []
        with self._environment.store.read() as connection, self._lock:
            for branch, paths in dynamic.items():
                seen = self._read(connection, branch)
                clicks.update({path: seen.clicks[path] for path in paths if seen.clicks[path]})
        return [path for path, _ in clicks.most_common()]

    def _read(self, connection: Connection, branch: BranchRow) -> _Seen:
        # A purge is a write, after which all are read anew; to add an event is none.
        kept = self._environment.store.kept((DynamicFacets, branch.id))
        seen: _Seen = kept.setdefault(_Seen, _Seen())
        data_store = names.parent(branch.name)
        for number, body in user_events.searches_after(connection, data_store, seen.last):
            seen.clicks.update(set(_fields(de.UserEvent.FromString(body).filter)))
            seen.last = number
        return seen


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
