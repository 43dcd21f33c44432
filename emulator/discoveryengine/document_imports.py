"""DocumentService's imports: long-running, in batches, each batch one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set, Sized
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from emulator.discoveryengine import content
from emulator.discoveryengine.content import Destination
from emulator.discoveryengine.environment import Environment, Service
from emulator.discoveryengine.import_failures import Failures
from emulator.discoveryengine.import_sources import Broken, Item, id_of, items
from emulator.discoveryengine.schema_rules import field_types
from emulator.discoveryengine.struct_data import fill_from_json
from emulator.resources import masks
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.documents import BranchRow, DocumentRow
from emulator.surface import names
from emulator.surface.errors import ApiError, missing_field, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_BATCH = 100
_Item = TypeVar("_Item")


class DocumentImports(Service):
    """`documents:import`, and what all writes of documents need."""

    @in_worker
    def import_documents(self, request: Message) -> Message:
        """Write many documents; those that fail are sampled in the response, the others stay."""
        destination = self.destination(request.parent)
        masks.update(de.Document(), de.Document(), request.update_mask.paths)
        source = items(request, destination, self.environment.files)
        failures = Failures(request, self.environment.files)
        known = len(source) if isinstance(source, Sized) else 0
        metadata = de.ImportDocumentsMetadata(total_count=known)

        def work(job: Job) -> Message:
            return _Import(self.environment, destination, request, job, failures).run(source)

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
        """The branch, its data store and what its schemas say; NOT_FOUND as `branch` has it."""
        branch, data_store = self.branch(name)
        schemas = {
            names.resource_id(one.name): field_types(one)
            for one in self.schemas.all(data_store.name)
        }
        with self.environment.store.read() as connection:
            rules = self.environment.branches.rules(connection, branch)
        return Destination(branch, data_store, schemas, rules, self.environment.files)


@dataclass(frozen=True, slots=True)
class _Import:
    """An import that is running."""

    environment: Environment
    destination: Destination
    request: Message
    job: Job
    failures: Failures

    def run(self, source: Iterable[Item]) -> Message:
        """Write the documents; the response has the errors of those that failed."""
        is_full = self.request.reconciliation_mode == de.ImportDocumentsRequest.FULL
        named: set[str] = set()
        for batch in batches(source):
            self._write(batch)
            if is_full:
                named.update(map(_id, batch))
            self._count()
        if is_full and "" not in named:
            self._remove_absent(named)
        self.environment.branches.prepare(self.destination.branch)
        return self.failures.response(self.job.name)

    def _write(self, batch: Sequence[Item]) -> None:
        branch = self.destination.branch
        rows: dict[str, DocumentRow] = {}
        for item in batch:
            try:
                row = self._row(item, rows)
            except ApiError as error:
                self.job.metadata.failure_count += 1
                self.failures.add(item.place, error)
            else:
                rows[row.document] = row
                self.job.metadata.success_count += 1
        if rows:
            with self.environment.branches.writing(branch) as connection:
                documents.put(connection, branch.id, list(rows.values()))

    def _count(self) -> None:
        """Publish the counts; how many records files have is known when they are read."""
        metadata = self.job.metadata
        read = metadata.success_count + metadata.failure_count
        metadata.total_count = max(metadata.total_count, read)
        self.job.report()

    def _row(self, item: Item, before: Mapping[str, DocumentRow]) -> DocumentRow:
        if isinstance(item, Broken):
            raise item.error
        return self._prepare(item.document, before)

    def _prepare(self, document: Message, before: Mapping[str, DocumentRow]) -> DocumentRow:
        """The row of a document; `before` holds those of its batch that came before it."""
        document_id = id_of(document)
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

    def _remove_absent(self, named: Set[str]) -> None:
        """A full reconciliation deletes what the import does not name, if only by a broken one.

        Where something could not be read that may have named others, nothing is deleted.
        """
        branch = self.destination.branch
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


def batches(items: Iterable[_Item]) -> Iterator[Sequence[_Item]]:
    """The items in as many at a time as one transaction writes."""
    rest = iter(items)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _id(item: Item) -> str:
    return item.id if isinstance(item, Broken) else id_of(item.document)
