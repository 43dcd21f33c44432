"""DocumentService's look at whether documents are in the index."""

from __future__ import annotations

from emulator.discoveryengine.indexing.branches.branch_service import BranchService
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.surface.errors import missing_field, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message
from emulator.surface.validation import check_size

_MOST_URIS = 1000


class DocumentMetadata(BranchService):
    """`documents:batchGetDocumentsMetadata`."""

    @in_worker
    def batch_get_documents_metadata(self, request: Message) -> Message:
        """The state of each address: one that a document or its content has is in the index."""
        branch, _ = self.branch(request.parent)
        kind = request.matcher.WhichOneof("matcher")
        if kind is None:
            raise missing_field("matcher")
        if kind != "uris_matcher":
            raise unimplemented(f"BatchGetDocumentsMetadataRequest.matcher.{kind}")
        uris = list(dict.fromkeys(request.matcher.uris_matcher.uris))
        if not uris:
            raise missing_field("matcher.uris_matcher.uris")
        check_size(uris, _MOST_URIS, "matcher.uris_matcher.uris")
        with self.environment.store.read() as connection:
            times = documents.index_times(connection, branch.id, uris)
        return de.BatchGetDocumentsMetadataResponse(
            documents_metadata=[_metadata(uri, times.get(uri)) for uri in uris]
        )


def _metadata(uri: str, time: int | None) -> Message:
    response = de.BatchGetDocumentsMetadataResponse
    state = response.NOT_IN_INDEX if time is None else response.INDEXED
    found = response.DocumentMetadata(state=state)
    found.matcher_value.uri = uri
    if time is not None:
        found.last_refreshed_time.CopyFrom(timestamp(time))
    return found
