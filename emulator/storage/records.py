"""What sessions and conversations share: rows with a name, a parent, columns and a body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Table, bindparam, delete, insert, select, update

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.keyset_pages import Order, Place, after, ordered, total_order
from emulator.storage.statements import Connection, Statement

_MOST_LISTINGS = 64  # Kinds of them, of which a client asks for few, each many times.
_BY_NAME: Order = (("name", False),)


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list asks for: rows of a parent, filtered and ordered, so many after one place.

    Names decide what `order` leaves open. No place is before all rows.
    """

    parent: str
    condition: Condition
    order: Order = ()
    after: Place = ()
    limit: int = 50


class Records:
    """The rows of one table; `further` are columns beside its own that a list may name."""

    def __init__(self, table: Table, further: Mapping[str, Any] | None = None) -> None:
        columns = {**table.c, **(further or {})}
        self._page = lru_cache(maxsize=_MOST_LISTINGS)(partial(_statement, columns))
        named = bindparam("key") == table.c.name
        # These stay. To set even the same has SQLite look at every row that refers to the name.
        kept = set(table.c.keys()) - {"name", "parent"}
        changed: dict[str, Any] = {name: bindparam(f"new_{name}") for name in sorted(kept)}
        self._get = Statement(select(table.c.body).where(named))
        self._add = Statement(insert(table))
        self._replace = Statement(update(table).where(named).values(changed))
        self._remove = Statement(delete(table).where(named))

    def get(self, connection: Connection, name: str) -> bytes | None:
        """The body of the row of that name."""
        body: bytes | None = self._get.value(connection, key=name)
        return body

    def add(self, connection: Connection, row: Any) -> None:
        """Store a new row; IntegrityError if the name is taken."""
        self._add.run(connection, **row._asdict())

    def replace(self, connection: Connection, row: Any) -> None:
        """Store the new state of a row."""
        values = {f"new_{name}": value for name, value in row._asdict().items()}
        self._replace.run(connection, key=row.name, **values)

    def remove(self, connection: Connection, name: str) -> bool:
        """Delete the row and what hangs on it; False if there is none."""
        return self._remove.run(connection, key=name) == 1

    def page(self, connection: Connection, listing: Listing) -> list[tuple[Place, bytes]]:
        """The places and the bodies of the rows that a listing selects."""
        order = total_order(listing.order, _BY_NAME)
        query = self._page(listing.condition, order, bool(listing.after))
        place = after(order, listing.after)
        values = {"above": listing.parent, "count": listing.limit, **place}
        return [(tuple(place), body) for *place, body in query.rows(connection, **values)]


def _statement(
    columns: Mapping[str, Any], condition: Condition, order: Order, continued: bool
) -> Statement:
    """What a listing selects from the table of the columns: those of the order, and the body."""
    place = [columns[name] for name, _ in order]
    query = select(*place, columns["body"]).where(
        bindparam("above") == columns["parent"], to_sql(condition, columns)
    )
    query = ordered(query, columns, order, continued=continued)
    return Statement(query.limit(bindparam("count")))
