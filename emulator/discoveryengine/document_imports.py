"""DocumentService's imports and purges: long-running, in batches, each batch one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from emulator.discoveryengine import content
from emulator.discoveryengine.environment import Service
from emulator.resources import masks
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.documents import BranchRow, DocumentRow
from emulator.surface import names
from emulator.surface.errors import (
    ApiError,
    invalid_argument,
    missing_field,
    not_found,
    unimplemented,
)
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.status import status

_BATCH = 100
_MAX_SAMPLES = 100
_Item = TypeVar("_Item")


class DocumentImports(Service):
    """`documents:import` and `documents:purge`."""

    @in_worker
    def import_documents(self, request: Message) -> Message:
        """Write many documents; those that fail are sampled in the response, the others stay."""
        branch, data_store = self.branch(request.parent)
        source = _documents(request)
        _check_options(request)
        metadata = de.ImportDocumentsMetadata(total_count=len(source))

        def work(job: Job) -> Message:
            response = de.ImportDocumentsResponse()
            response.error_config.CopyFrom(request.error_config)
            if request.reconciliation_mode == de.ImportDocumentsRequest.FULL:
                self._remove_absent(branch, source)
            for batch in _batches(source):
                self._import(job, response, branch, data_store, batch)
            self.environment.branches.index(branch)
            return response

        return self.environment.operations.start(branch.name, "import-documents", metadata, work)

    @in_worker
    def purge_documents(self, request: Message) -> Message:
        """Delete all documents, or those named inline; without `force` only count them."""
        branch, _ = self.branch(request.parent)
        doomed = self._doomed(request, branch)

        def work(job: Job) -> Message:
            response = de.PurgeDocumentsResponse(purge_count=len(doomed))
            if not request.force:
                sample = [f"{branch.name}/documents/{one}" for one in doomed[:_MAX_SAMPLES]]
                response.purge_sample.extend(sample)
                return response
            for batch in _batches(doomed):
                with self.environment.branches.writing(branch) as connection:
                    documents.remove(connection, branch.id, batch)
                job.metadata.success_count += len(batch)
                job.report()
            self.environment.branches.index(branch)
            return response

        return self.environment.operations.start(
            branch.name, "purge-documents", de.PurgeDocumentsMetadata(), work
        )

    def branch(self, name: str) -> tuple[BranchRow, Message]:
        """The branch and its data store; NOT_FOUND naming the one that is missing."""
        canonical = names.canonical(name)
        with self.environment.store.read() as connection:
            data_store = self.data_stores.require(connection, names.parent(canonical))
            branch = documents.branch(connection, canonical)
        if branch is None:
            raise not_found("Branch", canonical)
        return branch, data_store

    def _import(
        self,
        job: Job,
        response: Message,
        branch: BranchRow,
        data_store: Message,
        batch: Sequence[Message],
    ) -> None:
        rows: list[DocumentRow] = []
        for document in batch:
            try:
                rows.append(self._prepare(document, branch, data_store))
            except ApiError as error:
                job.metadata.failure_count += 1
                if len(response.error_samples) < _MAX_SAMPLES:
                    response.error_samples.append(_sample(document, error))
        if rows:
            with self.environment.branches.writing(branch) as connection:
                documents.put(connection, branch.id, rows)
        job.metadata.success_count += len(rows)
        job.report()

    def _prepare(self, document: Message, branch: BranchRow, data_store: Message) -> DocumentRow:
        document_id = document.id or names.resource_id(document.name)
        if not document_id:
            raise missing_field("document.id")
        content.check_id(document_id, "document.id")
        named = masks.writable(document)
        named.id, named.name = document_id, f"{branch.name}/documents/{document_id}"
        return content.prepare(named, data_store, self.environment.clock.now())

    def _remove_absent(self, branch: BranchRow, source: Sequence[Message]) -> None:
        """A full reconciliation deletes what the import does not name, if only by a broken one."""
        named = {one.id or names.resource_id(one.name) for one in source}
        with self.environment.branches.writing(branch) as connection:
            absent = [one for one in documents.ids(connection, branch.id) if one not in named]
            documents.remove(connection, branch.id, absent)

    def _doomed(self, request: Message, branch: BranchRow) -> list[str]:
        source = request.WhichOneof("source")
        if source == "gcs_source":
            raise unimplemented("PurgeDocumentsRequest.gcs_source")
        with self.environment.store.read() as connection:
            existing = documents.ids(connection, branch.id)
        if source == "inline_source":
            asked = {names.canonical(name) for name in request.inline_source.documents}
            prefix = f"{branch.name}/documents/"
            if foreign := [name for name in asked if not name.startswith(prefix)]:
                raise invalid_argument(
                    "inline_source.documents", f"'{foreign[0]}' is not in {branch.name}."
                )
            return [one for one in existing if prefix + one in asked]
        if not request.filter:
            raise missing_field("filter")
        if request.filter != "*":
            raise invalid_argument("filter", "the only supported value is '*'.")
        return list(existing)


def _documents(request: Message) -> Sequence[Message]:
    source = request.WhichOneof("source")
    if source is None:
        raise missing_field("inline_source")
    if source != "inline_source":
        raise unimplemented(f"ImportDocumentsRequest.{source}")
    if not request.inline_source.documents:
        raise missing_field("inline_source.documents")
    return list(request.inline_source.documents)


def _check_options(request: Message) -> None:
    for field in ("auto_generate_ids", "id_field"):
        if getattr(request, field):
            raise invalid_argument(field, "it is not allowed with inline_source.")
    if request.update_mask.paths:
        raise unimplemented("ImportDocumentsRequest.update_mask")


def _batches(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), _BATCH):
        yield items[start : start + _BATCH]


def _sample(document: Message, error: ApiError) -> Message:
    """The status of a document that failed, naming the document."""
    sample = status(error)
    sample.message = f"Document '{document.id or document.name}': {error.message}"
    return sample
