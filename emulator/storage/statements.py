"""Statements written with SQLAlchemy, compiled once, run by the driver itself.

To build and run a statement through SQLAlchemy takes forty times as long as SQLite needs for it,
so each is written once at the top of its module, with `bindparam` for what changes, and only its
SQL is used from then on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import orjson
from sqlalchemy import ClauseElement, ColumnElement, bindparam, func
from sqlalchemy.dialects import sqlite

Connection: TypeAlias = sqlite3.Connection

_DIALECT = sqlite.dialect(paramstyle="named")
# To look up each parameter by its name takes as long as to write a small row.
_OF_MANY = sqlite.dialect(paramstyle="qmark")

LISTED = func.json_each(bindparam("listed")).table_valued("value")
"""A list of any length, which is one parameter: what `listed` makes of it, read as a table."""


def listed(values: Iterable[object]) -> str:
    """The value of the parameter of `LISTED`."""
    return orjson.dumps(list(values)).decode()


def is_below(name: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a name is below that of the parameters which `below` gives."""
    return (bindparam("first") < name) & (bindparam("last") > name)


def below(name: str) -> dict[str, str]:
    """The parameters of `is_below`: `/` and `0` are neighbours in ASCII."""
    return {"first": f"{name}/", "last": f"{name}0"}


class Statement:
    """A statement; the values of its parameters are given by name when it is run."""

    def __init__(self, clause: ClauseElement) -> None:
        self._clause = clause

    def rows(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        """All rows."""
        return connection.execute(self._sql, self._bound(values)).fetchall()

    def first(self, connection: Connection, **values: Any) -> tuple[Any, ...] | None:
        """The first row, if there is one."""
        row: tuple[Any, ...] | None = connection.execute(self._sql, self._bound(values)).fetchone()
        return row

    def value(self, connection: Connection, **values: Any) -> Any:
        """The first column of the first row; None if there is no row."""
        row = self.first(connection, **values)
        return None if row is None else row[0]

    def column(self, connection: Connection, **values: Any) -> list[Any]:
        """The first column of all rows."""
        return [row[0] for row in self.rows(connection, **values)]

    def run(self, connection: Connection, **values: Any) -> int:
        """Change rows; answers how many."""
        return connection.execute(self._sql, self._bound(values)).rowcount

    def run_many(self, connection: Connection, rows: Iterable[Sequence[Any]]) -> None:
        """Change rows once for each tuple of values: all columns of a table in their order."""
        connection.executemany(self._sql_of_many, rows)

    @property
    def _sql(self) -> str:
        return self._compiled[0]

    @cached_property
    def _sql_of_many(self) -> str:
        return str(self._clause.compile(dialect=_OF_MANY))

    @cached_property
    def _compiled(self) -> tuple[str, dict[str, Any]]:
        """The SQL, and the parameters with the values that they have if none are given."""
        compiled = self._clause.compile(dialect=_DIALECT)
        return str(compiled), dict(compiled.params or {})

    def _bound(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**self._compiled[1], **values}
