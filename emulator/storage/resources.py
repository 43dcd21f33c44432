"""Plain resources by name, parent and kind."""

from __future__ import annotations

from functools import lru_cache

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from emulator.storage.keyset_pages import Order, Place, after, ordered, total_order
from emulator.storage.statements import Connection, Statement, below, is_below
from emulator.storage.tables import AGENT_SESSIONS, CONVERSATIONS, RESOURCES, SESSIONS, USER_EVENTS

BY_TIME: Order = (("create_time", False), ("name", False))
ALL = -1

_NAME = RESOURCES.c.name
_COLUMNS = {"create_time": RESOURCES.c.create_time, "name": _NAME}
_OF_KIND = (bindparam("above") == RESOURCES.c.parent, bindparam("sort") == RESOURCES.c.kind)
_GET = Statement(select(RESOURCES.c.body).where(bindparam("key") == _NAME))
_ADD = Statement(insert(RESOURCES).on_conflict_do_nothing())
_REPLACE = Statement(
    update(RESOURCES)
    .where(bindparam("key") == _NAME)
    .values(update_time=bindparam("time"), body=bindparam("new_body"))
)
_REMOVE = Statement(delete(RESOURCES).where(bindparam("key") == _NAME))
_ALL_OF_KIND = Statement(
    select(_NAME, RESOURCES.c.body).where(bindparam("sort") == RESOURCES.c.kind)
)
_REMOVE_CHILDREN = Statement(delete(RESOURCES).where(*_OF_KIND))
_COUNT = Statement(select(func.count()).where(*_OF_KIND))
_REMOVE_BELOW = Statement(delete(RESOURCES).where(is_below(_NAME)))
_REMOVE_HELD = tuple(
    Statement(delete(table).where(bindparam("key") == table.c.parent))
    for table in (SESSIONS, CONVERSATIONS, AGENT_SESSIONS, USER_EVENTS)
)
_ANY_BELOW = Statement(select(_NAME).where(is_below(_NAME)).limit(1))
_HAVING = Statement(
    select(_NAME, RESOURCES.c.body).where(
        *_OF_KIND, func.instr(RESOURCES.c.body, bindparam("part")) > 0
    )
)


@lru_cache(maxsize=32)
def _children(order: Order, continued: bool) -> Statement:
    query = select(RESOURCES.c.create_time, _NAME, RESOURCES.c.body).where(*_OF_KIND)
    query = ordered(query, _COLUMNS, total_order(order, BY_TIME), continued=continued)
    return Statement(query.limit(bindparam("count")))


def get(connection: Connection, name: str) -> bytes | None:
    """The body of a resource."""
    body: bytes | None = _GET.value(connection, key=name)
    return body


def add(connection: Connection, name: str, parent: str, kind: str, time: int, body: bytes) -> bool:
    """Store a new resource; False if the name is taken."""
    count = _ADD.run(
        connection,
        name=name,
        parent=parent,
        kind=kind,
        create_time=time,
        update_time=time,
        body=body,
    )
    return count == 1


def replace(connection: Connection, name: str, time: int, body: bytes) -> None:
    """Store a new body of a resource that exists."""
    _REPLACE.run(connection, key=name, time=time, new_body=body)


def put(connection: Connection, name: str, parent: str, kind: str, time: int, body: bytes) -> None:
    """Store a resource as a new one, in the place of one that has the name."""
    remove(connection, name)
    add(connection, name, parent, kind, time, body)


def remove(connection: Connection, name: str) -> bool:
    """Delete a resource; False if there is none."""
    return _REMOVE.run(connection, key=name) == 1


def remove_children(connection: Connection, parent: str, kind: str) -> int:
    """Delete all resources of a kind under a parent; answers how many there were."""
    return _REMOVE_CHILDREN.run(connection, above=parent, sort=kind)


def remove_below(connection: Connection, name: str) -> None:
    """Delete every resource whose name is below this one, its sessions and its user events."""
    _REMOVE_BELOW.run(connection, **below(name))
    for statement in _REMOVE_HELD:
        statement.run(connection, key=name)


def any_below(connection: Connection, name: str) -> bool:
    """Whether there is a resource whose name is below this one."""
    return _ANY_BELOW.value(connection, **below(name)) is not None


def children(
    connection: Connection,
    parent: str,
    kind: str,
    order: Order = BY_TIME,
    last: Place = (),
    count: int = ALL,
) -> list[tuple[int, str, bytes]]:
    """So many resources of a kind under a parent in that order: (create time, name, body).

    They come after the `last` one's creation time and name; these decide what the order leaves
    open.
    """
    values = {"above": parent, "sort": kind, "count": count, **after(BY_TIME, last)}
    rows = _children(order, bool(last)).rows(connection, **values)
    return [(time, name, body) for time, name, body in rows]


def having(connection: Connection, parent: str, kind: str, part: bytes) -> list[tuple[str, bytes]]:
    """The resources of a kind under a parent whose bodies have those bytes: (name, body).

    To find the one of some name among thousands without reading them all.
    """
    rows = _HAVING.rows(connection, above=parent, sort=kind, part=part)
    return [(name, body) for name, body in rows]


def of_kind(connection: Connection, kind: str) -> list[tuple[str, bytes]]:
    """All resources of a kind, whatever they are under: (name, body). Reads the whole table."""
    rows = _ALL_OF_KIND.rows(connection, sort=kind)
    return [(name, body) for name, body in rows]


def count(connection: Connection, parent: str, kind: str) -> int:
    """How many resources of a kind there are under a parent."""
    found: int = _COUNT.value(connection, above=parent, sort=kind)
    return found
