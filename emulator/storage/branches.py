"""Branches of data stores."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import String, bindparam, cast, delete, insert, literal, select, update

from emulator.storage.statements import Connection, Statement, below, is_below
from emulator.storage.tables import BRANCHES

ROWS = select(BRANCHES.c.id, BRANCHES.c.name, BRANCHES.c.generation)
"""Branches as `BranchRow` has them."""

# Below this stand branches from their deletion until their documents are gone, by their numbers.
_DELETED = "deleted"
_IS_DELETED = is_below(BRANCHES.c.name)

_ALL = Statement(ROWS.where(~_IS_DELETED))
_NAMED = Statement(ROWS.where(bindparam("key") == BRANCHES.c.name))
_ADD = Statement(insert(BRANCHES).values(name=bindparam("key"), generation=0))
_ONE = bindparam("key") == BRANCHES.c.id
_UNNAME = Statement(
    update(BRANCHES).where(_ONE).values(name=literal(f"{_DELETED}/") + cast(BRANCHES.c.id, String))
)
_ANY_DELETED = Statement(select(BRANCHES.c.id).where(_IS_DELETED).limit(1))
_FORGET = Statement(delete(BRANCHES).where(_ONE))
# Not `returning`, which came with SQLite 3.35: Red Hat Enterprise Linux 9 has 3.34, and 8 has 3.26.
_COUNT_WRITE = Statement(update(BRANCHES).where(_ONE).values(generation=BRANCHES.c.generation + 1))
_GENERATION = Statement(select(BRANCHES.c.generation).where(_ONE))


class BranchRow(NamedTuple):
    """A branch and how many writes its documents have seen."""

    id: int
    name: str
    generation: int


def add(connection: Connection, name: str) -> None:
    """Create an empty branch."""
    _ADD.run(connection, key=name)


def every(connection: Connection) -> list[BranchRow]:
    """All branches."""
    return [BranchRow(*row) for row in _ALL.rows(connection, **below(_DELETED))]


def named(connection: Connection, name: str) -> BranchRow | None:
    """The branch of that name."""
    row = _NAMED.first(connection, key=name)
    return None if row is None else BranchRow(*row)


def remove(connection: Connection, branch_id: int) -> None:
    """Delete a branch: nobody finds it any more, and `documents.sweep` deletes what it has.

    Half a million documents in one transaction would keep all other writes waiting for minutes.
    """
    _UNNAME.run(connection, key=branch_id)


def deleted(connection: Connection) -> int | None:
    """The number of a branch that was deleted and is not forgotten, if there is one."""
    found: int | None = _ANY_DELETED.value(connection, **below(_DELETED))
    return found


def forget(connection: Connection, branch_id: int) -> None:
    """Forget a deleted branch, whose documents are gone."""
    _FORGET.run(connection, key=branch_id)


def count_write(connection: Connection, branch_id: int) -> int:
    """Count one more write of a branch; answers the generation that it makes."""
    _COUNT_WRITE.run(connection, key=branch_id)
    generation: int = _GENERATION.value(connection, key=branch_id)
    return generation
