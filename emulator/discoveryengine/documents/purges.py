"""DocumentService's purges: long-running, in batches, each batch one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulator.discoveryengine.batches import batches
from emulator.discoveryengine.indexing.branches.branch_service import BranchService
from emulator.ingestion.sources.buckets import Buckets, SourceError
from emulator.ingestion.sources.lines import FileError, LineError, Lines
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_MAX_SAMPLE = 100
_LONGEST_LINE = 1000


class DocumentPurges(BranchService):
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

        return self.operations.start(branch.name, metadata, work)

    def _purge(self, job: Job, branch: BranchRow, doomed: Sequence[str]) -> Message:
        for batch in batches(doomed):
            with self.environment.branches.writing(branch) as connection:
                job.metadata.success_count += documents.remove(connection, branch.id, batch)
            job.report()
        self.environment.branches.prepare(branch)
        return de.PurgeDocumentsResponse(purge_count=job.metadata.success_count)

    def _doomed(self, request: Message, branch: BranchRow, metadata: Message) -> list[str]:
        source = request.WhichOneof("source")
        asked = self._asked(request, branch) if source else frozenset()
        with self.environment.store.read() as connection:
            existing = documents.ids(connection, branch.id)
        if source:
            found = [one for one in existing if one in asked]
            metadata.ignored_count = len(asked) - len(found)
            return found
        if not request.filter:
            raise missing_field("filter")
        if request.filter != "*":
            raise invalid_argument("filter", "the only supported value is '*'.")
        return existing

    def _asked(self, request: Message, branch: BranchRow) -> frozenset[str]:
        """The ids of the documents that the source names."""
        if request.WhichOneof("source") == "gcs_source":
            return frozenset(_listed(request.gcs_source, self.environment.files.buckets()))
        if not request.inline_source.documents:
            raise missing_field("inline_source.documents")
        return frozenset(_id(name, branch) for name in request.inline_source.documents)


def _id(name: str, branch: BranchRow) -> str:
    """The id in a document's name; INVALID_ARGUMENT if that is not of the branch."""
    owner, _, document_id = names.canonical(name).rpartition("/documents/")
    if owner != branch.name:
        raise invalid_argument(
            "inline_source.documents", f"'{name}' is not the name of a document in the branch."
        )
    return document_id


def _listed(source: Message, buckets: Buckets) -> Iterator[str]:
    """The ids in files of one id a line; INVALID_ARGUMENT if a file or a line cannot be read."""
    if source.data_schema not in ("", "document_id"):
        raise invalid_argument("gcs_source.data_schema", "the only supported value is document_id.")
    if not source.input_uris:
        raise missing_field("gcs_source.input_uris")
    try:
        for uri in source.input_uris:
            for found in buckets.find(uri):
                with found.open() as file:
                    yield from filter(None, map(str.strip, Lines(file, _LONGEST_LINE)))
    except (SourceError, FileError, LineError, OSError) as error:
        raise invalid_argument("gcs_source.input_uris", str(error)) from None
