"""What sessions and conversations share: rows with a name, a parent, columns and a body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeAlias

from sqlalchemy import Table, bindparam, delete, insert, select, update

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.statements import Connection, Statement

_MOST_LISTINGS = 64  # Kinds of them, of which a client asks for few, each many times.

Order: TypeAlias = Sequence[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list asks for: rows of a parent, filtered and ordered, so many from one place on.

    `order` holds (column, descending), then names decide.
    """

    parent: str
    condition: Condition
    order: Order = ()
    offset: int = 0
    limit: int = 50


class Records:
    """The rows of one table; `listed` are further columns that a list may name."""

    def __init__(
        self, table: Table, columns: Mapping[str, Any], listed: Mapping[str, Any] | None = None
    ) -> None:
        page = partial(_statement, {**columns, **(listed or {})}, table.c.body)
        self._page = lru_cache(maxsize=_MOST_LISTINGS)(page)
        named = bindparam("key") == table.c.name
        # These stay. To set even the same has SQLite look at every row that refers to the name.
        kept = {*columns, "body"} - {"name", "parent"}
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

    def page(self, connection: Connection, listing: Listing) -> list[bytes]:
        """The bodies that a listing selects."""
        query = self._page(listing.condition, tuple(listing.order))
        values = {"above": listing.parent, "start": listing.offset, "count": listing.limit}
        return query.column(connection, **values)


def _statement(
    columns: Mapping[str, Any], body: Any, condition: Condition, order: Order
) -> Statement:
    """The bodies that the rest of a listing selects from the table of the columns."""
    query = select(body).where(bindparam("above") == columns["parent"], to_sql(condition, columns))
    for name, descending in (*order, ("name", False)):
        query = query.order_by(columns[name].desc() if descending else columns[name])
    return Statement(query.offset(bindparam("start")).limit(bindparam("count")))
