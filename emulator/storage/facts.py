"""Facts about the data itself, such as that the demo corpus was loaded."""

from __future__ import annotations

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col

from emulator.storage.tables import Fact


def get(connection: Connection, key: str) -> str | None:
    """The value of a fact."""
    return connection.execute(select(col(Fact.value)).where(col(Fact.key) == key)).scalar()


def put(connection: Connection, key: str, value: str) -> None:
    """Store a fact."""
    statement = insert(Fact).values(key=key, value=value)
    connection.execute(
        statement.on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )
