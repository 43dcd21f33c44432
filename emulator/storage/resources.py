"""Plain resources by name, parent and kind."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col

from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import Resource

_NAME = col(Resource.name)
_GET = Statement(select(col(Resource.body)).where(bindparam("key") == _NAME))
_ADD = Statement(insert(Resource).on_conflict_do_nothing())
_REPLACE = Statement(
    update(Resource)
    .where(bindparam("key") == _NAME)
    .values(update_time=bindparam("time"), body=bindparam("new_body"))
)
_REMOVE = Statement(delete(Resource).where(bindparam("key") == _NAME))
# `/` and `0` are neighbours in ASCII: between them lie the names below.
_REMOVE_BELOW = Statement(
    delete(Resource).where(bindparam("first") < _NAME, bindparam("last") > _NAME)
)
_CHILDREN = Statement(
    select(col(Resource.create_time), _NAME, col(Resource.body))
    .where(bindparam("above") == col(Resource.parent), bindparam("sort") == col(Resource.kind))
    .order_by(col(Resource.create_time), _NAME)
)


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


def remove(connection: Connection, name: str) -> bool:
    """Delete a resource; False if there is none."""
    return _REMOVE.run(connection, key=name) == 1


def remove_below(connection: Connection, name: str) -> None:
    """Delete every resource whose name is below this one."""
    _REMOVE_BELOW.run(connection, first=f"{name}/", last=f"{name}0")


def children(connection: Connection, parent: str, kind: str) -> list[tuple[int, str, bytes]]:
    """All resources of a kind under a parent, oldest first: (create time, name, body)."""
    return [
        (time, name, body)
        for time, name, body in _CHILDREN.rows(connection, above=parent, sort=kind)
    ]
