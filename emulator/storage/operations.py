"""Long-running operations by name."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update

from emulator.storage.conditions import to_sql
from emulator.storage.keyset_pages import Order, Place, after, ordered
from emulator.storage.records import Listing
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import OPERATIONS

NEWEST_FIRST: Order = (("create_time", True), ("name", False))

_BODIES = select(OPERATIONS.c.body)
_NAMED = bindparam("key") == OPERATIONS.c.name
_GET = Statement(_BODIES.where(_NAMED))
_ADD = Statement(insert(OPERATIONS))
_REPLACE = Statement(
    update(OPERATIONS).where(_NAMED).values(done=bindparam("is_done"), body=bindparam("new_body"))
)
_REMOVE = Statement(delete(OPERATIONS).where(_NAMED))
_UNFINISHED = Statement(_BODIES.where(OPERATIONS.c.done.is_(False)))


def get(connection: Connection, name: str) -> bytes | None:
    """The body of an operation."""
    body: bytes | None = _GET.value(connection, key=name)
    return body


def add(connection: Connection, name: str, done: bool, time: int, body: bytes) -> None:
    """Store a new operation."""
    _ADD.run(connection, name=name, done=done, create_time=time, body=body)


def replace(connection: Connection, name: str, done: bool, body: bytes) -> None:
    """Store the new state of an operation."""
    _REPLACE.run(connection, key=name, is_done=done, new_body=body)


def remove(connection: Connection, name: str) -> bool:
    """Forget an operation; False if there is none."""
    return _REMOVE.run(connection, key=name) == 1


def unfinished(connection: Connection) -> list[bytes]:
    """The bodies of the operations that are not done."""
    return _UNFINISHED.column(connection)


def page(connection: Connection, listing: Listing) -> list[tuple[Place, bytes]]:
    """The places and the bodies of operations, whose names begin with the listing's `parent`."""
    prefix, order, name = listing.parent, listing.order, OPERATIONS.c.name
    last = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    columns = {column.name: column for column in OPERATIONS.c}
    place = [columns[column] for column, _ in order]
    query = select(*place, OPERATIONS.c.body).where(
        name >= prefix, name < last, to_sql(listing.condition, columns)
    )
    query = ordered(query, columns, order, continued=bool(listing.after)).limit(listing.limit)
    rows = Statement(query).rows(connection, **after(order, listing.after))
    return [(tuple(place), body) for *place, body in rows]
