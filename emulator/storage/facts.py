"""Facts about the data itself, such as that the demo corpus was loaded."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.sqlite import insert

from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import FACTS

_GET = Statement(select(FACTS.c.value).where(bindparam("name") == FACTS.c.key))
_INSERT = insert(FACTS)
_PUT = Statement(
    _INSERT.on_conflict_do_update(index_elements=["key"], set_={"value": _INSERT.excluded.value})
)


def get(connection: Connection, key: str) -> str | None:
    """The value of a fact."""
    value: str | None = _GET.value(connection, name=key)
    return value


def put(connection: Connection, key: str, value: str) -> None:
    """Store a fact."""
    _PUT.run(connection, key=key, value=value)
