"""ChunkService, and what a document was made into."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from emulator.discoveryengine.indexing.branches.branch_service import BranchService, check_readable
from emulator.discoveryengine.indexing.content import parsed_content
from emulator.discoveryengine.retrieval.matching_chunks import with_chunk_at
from emulator.discoveryengine.retrieval.results import fill_chunk
from emulator.discoveryengine.retrieval.retriever import Found
from emulator.ingestion.document import Block
from emulator.resources import paging
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import DocumentRow
from emulator.surface import names
from emulator.surface.errors import failed_precondition, not_found, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


class ChunkService(BranchService):
    """The chunks of documents, of data stores that were created with a chunking config."""

    def get_chunk(self, request: Message) -> Message:
        """The chunk."""
        name = names.canonical(request.name)
        for found in self._chunks(names.parent(name)):
            if found.chunk_name == name:
                return _chunk(found)
        raise not_found("Chunk", name)

    @in_worker
    def list_chunks(self, request: Message) -> Message:
        """The chunks of a document, in order."""
        page = paging.OffsetPage.of(request, 100, 1000)
        found, token = page.cut(self._chunks(names.canonical(request.parent)))
        return de.ListChunksResponse(chunks=map(_chunk, found), next_page_token=token)

    @in_worker
    def get_processed_document(self, request: Message) -> Message:
        """What the parser or the chunker made of a document, as JSON.

        The form is that of Document AI's `Document`, of which it has the parts that there are.
        """
        name = names.canonical(request.name)
        kind = request.processed_document_type
        if kind == type(request).CHUNKED_DOCUMENT:
            shown = {"chunkedDocument": {"chunks": [_piece(one) for one in self._chunks(name)]}}
        elif kind == type(request).PARSED_DOCUMENT:
            shown = {"documentLayout": {"blocks": _layout(self._blocks(name))}}
        else:
            raise unimplemented("GetProcessedDocumentRequest.processed_document_type")
        return de.ProcessedDocument(document=name, json_data=orjson.dumps(shown).decode())

    def _chunks(self, document: str) -> Sequence[Found]:
        branch, data_store = self.readable_branch(names.parent(document))
        if not data_store.document_processing_config.HasField("chunking_config"):
            raise failed_precondition(
                f"DataStore {data_store.name} has no chunking config, with which it would have to "
                "be created: its documents have no chunks."
            )
        row = self._row(branch, document)
        found = Found(branch, row, 0, 0.0)
        return [with_chunk_at(found, row.chunks, place) for place in range(1, len(row.chunks) + 1)]

    def _blocks(self, document: str) -> Sequence[Block]:
        destination = self.destination(names.parent(document))
        check_readable(destination.data_store)
        row = self._row(destination.branch, document, whole=True)
        stored = de.Document.FromString(row.message)
        if not stored.HasField("content"):
            raise failed_precondition(f"Document {document} has no content that could be parsed.")
        return parsed_content(stored.content, destination).blocks

    def _row(self, branch: BranchRow, document: str, *, whole: bool = False) -> DocumentRow:
        document_id = names.resource_id(document)
        with self.environment.store.read() as connection:
            rows = documents.read(connection, branch.id, [document_id], whole=whole)
        if document_id not in rows:
            raise not_found("Document", document)
        return rows[document_id]


def _chunk(found: Found) -> Message:
    chunk = de.Chunk()
    fill_chunk(chunk, found)
    return chunk


def _piece(found: Found) -> dict[str, object]:
    piece = found.row.chunks[0]
    shown: dict[str, object] = {"chunkId": f"c{found.position}", "content": piece.content}
    if piece.page_start:
        shown["pageSpan"] = {"pageStart": piece.page_start, "pageEnd": piece.page_end}
    return shown


def _layout(blocks: Sequence[Block]) -> list[dict[str, object]]:
    return [
        {
            "blockId": str(number),
            "textBlock": {"text": block.text, "type": _type(block)},
            "pageSpan": {"pageStart": block.page, "pageEnd": block.last_page or block.page},
        }
        for number, block in enumerate(blocks, start=1)
    ]


def _type(block: Block) -> str:
    return f"heading-{block.level}" if block.kind == "heading" else block.kind
