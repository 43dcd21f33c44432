"""Keyset pagination: a page begins after the last row of the page before, by its column values.

No row is missed if earlier ones are deleted in between, and none is shown twice if some are added.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_

Order: TypeAlias = tuple[tuple[str, bool], ...]
"""Columns with whether each is descending."""
Place: TypeAlias = tuple[Any, ...]
"""The values of a row in the columns of its list's order."""


def total_order(order: Order, last: Order) -> Order:
    """An order without ties: the `last` columns decide between rows with the same values."""
    named = {column for column, _ in order}
    return (*order, *(one for one in last if one[0] not in named))


def ordered(
    query: Select[Any], columns: Mapping[str, Any], order: Order, *, continued: bool
) -> Select[Any]:
    """The rows in a total order; a `continued` list has those after the place of `after`."""
    for name, descending in order:
        query = query.order_by(columns[name].desc() if descending else columns[name])
    return query.where(_comes_later(columns, order)) if continued else query


def after(order: Order, place: Place) -> dict[str, Any]:
    """The parameters of a continued list; none for no place."""
    return {f"after_{name}": value for (name, _), value in zip(order, place, strict=bool(place))}


def _comes_later(columns: Mapping[str, Any], order: Order) -> ColumnElement[bool]:
    """Whether a row comes after the place, by the first column that differs."""
    found: list[ColumnElement[bool]] = []
    same: list[ColumnElement[bool]] = []
    for name, descending in order:
        column, value = columns[name], _value(name)
        found.append(and_(*same, column < value if descending else column > value))
        same.append(column == value)
    # The first column is said once more, for SQLite to begin there in an index.
    name, descending = order[0]
    first, value = columns[name], _value(name)
    return and_(first <= value if descending else first >= value, or_(*found))


def _value(column: str) -> Any:
    return bindparam(f"after_{column}")
