"""What goes with a resource that is deleted."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Column, Integer, LargeBinary, Table, insert, select

from emulator.storage import resources
from emulator.storage.statements import Statement
from emulator.storage.store import Store
from emulator.storage.tables import AGENT_SESSIONS, CONVERSATIONS, RESOURCES, SESSIONS, USER_EVENTS

GONE, KEPT = "projects/1/engines/one", "projects/1/engines/one-more"


def value(column: Column[Any], parent: str, number: int) -> object:
    if column.name in ("name", "parent"):
        return parent if column.name == "parent" else f"{parent}/parts/{number}"
    if column.primary_key:
        return number
    return b"" if isinstance(column.type, LargeBinary) else 0 if _is_number(column) else ""


def _is_number(column: Column[Any]) -> bool:
    return isinstance(column.type, Integer) or column.type.python_type is bool


@pytest.mark.parametrize(
    "table", [RESOURCES, SESSIONS, CONVERSATIONS, AGENT_SESSIONS, USER_EVENTS], ids=str
)
def test_what_is_below_a_resource_goes_with_it_and_nothing_else(table: Table) -> None:
    store = Store(None)
    with store.write() as connection:
        for number, parent in enumerate((GONE, KEPT)):
            row = {column.name: value(column, parent, number) for column in table.c}
            Statement(insert(table)).run(connection, **row)
        resources.remove_below(connection, GONE)
        left = Statement(select(table.c.parent)).column(connection)
    assert left == [KEPT]
    store.close()
