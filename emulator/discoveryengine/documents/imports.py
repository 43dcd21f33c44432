"""DocumentService's imports: long-running, in batches, each batch one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set, Sized
from dataclasses import dataclass, replace
from functools import partial
from operator import methodcaller

from emulator.discoveryengine.batches import batches, each_or_error
from emulator.discoveryengine.documents.import_sources import Item, id_of, items
from emulator.discoveryengine.files import Files
from emulator.discoveryengine.imports.failures import Failures
from emulator.discoveryengine.indexing import content, preparation
from emulator.discoveryengine.indexing.branches.branch_service import BranchService
from emulator.discoveryengine.indexing.content import Destination
from emulator.discoveryengine.indexing.preparation import GivenDocument
from emulator.discoveryengine.indexing.struct_data import fill_from_json
from emulator.resources import masks
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import DocumentRow
from emulator.surface.errors import ApiError, invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import enum_name


class DocumentImports(BranchService):
    """`documents:import`."""

    @in_worker
    def import_documents(self, request: Message) -> Message:
        """Write many documents; those that fail are sampled in the response, the others stay."""
        destination = self.destination(request.parent)
        enum_name(request, "reconciliation_mode")
        masks.update(de.Document(), de.Document(), request.update_mask.paths)
        files = self.environment.files.of_call()
        source = items(request, destination, files)
        failures = Failures(de.ImportDocumentsResponse(), request, files)
        known = len(source) if isinstance(source, Sized) else 0
        metadata = de.ImportDocumentsMetadata(total_count=known)

        def work(job: Job) -> Message:
            return _Import(self, destination.branch, files, request, job, failures).run(source)

        branch = destination.branch.name
        return self.operations.start(branch, metadata, work)


@dataclass(frozen=True, slots=True)
class _Import:
    """An import that is running."""

    service: DocumentImports
    branch: BranchRow
    files: Files
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
                named.update(item.id for item in batch)
            self._count()
        if is_full and "" not in named:
            self._remove_absent(named)
            self.service.environment.branches.prepare(self.branch)
        self._tell_bucket()
        return self.failures.response(self.job.name)

    def _tell_bucket(self) -> None:
        source = self.request.WhichOneof("source")
        if source != "inline_source":
            schema = getattr(getattr(self.request, source), "data_schema", "")
            self.failures.tell_bucket(self.job.name, schema or "document")

    def _write(self, batch: Sequence[Item]) -> None:
        """Write a batch, as the schemas are by then."""
        while True:
            # If it was deleted and made again meanwhile, the new one is none of this import.
            now = self.service.destination(self.branch.name)
            destination = replace(now, branch=self.branch, files=self.files)
            rows, failed = self._rows(batch, destination)
            if self._is_written(rows, destination):
                break
        self.job.metadata.failure_count += len(failed)
        self.job.metadata.success_count += len(batch) - len(failed)
        for place, error in failed:
            self.failures.add(place, error)

    def _is_written(self, rows: Sequence[DocumentRow], destination: Destination) -> bool:
        if not rows:
            return True
        with self.service.writing(destination) as connection:
            if connection is None:
                return False
            written = documents.put(connection, self.branch.id, rows)
        self.service.environment.branches.prepare(self.branch, *written)
        return True

    def _rows(
        self, batch: Sequence[Item], destination: Destination
    ) -> tuple[Sequence[DocumentRow], Sequence[tuple[object, ApiError]]]:
        """The rows to write, and the places of the others with what is wrong there."""
        rows: dict[str, DocumentRow] = {}
        above: dict[str, str] = {}
        failed: list[tuple[object, ApiError]] = []
        for part in self._parts(batch):
            read = each_or_error(methodcaller("read"), part)
            documents = each_or_error(partial(self._named, destination, rows, above), read)
            now = self.service.environment.clock.now()
            prepared = preparation.prepare_all(documents, destination, now)
            for item, made in zip(part, prepared, strict=True):
                if isinstance(made, ApiError):
                    failed.append((item.place, made))
                else:
                    rows[made.document] = made
        return list(rows.values()), failed

    def _parts(self, batch: Sequence[Item]) -> Sequence[Sequence[Item]]:
        """What of a batch is prepared together: what is merged needs all that came before it."""
        return [[item] for item in batch] if self.request.update_mask.paths else [batch]

    def _count(self) -> None:
        """Publish the counts; how many records files have is known when they are read."""
        metadata = self.job.metadata
        read = metadata.success_count + metadata.failure_count
        metadata.total_count = max(metadata.total_count, read)
        self.job.report()

    def _named(
        self,
        destination: Destination,
        before: Mapping[str, DocumentRow],
        above: dict[str, str],
        given: GivenDocument,
    ) -> GivenDocument:
        """A document as it is to be stored.

        `before` holds those of its batch that are ready, `above` the parents of all before it.
        """
        document = given.document
        document_id = id_of(document)
        if not document_id:
            raise missing_field("document.id")
        content.check_id(document_id, "document.id")
        masks.keep_writable(document)
        document.id = document_id
        document.name = f"{destination.branch.name}/documents/{document_id}"
        if self.request.update_mask.paths:
            given = GivenDocument(self._merged(document, before.get(document_id)))
        if parent := parent_of(given.document):
            check_level(above[parent] if parent in above else above_of(self._stored(parent)))
        above[document_id] = parent
        return given

    def _merged(self, document: Message, earlier: DocumentRow | None) -> Message:
        body = self._stored(document.id) if earlier is None else earlier.message
        if body is None:
            return document
        return merged(body, document, self.request.update_mask.paths)

    def _stored(self, document_id: str) -> bytes | None:
        with self.service.environment.store.read() as connection:
            return documents.get(connection, self.branch.id, document_id)

    def _remove_absent(self, named: Set[str]) -> None:
        """A full reconciliation deletes what the import does not name, if only by a broken one.

        Where something could not be read that may have named others, nothing is deleted.
        """
        environment = self.service.environment
        with environment.store.read() as connection:
            stored = documents.ids(connection, self.branch.id)
        for batch in batches(one for one in stored if one not in named):
            with environment.branches.writing(self.branch) as connection:
                documents.remove(connection, self.branch.id, batch)
            self.job.report()


def parent_of(document: Message) -> str:
    """The id of the document that it is a part of; empty if it is none's."""
    parent = str(document.parent_document_id)
    return "" if parent == document.id else parent


def above_of(body: bytes | None) -> str:
    """The same of a stored document; empty if there is none."""
    return "" if body is None else parent_of(de.Document.FromString(body))


def check_level(above: str) -> None:
    """INVALID_ARGUMENT if a document's parent is a part of another document itself."""
    if above:
        reason = f"that document is a part of '{above}', and there are two levels at most."
        raise invalid_argument("document.parent_document_id", reason)


def merged(body: bytes, document: Message, paths: Sequence[str]) -> Message:
    """A stored document with the masked fields of another; without a mask, with all of them."""
    stored = de.Document.FromString(body)
    if stored.json_data and any(path.startswith("struct_data.") for path in paths):
        fill_from_json(stored)  # One of its keys is to change, and the others are to stay.
    masks.update(stored, document, paths, replaces=True)
    return stored
