"""The lists of a parent's resources: filtered, ordered, one page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import bindparam, select

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.statements import Statement

Order: TypeAlias = Sequence[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list asks for; `order` holds (column, descending), then names decide."""

    parent: str
    condition: Condition
    order: Order = ()
    offset: int = 0
    limit: int = 50


def statement(
    columns: Mapping[str, Any], body: Any, condition: Condition, order: Order
) -> Statement:
    """The bodies that the rest of a listing selects from the table of the columns."""
    query = select(body).where(bindparam("above") == columns["parent"], to_sql(condition, columns))
    for name, descending in (*order, ("name", False)):
        query = query.order_by(columns[name].desc() if descending else columns[name])
    return Statement(query.offset(bindparam("start")).limit(bindparam("count")))
