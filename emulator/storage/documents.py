"""The documents of branches and the chunks of their content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, literal, select
from sqlalchemy.dialects.sqlite import insert as upsert

from emulator.storage import branches
from emulator.storage.statements import LISTED, Connection, Statement, listed
from emulator.storage.tables import CHUNKS, DOCUMENT_CHANGES, DOCUMENTS

_ROW = (
    DOCUMENTS.c.document,
    DOCUMENTS.c.title,
    DOCUMENTS.c.uri,
    DOCUMENTS.c.structured,
    DOCUMENTS.c.index_time,
    DOCUMENTS.c.body,
)
_WHOLE_ROW = (*_ROW, DOCUMENTS.c.content)
_PIECE = (CHUNKS.c.content, CHUNKS.c.page_start, CHUNKS.c.page_end)

_IN_BRANCH = bindparam("key") == DOCUMENTS.c.branch
_ONE = (_IN_BRANCH, bindparam("one") == DOCUMENTS.c.document)
_THOSE = (_IN_BRANCH, DOCUMENTS.c.document.in_(select(LISTED.c.value)))
_MESSAGE = (DOCUMENTS.c.body, DOCUMENTS.c.content)
_GET = Statement(select(*_MESSAGE).where(*_ONE))
_PAGE, _WHOLE_PAGE = (
    Statement(
        select(*columns)
        .where(_IN_BRANCH, DOCUMENTS.c.document > bindparam("after"))
        .order_by(DOCUMENTS.c.document)
        .limit(bindparam("count"))
    )
    for columns in (_MESSAGE[:1], _MESSAGE)
)
_IDS = Statement(select(DOCUMENTS.c.document).where(_IN_BRANCH).order_by(DOCUMENTS.c.document))
_LAST_ID = Statement(select(func.coalesce(func.max(DOCUMENTS.c.id), 0)))
_ADD = Statement(insert(DOCUMENTS))
_PLACES = Statement(select(DOCUMENTS.c.document, DOCUMENTS.c.id).where(*_THOSE))
_REMOVE = Statement(delete(DOCUMENTS).where(DOCUMENTS.c.id.in_(select(LISTED.c.value))))
_READ, _READ_WHOLE = (
    Statement(select(DOCUMENTS.c.id, *columns).where(*_THOSE)) for columns in (_ROW, _WHOLE_ROW)
)
_BODIES = Statement(
    select(DOCUMENTS.c.document, DOCUMENTS.c.index_time, DOCUMENTS.c.body).where(*_THOSE)
)
_CHUNKS = Statement(
    select(CHUNKS.c.document, *_PIECE)
    .where(CHUNKS.c.document.in_(select(LISTED.c.value)))
    .order_by(CHUNKS.c.document, CHUNKS.c.position)
)
# Pairs of a document's id and a position. With outer joins SQLite looks up each document, where it
# might else read all of them and look for each among the pairs.
_FIRST, _SECOND = (func.json_extract(LISTED.c.value, literal(path)) for path in ("$[0]", "$[1]"))
_CHUNKS_AT = Statement(
    select(CHUNKS.c.position, *_ROW, *_PIECE)
    .select_from(LISTED)
    .join(DOCUMENTS, _IN_BRANCH & (DOCUMENTS.c.document == _FIRST), isouter=True)
    .join(
        CHUNKS,
        (CHUNKS.c.document == DOCUMENTS.c.id) & (CHUNKS.c.position == _SECOND),
        isouter=True,
    )
)
_INDEX_TIMES = Statement(
    select(DOCUMENTS.c.uri, func.max(DOCUMENTS.c.index_time))
    .where(_IN_BRANCH, DOCUMENTS.c.uri.in_(select(LISTED.c.value)))
    .group_by(DOCUMENTS.c.uri)
)
_IDS_BY_URI = Statement(
    select(DOCUMENTS.c.uri, func.min(DOCUMENTS.c.document))
    .where(_IN_BRANCH, DOCUMENTS.c.uri.in_(select(LISTED.c.value)))
    .group_by(DOCUMENTS.c.uri)
)
_ADD_CHUNK = Statement(insert(CHUNKS))

_CHANGED = Statement(
    select(DOCUMENT_CHANGES.c.document).where(
        bindparam("key") == DOCUMENT_CHANGES.c.branch,
        DOCUMENT_CHANGES.c.generation > bindparam("known"),
    )
)
# Every document of a branch is among these.
_SOME_CHANGED = Statement(
    select(DOCUMENT_CHANGES.c.document)
    .where(bindparam("key") == DOCUMENT_CHANGES.c.branch)
    .limit(bindparam("count"))
)
_FORGET_CHANGES = Statement(
    delete(DOCUMENT_CHANGES).where(
        bindparam("key") == DOCUMENT_CHANGES.c.branch,
        DOCUMENT_CHANGES.c.document.in_(select(LISTED.c.value)),
    )
)
_CHANGE = upsert(DOCUMENT_CHANGES)
_RECORD_CHANGE = Statement(
    _CHANGE.on_conflict_do_update(
        index_elements=["branch", "document"],
        set_={"generation": _CHANGE.excluded.generation},
    )
)


class ChunkRow(NamedTuple):
    """A piece of a document's text; pages are 0 where the format has none."""

    content: str
    page_start: int = 0
    page_end: int = 0


class DocumentRow(NamedTuple):
    """A document with what search shows of it; `structured` tells a record from prose.

    The body is the message without the bytes of its content. `content` is a message that has them
    alone, None where it is not read: put together, both are the whole message. `values` is the
    structured data of the body for whoever has written it: it is not read. Documents come in the
    order of `sequence`, which `put` gives them: one that is written anew keeps its place.
    """

    document: str
    title: str
    uri: str
    structured: bool
    index_time: int
    body: bytes
    content: bytes | None = None
    chunks: tuple[ChunkRow, ...] = ()
    values: Mapping[str, Any] | None = None
    sequence: int = 0

    @property
    def size(self) -> int:
        """About how much it takes to keep the body and the texts."""
        return len(self.body) + sum(len(chunk.content) for chunk in self.chunks)

    @property
    def message(self) -> bytes:
        """The whole message."""
        assert self.content is not None
        return self.body + self.content


def sweep(connection: Connection, limit: int) -> bool:
    """Delete so many documents of a branch that was deleted; False if there is no such branch."""
    branch_id = branches.deleted(connection)
    if branch_id is None:
        return False
    some = _SOME_CHANGED.column(connection, key=branch_id, count=limit)
    _delete(connection, branch_id, some)
    _FORGET_CHANGES.run(connection, key=branch_id, listed=listed(some))
    if len(some) < limit:
        branches.forget(connection, branch_id)
    return True


def get(connection: Connection, branch_id: int, document: str) -> bytes | None:
    """The whole message of a document."""
    row = _GET.first(connection, key=branch_id, one=document)
    return None if row is None else b"".join(row)


def page(connection: Connection, branch_id: int, after: str, limit: int) -> list[bytes]:
    """The bodies of the documents whose ids come after this one, in the order of their ids."""
    return _PAGE.column(connection, key=branch_id, after=after, count=limit)


def whole_page(connection: Connection, branch_id: int, after: str, limit: int) -> list[bytes]:
    """The same as whole messages."""
    rows = _WHOLE_PAGE.rows(connection, key=branch_id, after=after, count=limit)
    return [b"".join(row) for row in rows]


def ids(connection: Connection, branch_id: int) -> list[str]:
    """The ids of all documents of a branch."""
    return _IDS.column(connection, key=branch_id)


def existing(connection: Connection, branch_id: int, documents: Sequence[str]) -> set[str]:
    """Those of the ids that documents of a branch have."""
    return set(_PLACES.column(connection, key=branch_id, listed=listed(documents)))


def identified(connection: Connection, branch_id: int, keys: Iterable[str]) -> dict[str, str]:
    """The ids of documents by these keys, which are ids or addresses; of those that there are."""
    wanted = list(keys)
    ids = existing(connection, branch_id, wanted)
    others = [one for one in wanted if one not in ids]
    # Addresses have no index, so that all documents are looked through for them.
    rows: list[Any] = (
        _IDS_BY_URI.rows(connection, key=branch_id, listed=listed(others)) if others else []
    )
    return dict(rows) | {one: one for one in ids}


def put(
    connection: Connection, branch_id: int, documents: Sequence[DocumentRow]
) -> tuple[int, list[DocumentRow]]:
    """Write documents with their chunks, in place of those of the same ids.

    Answers the generation of the branch that they make, and the documents as they are there.
    """
    latest = {one.document: one for one in documents}
    fresh = count(_LAST_ID.value(connection) + 1)
    known = _delete(connection, branch_id, latest)
    rows = [  # Not with `_replace`, which takes three times as long.
        DocumentRow(*one[:-1], known.get(document) or next(fresh))
        for document, one in latest.items()
    ]
    _ADD.run_many(connection, ((one.sequence, branch_id, *one[: len(_WHOLE_ROW)]) for one in rows))
    _ADD_CHUNK.run_many(
        connection,
        (
            (one.sequence, position, *chunk)
            for one in rows
            for position, chunk in enumerate(one.chunks, start=1)
        ),
    )
    return _record_change(connection, branch_id, latest), rows


def remove(connection: Connection, branch_id: int, documents: Sequence[str]) -> int:
    """Delete documents; answers how many there were."""
    removed = _delete(connection, branch_id, documents)
    _record_change(connection, branch_id, documents)
    return len(removed)


def bodies(
    connection: Connection, branch_id: int, documents: Sequence[str]
) -> dict[str, tuple[int, bytes]]:
    """When documents were written, and their bodies, by id."""
    rows = _BODIES.rows(connection, key=branch_id, listed=listed(documents))
    return {document: (time, body) for document, time, body in rows}


def changed_since(connection: Connection, branch_id: int, generation: int) -> list[str]:
    """The ids of the documents that were written or deleted after a generation."""
    return _CHANGED.column(connection, key=branch_id, known=generation)


def read(
    connection: Connection, branch_id: int, documents: Sequence[str], *, whole: bool = False
) -> dict[str, DocumentRow]:
    """Documents with all their chunks, by id; their contents are read if they are to be `whole`."""
    statement = _READ_WHOLE if whole else _READ
    found = statement.rows(connection, key=branch_id, listed=listed(documents))
    rows = {row[0]: row[1:] for row in found}
    chunks: dict[int, list[ChunkRow]] = {key: [] for key in rows}
    for key, *columns in _CHUNKS.rows(connection, listed=listed(rows)):
        chunks[key].append(ChunkRow(*columns))
    return {
        row[0]: DocumentRow(*row)._replace(chunks=tuple(chunks[key]), sequence=key)
        for key, row in rows.items()
    }


def read_chunks(
    connection: Connection, branch_id: int, places: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], DocumentRow]:
    """Documents with one chunk each, by id and the chunk's position; those that there are."""
    width = len(_ROW)
    rows = _CHUNKS_AT.rows(connection, key=branch_id, listed=listed(places))
    return {
        (row[0], position): DocumentRow._make(
            [*row[:width], None, (ChunkRow._make(row[width:]),), None, 0]
        )
        for position, *row in rows
        if position is not None
    }


def index_times(connection: Connection, branch_id: int, uris: Sequence[str]) -> dict[str, int]:
    """When documents were last indexed, by their addresses; those that there are."""
    rows: list[Any] = _INDEX_TIMES.rows(connection, key=branch_id, listed=listed(uris))
    return dict(rows)


def _delete(connection: Connection, branch_id: int, documents: Iterable[str]) -> dict[str, int]:
    """Delete documents; answers where those stood that there were."""
    found: dict[str, int] = dict(_PLACES.rows(connection, key=branch_id, listed=listed(documents)))
    if found:
        _REMOVE.run(connection, listed=listed(found.values()))
    return found


def _record_change(connection: Connection, branch_id: int, documents: Iterable[str]) -> int:
    """Count one more write of the branch and note it for each document."""
    generation = branches.count_write(connection, branch_id)
    changed = dict.fromkeys(documents)
    _RECORD_CHANGE.run_many(connection, ((branch_id, one, generation) for one in changed))
    return generation
