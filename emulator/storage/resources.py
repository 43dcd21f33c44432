"""Plain resources by name, parent and kind."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col

from emulator.storage.tables import Resource


def get(connection: Connection, name: str) -> bytes | None:
    """The body of a resource."""
    query = select(col(Resource.body)).where(col(Resource.name) == name)
    return connection.execute(query).scalar()


def add(connection: Connection, name: str, parent: str, kind: str, time: int, body: bytes) -> bool:
    """Store a new resource; False if the name is taken."""
    row = {"name": name, "parent": parent, "kind": kind, "body": body}
    statement = insert(Resource).values(create_time=time, update_time=time, **row)
    return connection.execute(statement.on_conflict_do_nothing()).rowcount == 1


def replace(connection: Connection, name: str, time: int, body: bytes) -> None:
    """Store a new body of a resource that exists."""
    statement = update(Resource).where(col(Resource.name) == name)
    connection.execute(statement.values(update_time=time, body=body))


def remove(connection: Connection, name: str) -> bool:
    """Delete a resource; False if there is none."""
    statement = delete(Resource).where(col(Resource.name) == name)
    return connection.execute(statement).rowcount == 1


def remove_below(connection: Connection, name: str) -> None:
    """Delete every resource whose name is below this one."""
    below = col(Resource.name).startswith(f"{name}/", autoescape=True)
    connection.execute(delete(Resource).where(below))


def children(connection: Connection, parent: str, kind: str) -> Sequence[bytes]:
    """The bodies of all resources of a kind under a parent, oldest first."""
    query = select(col(Resource.body)).where(
        col(Resource.parent) == parent, col(Resource.kind) == kind
    )
    order = (col(Resource.create_time), col(Resource.name))
    return connection.execute(query.order_by(*order)).scalars().all()
