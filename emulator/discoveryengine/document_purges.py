"""DocumentService's purges: long-running, in batches, each batch one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.discoveryengine.document_imports import DocumentImports, batches
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.documents import BranchRow
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_MAX_SAMPLE = 100


class DocumentPurges(DocumentImports):
    """`documents:purge`."""

    @in_worker
    def purge_documents(self, request: Message) -> Message:
        """Delete all documents, or those named inline; without `force` only count them."""
        branch, _ = self.branch(request.parent)
        metadata = de.PurgeDocumentsMetadata()
        doomed = self._doomed(request, branch, metadata)

        def work(job: Job) -> Message:
            if request.force:
                return self._purge(job, branch, doomed)
            response = de.PurgeDocumentsResponse(purge_count=len(doomed))
            response.purge_sample.extend(
                f"{branch.name}/documents/{one}" for one in doomed[:_MAX_SAMPLE]
            )
            return response

        operations = self.environment.operations
        return operations.start(branch.name, "purge-documents", metadata, work)

    def _purge(self, job: Job, branch: BranchRow, doomed: Sequence[str]) -> Message:
        for batch in batches(doomed):
            with self.environment.branches.writing(branch) as connection:
                job.metadata.success_count += documents.remove(connection, branch.id, batch)
            job.report()
        self.environment.branches.prepare(branch)
        return de.PurgeDocumentsResponse(purge_count=job.metadata.success_count)

    def _doomed(self, request: Message, branch: BranchRow, metadata: Message) -> list[str]:
        source = request.WhichOneof("source")
        if source == "gcs_source":
            raise unimplemented("PurgeDocumentsRequest.gcs_source")
        with self.environment.store.read() as connection:
            existing = documents.ids(connection, branch.id)
        if source == "inline_source":
            asked = _asked(request, branch)
            found = [one for one in existing if one in asked]
            metadata.ignored_count = len(asked) - len(found)
            return found
        if not request.filter:
            raise missing_field("filter")
        if request.filter != "*":
            raise invalid_argument("filter", "the only supported value is '*'.")
        return existing


def _asked(request: Message, branch: BranchRow) -> set[str]:
    """The ids of the documents named inline, all of which must be of the branch."""
    if not request.inline_source.documents:
        raise missing_field("inline_source.documents")
    asked = set()
    for name in request.inline_source.documents:
        owner, _, document_id = names.canonical(name).rpartition("/documents/")
        if owner != branch.name:
            raise invalid_argument(
                "inline_source.documents", f"'{name}' is not the name of a document in the branch."
            )
        asked.add(document_id)
    return asked
