"""`search_result_list`: results that the caller gives in place of a search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from emulator.discoveryengine.access.readers import may_read
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.matching_chunks import chunk_score
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import ChunkRow, DocumentRow
from emulator.surface import names
from emulator.surface.errors import invalid_argument, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_name, check_size

WHERE = "search_spec.search_result_list.search_results"

_MOST = 100
_POSITION = re.compile("[1-9][0-9]{0,8}")
_NOWHERE = BranchRow(0, "", 0)


@dataclass(slots=True, kw_only=True)
class _Given(Found):
    """A text that the caller brought, under the names that it gave it."""

    document: str
    chunk: str
    page: str

    @property
    def document_name(self) -> str:
        """The document's name as it was given."""
        return self.document

    @property
    def chunk_name(self) -> str:
        """The chunk's name as it was given."""
        return self.chunk

    @property
    def page_identifier(self) -> str:
        """The page as it was given."""
        return self.page


class SearchResultListReader:
    """Reads a SearchResultList; what it only names is read from the data stores of the target."""

    def __init__(self, environment: Environment, target: Target) -> None:
        self._environment = environment
        self._branches = {branch.name: branch for branch in target.branches}
        self._fields = BranchFields(environment, target.branches)

    def read(self, results: Sequence[Message]) -> list[Found]:
        """The texts of all the results, in their order.

        INVALID_ARGUMENT for a result that is empty or too many of them, NOT_FOUND for one that has
        no text and is in none of the data stores, or not for the caller to read.
        """
        check_size(results, _MOST, WHERE)
        return [
            found
            for number, result in enumerate(results)
            for found in self._read(result, f"{WHERE}[{number}]")
        ]

    def read_known(self, results: Sequence[Message]) -> list[Found]:
        """The stored chunks that the results name, but for those that are there no longer.

        Of documents they are all the chunks.
        """
        chunks = [one.chunk_info.chunk for one in results if one.HasField("chunk_info")]
        documents = [one.unstructured_document_info.document for one in results]
        return [
            *self._chunks(chunks),
            *(found for name in documents if name for found in self._document(name)),
        ]

    def _read(self, result: Message, where: str) -> Sequence[Found]:
        kind = result.WhichOneof("content")
        if kind == "chunk_info":
            return self._of_chunk(result.chunk_info, f"{where}.chunk_info")
        if kind == "unstructured_document_info":
            info = result.unstructured_document_info
            return self._of_document(info, f"{where}.unstructured_document_info")
        raise invalid_argument(where, "neither unstructured_document_info nor chunk_info is set.")

    def _of_chunk(self, info: Message, where: str) -> Sequence[Found]:
        name = names.canonical(info.chunk)
        if info.content.strip():
            document = name.rpartition("/chunks/")[0]
            return [_given(info.content, info.document_metadata, document, chunk=name)]
        if not name:
            raise invalid_argument(where, "neither content nor chunk is set.")
        check_name(f"{where}.chunk", name, f"{names.DOCUMENT}/chunks/*")
        if found := self._chunks([name]):
            return [replace(one, as_chunk=True) for one in found]
        raise not_found("Chunk", name)

    def _of_document(self, info: Message, where: str) -> Sequence[Found]:
        texts = [one for one in info.document_contexts if one.content.strip()]
        texts = texts or [one for one in info.extractive_segments if one.content.strip()]
        name = names.canonical(info.document)
        if texts:
            return [_given(one.content, info, name, page=one.page_identifier) for one in texts]
        if not name:
            raise invalid_argument(
                where, "neither document_contexts, extractive_segments nor document is set."
            )
        check_name(f"{where}.document", name, names.DOCUMENT)
        if found := self._document(name):
            return found
        raise not_found("Document", name)

    def _chunks(self, chunks: Sequence[str]) -> list[Found]:
        """The stored chunks of these names that exist, in their order."""
        placed = [one for chunk in chunks if (one := self._place(chunk)) is not None]
        places: dict[BranchRow, list[tuple[str, int]]] = {}
        for branch, place in placed:
            places.setdefault(branch, []).append(place)
        with self._environment.store.read() as connection:
            rows = {
                branch: documents.read_chunks(connection, branch.id, wanted)
                for branch, wanted in places.items()
            }
        return [
            self._found(branch, rows[branch][place], place[1])
            for branch, place in placed
            if place in rows[branch]
        ]

    def _place(self, chunk: str) -> tuple[BranchRow, tuple[str, int]] | None:
        """Where a chunk of that name is, if there could be one."""
        document, _, position = names.canonical(chunk).partition("/chunks/c")
        branch = self._branches.get(names.parent(document))
        if branch is None or _POSITION.fullmatch(position) is None:
            return None
        document_id = names.resource_id(document)
        if not may_read(self._environment, branch, document_id):
            return None
        return branch, (document_id, int(position))

    def _document(self, name: str) -> Sequence[Found]:
        """All chunks of the stored document, if there is one of that name."""
        branch, document_id = self._branches.get(names.parent(name)), names.resource_id(name)
        if branch is None or not may_read(self._environment, branch, document_id):
            return []
        with self._environment.store.read() as connection:
            rows = documents.read(connection, branch.id, [document_id])
        return [
            self._found(branch, row._replace(chunks=(piece,)), position)
            for row in rows.values()
            for position, piece in enumerate(row.chunks, start=1)
        ]

    def _found(self, branch: BranchRow, row: DocumentRow, position: int) -> Found:
        return Found(branch, row, position, 0.0, rules=self._fields.rules[branch.id])


def rank_results(found: Sequence[Found], query: str, retriever: Retriever) -> list[Found]:
    """The results with their relevance for a query, best first."""
    weights = retriever.weights(query)
    mean = sum(len(one.text) for one in found) / max(len(found), 1)
    scored = [replace(one, relevance=chunk_score(one.text, weights, mean)) for one in found]
    return sorted(scored, key=lambda one: -one.relevance)


def best_of_each(ranking: Iterable[Found]) -> list[Found]:
    """The first chunk of each document in a ranking."""
    best: dict[str, Found] = {}
    for one in ranking:
        best.setdefault(one.document_name, one)
    return list(best.values())


def search_result_list(found: Iterable[Found], *, by_chunk: bool) -> Message:
    """A list of results that holds no more than the names of their chunks, or their documents."""
    result = de.AnswerQueryRequest.SearchSpec.SearchResultList()
    for one in found:
        added = result.search_results.add()
        if by_chunk:
            added.chunk_info.chunk = one.chunk_name
        else:
            added.unstructured_document_info.document = one.document_name
    return result


def _given(
    content: str, about: Message, document: str, *, page: str = "", chunk: str | None = None
) -> Found:
    """A text of a document, or a chunk; `about` has its title and its address."""
    row = DocumentRow("", about.title, about.uri, False, 0, b"", chunks=(ChunkRow(content),))
    return _Given(
        _NOWHERE,
        row,
        0,
        0.0,
        as_chunk=chunk is not None,
        document=document,
        chunk=chunk or "",
        page=page,
    )
