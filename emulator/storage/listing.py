"""The lists of a parent's resources: filtered, ordered, one page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.statements import Connection, Statement


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list asks for; `order` holds (column, descending), then names decide."""

    parent: str
    condition: Condition
    order: Sequence[tuple[str, bool]] = ()
    offset: int = 0
    limit: int = 50


def bodies(
    connection: Connection, columns: Mapping[str, Any], body: Any, listing: Listing
) -> list[bytes]:
    """The bodies that a listing selects from the table of the columns."""
    query = select(body).where(
        columns["parent"] == listing.parent, to_sql(listing.condition, columns)
    )
    for name, descending in [*listing.order, ("name", False)]:
        query = query.order_by(columns[name].desc() if descending else columns[name])
    query = query.offset(listing.offset).limit(listing.limit)
    return Statement(query).column(connection)
