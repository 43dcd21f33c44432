"""Branches, their documents and the chunks of their content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlmodel import col

from emulator.storage.tables import Branch, Chunk, Document, DocumentChange


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A piece of a document's text; pages are 0 where the format has none."""

    content: str
    page_start: int = 0
    page_end: int = 0


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document with what search shows of it; `structured` tells a record from prose."""

    document: str
    title: str
    uri: str
    structured: bool
    index_time: int
    body: bytes
    chunks: tuple[ChunkRow, ...] = ()


@dataclass(frozen=True, slots=True)
class BranchRow:
    """A branch and how many writes its documents have seen."""

    id: int
    name: str
    generation: int


_BRANCHES: Any = select(col(Branch.id), col(Branch.name), col(Branch.generation))


def add_branch(connection: Connection, name: str) -> None:
    """Create an empty branch."""
    connection.execute(insert(Branch).values(name=name, generation=0))


def branches(connection: Connection) -> list[BranchRow]:
    """All branches."""
    return [BranchRow(*row) for row in connection.execute(_BRANCHES)]


def branch(connection: Connection, name: str) -> BranchRow | None:
    """The branch of that name."""
    row = connection.execute(_BRANCHES.where(col(Branch.name) == name)).first()
    return None if row is None else BranchRow(*row)


def remove_branch(connection: Connection, branch_id: int) -> None:
    """Delete a branch with all its documents."""
    connection.execute(delete(Branch).where(col(Branch.id) == branch_id))


def get(connection: Connection, branch_id: int, document: str) -> bytes | None:
    """The body of a document."""
    query = select(col(Document.body)).where(
        col(Document.branch) == branch_id, col(Document.document) == document
    )
    return connection.execute(query).scalar()


def page(connection: Connection, branch_id: int, after: str, limit: int) -> Sequence[bytes]:
    """The bodies of the documents whose ids come after this one, in the order of their ids."""
    query = select(col(Document.body)).where(
        col(Document.branch) == branch_id, col(Document.document) > after
    )
    return connection.execute(query.order_by(col(Document.document)).limit(limit)).scalars().all()


def ids(connection: Connection, branch_id: int) -> Sequence[str]:
    """The ids of all documents of a branch."""
    query = select(col(Document.document)).where(col(Document.branch) == branch_id)
    return connection.execute(query.order_by(col(Document.document))).scalars().all()


def put(connection: Connection, branch_id: int, documents: Sequence[DocumentRow]) -> None:
    """Write documents with their chunks, in place of those of the same ids."""
    latest = {one.document: one for one in documents}
    _delete_rows(connection, branch_id, list(latest))
    first = (connection.execute(select(func.max(col(Document.id)))).scalar() or 0) + 1
    numbered = list(enumerate(latest.values(), start=first))
    connection.execute(
        insert(Document),
        [{"id": key, "branch": branch_id, **_columns(one)} for key, one in numbered],
    )
    chunks = [
        {"document": key, "position": position, **_chunk_columns(chunk)}
        for key, one in numbered
        for position, chunk in enumerate(one.chunks, start=1)
    ]
    if chunks:
        connection.execute(insert(Chunk), chunks)
    _record_change(connection, branch_id, list(latest))


def remove(connection: Connection, branch_id: int, documents: Sequence[str]) -> int:
    """Delete documents; answers how many there were."""
    count = _delete_rows(connection, branch_id, documents)
    _record_change(connection, branch_id, documents)
    return count


def changed_since(connection: Connection, branch_id: int, generation: int) -> Sequence[str]:
    """The ids of the documents that were written or deleted after a generation."""
    query = select(col(DocumentChange.document)).where(
        col(DocumentChange.branch) == branch_id, col(DocumentChange.generation) > generation
    )
    order = (col(DocumentChange.generation), col(DocumentChange.document))
    return connection.execute(query.order_by(*order)).scalars().all()


def read(
    connection: Connection, branch_id: int, documents: Sequence[str]
) -> dict[str, DocumentRow]:
    """Documents with all their chunks, by id."""
    keys: dict[int, str] = {}
    found: dict[str, DocumentRow] = {}
    for key, *columns in connection.execute(_select_rows(branch_id, documents)):
        row = DocumentRow(*columns)
        keys[key], found[row.document] = row.document, row
    query = select(
        col(Chunk.document), col(Chunk.content), col(Chunk.page_start), col(Chunk.page_end)
    ).where(col(Chunk.document).in_(keys))
    chunks: dict[str, list[ChunkRow]] = {name: [] for name in found}
    for key, *columns in connection.execute(
        query.order_by(col(Chunk.document), col(Chunk.position))
    ):
        chunks[keys[key]].append(ChunkRow(*columns))
    return {name: _with_chunks(row, chunks[name]) for name, row in found.items()}


def read_chunks(
    connection: Connection, branch_id: int, places: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], DocumentRow]:
    """Documents with one chunk each, by (document id, chunk position)."""
    query: Select[Any] = (
        select(
            *_ROW_COLUMNS,
            col(Chunk.position),
            col(Chunk.content),
            col(Chunk.page_start),
            col(Chunk.page_end),
        )
        .join(Chunk, col(Chunk.document) == col(Document.id))
        .where(
            col(Document.branch) == branch_id,
            tuple_(col(Document.document), col(Chunk.position)).in_(list(places)),
        )
    )
    width = len(_ROW_COLUMNS)
    found = {}
    for row in connection.execute(query):
        position, *chunk = row[width:]
        document = _with_chunks(DocumentRow(*row[:width]), [ChunkRow(*chunk)])
        found[document.document, position] = document
    return found


_ROW_COLUMNS: tuple[Any, ...] = (
    col(Document.document),
    col(Document.title),
    col(Document.uri),
    col(Document.structured),
    col(Document.index_time),
    col(Document.body),
)


def _select_rows(branch_id: int, documents: Sequence[str]) -> Select[Any]:
    query = select(col(Document.id), *_ROW_COLUMNS)
    return query.where(col(Document.branch) == branch_id, col(Document.document).in_(documents))


def _with_chunks(row: DocumentRow, chunks: Iterable[ChunkRow]) -> DocumentRow:
    return DocumentRow(
        row.document, row.title, row.uri, row.structured, row.index_time, row.body, tuple(chunks)
    )


def _columns(row: DocumentRow) -> dict[str, object]:
    return {
        "document": row.document,
        "title": row.title,
        "uri": row.uri,
        "structured": row.structured,
        "index_time": row.index_time,
        "body": row.body,
    }


def _chunk_columns(chunk: ChunkRow) -> dict[str, object]:
    return {
        "content": chunk.content,
        "page_start": chunk.page_start,
        "page_end": chunk.page_end,
    }


def _delete_rows(connection: Connection, branch_id: int, documents: Sequence[str]) -> int:
    statement = delete(Document).where(
        col(Document.branch) == branch_id, col(Document.document) == bindparam("one")
    )
    count = 0
    for one in documents:
        count += connection.execute(statement, {"one": one}).rowcount
    return count


def _record_change(connection: Connection, branch_id: int, documents: Sequence[str]) -> None:
    """Count one more write of the branch and note it for each document."""
    if not documents:
        return
    generation = connection.execute(
        update(Branch)
        .where(col(Branch.id) == branch_id)
        .values(generation=Branch.generation + 1)
        .returning(col(Branch.generation))
    ).scalar_one()
    statement = upsert(DocumentChange)
    statement = statement.on_conflict_do_update(
        index_elements=["branch", "document"],
        set_={"generation": statement.excluded.generation},
    )
    connection.execute(
        statement,
        [
            {"branch": branch_id, "document": one, "generation": generation}
            for one in dict.fromkeys(documents)
        ],
    )
