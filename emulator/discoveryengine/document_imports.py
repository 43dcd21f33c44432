"""DocumentService's imports: long-running, in batches, each batch one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from emulator.discoveryengine import content
from emulator.discoveryengine.content import Destination
from emulator.discoveryengine.environment import Environment, Service
from emulator.discoveryengine.schema_rules import field_types
from emulator.discoveryengine.struct_data import fill_from_json
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
    """`documents:import`, and what all writes of documents need."""

    @in_worker
    def import_documents(self, request: Message) -> Message:
        """Write many documents; those that fail are sampled in the response, the others stay."""
        destination = self.destination(request.parent)
        source = _documents(request)
        _check_options(request)
        metadata = de.ImportDocumentsMetadata(total_count=len(source))

        def work(job: Job) -> Message:
            return _Import(self.environment, destination, request, job).run(source)

        branch = destination.branch.name
        return self.environment.operations.start(branch, "import-documents", metadata, work)

    def branch(self, name: str) -> tuple[BranchRow, Message]:
        """The branch and its data store; NOT_FOUND naming the one that is missing."""
        canonical = names.canonical(name)
        with self.environment.store.read() as connection:
            data_store = self.data_stores.require(connection, names.parent(canonical))
            branch = documents.branch(connection, canonical)
        if branch is None:
            raise not_found("Branch", canonical)
        return branch, data_store

    def destination(self, name: str) -> Destination:
        """The branch, its data store and its schemas; NOT_FOUND as `branch` has it."""
        branch, data_store = self.branch(name)
        schemas = {
            names.resource_id(one.name): field_types(one)
            for one in self.schemas.all(data_store.name)
        }
        return Destination(branch, data_store, schemas)


@dataclass(frozen=True, slots=True)
class _Import:
    """An import that is running."""

    environment: Environment
    destination: Destination
    request: Message
    job: Job

    def run(self, source: Sequence[Message]) -> Message:
        """Write the documents; the response has the errors of those that failed."""
        response = de.ImportDocumentsResponse()
        if self.request.HasField("error_config"):
            response.error_config.CopyFrom(self.request.error_config)
        if self.request.reconciliation_mode == de.ImportDocumentsRequest.FULL:
            self._remove_absent(source)
        for batch in batches(source):
            self._write(batch, response)
            self.job.report()
        self.environment.branches.prepare(self.destination.branch)
        return response

    def _write(self, batch: Sequence[Message], response: Message) -> None:
        branch = self.destination.branch
        rows: dict[str, DocumentRow] = {}
        for document in batch:
            try:
                row = self._prepare(document, rows)
            except ApiError as error:
                self.job.metadata.failure_count += 1
                if len(response.error_samples) < _MAX_SAMPLES:
                    response.error_samples.append(_sample(document, error))
            else:
                rows[row.document] = row
                self.job.metadata.success_count += 1
        if rows:
            with self.environment.branches.writing(branch) as connection:
                documents.put(connection, branch.id, list(rows.values()))

    def _prepare(self, document: Message, before: dict[str, DocumentRow]) -> DocumentRow:
        """The row of a document; `before` holds those of its batch that came before it."""
        document_id = _id(document)
        if not document_id:
            raise missing_field("document.id")
        content.check_id(document_id, "document.id")
        prepared = masks.writable(document)
        prepared.id = document_id
        prepared.name = f"{self.destination.branch.name}/documents/{document_id}"
        if self.request.update_mask.paths:
            prepared = self._merged(prepared, before.get(document_id))
        return content.prepare(prepared, self.destination, self.environment.clock.now())

    def _merged(self, document: Message, earlier: DocumentRow | None) -> Message:
        with self.environment.store.read() as connection:
            stored = documents.get(connection, self.destination.branch.id, document.id)
        body = stored if earlier is None else earlier.body
        if body is None:
            return document
        return merged(body, document, self.request.update_mask.paths)

    def _remove_absent(self, source: Sequence[Message]) -> None:
        """A full reconciliation deletes what the import does not name, if only by a broken one."""
        branch, named = self.destination.branch, {_id(one) for one in source}
        with self.environment.branches.writing(branch) as connection:
            absent = [one for one in documents.ids(connection, branch.id) if one not in named]
            documents.remove(connection, branch.id, absent)


def merged(body: bytes, document: Message, paths: Sequence[str]) -> Message:
    """A stored document with the masked fields of another; without a mask, with all of them."""
    stored = de.Document.FromString(body)
    if stored.json_data and any(path.startswith("struct_data.") for path in paths):
        fill_from_json(stored)  # One of its keys is to change, and the others are to stay.
    masks.update(stored, document, paths, replaces=True)
    return stored


def batches(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """The items in as many at a time as one transaction writes."""
    for start in range(0, len(items), _BATCH):
        yield items[start : start + _BATCH]


def _id(document: Message) -> str:
    return document.id or names.resource_id(document.name)


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
    masks.update(de.Document(), de.Document(), request.update_mask.paths)


def _sample(document: Message, error: ApiError) -> Message:
    """The status of a document that failed, naming the document."""
    sample = status(error)
    sample.message = f"Document '{_id(document)}': {error.message}"
    return sample
