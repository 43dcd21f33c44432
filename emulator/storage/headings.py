"""What the documents of branches are called, without the documents themselves."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, select

from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import DOCUMENTS

_HEADINGS = Statement(
    select(DOCUMENTS.c.document, DOCUMENTS.c.title, DOCUMENTS.c.uri)
    .where(bindparam("key") == DOCUMENTS.c.branch)
    .order_by(DOCUMENTS.c.document)
)


class Heading(NamedTuple):
    """The id of a document with its title and address, which are empty where it has none."""

    document: str
    title: str
    uri: str


def headings(connection: Connection, branch_id: int) -> list[Heading]:
    """Those of all documents of a branch, in the order of their ids."""
    return [Heading(*row) for row in _HEADINGS.rows(connection, key=branch_id)]
