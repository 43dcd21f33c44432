"""All that is kept of a project."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table, bindparam, delete, or_

from emulator.storage import branches
from emulator.storage.branches import BranchRow
from emulator.storage.statements import Connection, Statement, below, is_below
from emulator.storage.tables import (
    AGENT_SESSIONS,
    BRANCHES,
    CONVERSATIONS,
    OPERATIONS,
    RESOURCES,
    SESSIONS,
    USER_EVENTS,
)

# The tables whose rows are of a project by a name; what is in others hangs on these.
_NAMES = (
    RESOURCES.c.name,
    SESSIONS.c.name,
    CONVERSATIONS.c.name,
    AGENT_SESSIONS.c.name,
    OPERATIONS.c.name,
    USER_EVENTS.c.parent,
)


def _is_of_project(name: ColumnElement[str]) -> ColumnElement[bool]:
    return or_(bindparam("key") == name, is_below(name))


def _emptied(table: Table, name: ColumnElement[str]) -> Statement:
    return Statement(delete(table).where(_is_of_project(name)))


_REMOVE = tuple(_emptied(name.table, name) for name in _NAMES)
_OF_PROJECT = Statement(branches.ROWS.where(_is_of_project(BRANCHES.c.name)))


def remove(connection: Connection, project: str) -> list[BranchRow]:
    """Delete all that is of a project, of which the canonical name is given.

    Answers the branches that there were, whose indexes and documents are to follow.
    """
    within = {"key": project, **below(project)}
    found = [BranchRow(*row) for row in _OF_PROJECT.rows(connection, **within)]
    for statement in _REMOVE:
        statement.run(connection, **within)
    for branch in found:
        branches.remove(connection, branch.id)
    return found
