"""DocumentService: documents one by one; many at once are in `imports` and `purges`."""

from __future__ import annotations

from emulator.discoveryengine.documents.imports import above_of, check_level, merged, parent_of
from emulator.discoveryengine.indexing import content, preparation
from emulator.discoveryengine.indexing.branches.branch_service import BranchService
from emulator.resources import masks, paging
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import already_exists, invalid_argument, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message


class DocumentService(BranchService):
    """Documents of a branch; every write can be searched for as soon as it is answered."""

    @in_worker
    def create_document(self, request: Message) -> Message:
        """Store a new document under an id that is free."""
        content.check_id(request.document_id)
        while True:
            destination = self.destination(request.parent)
            branch = destination.branch
            name = f"{branch.name}/documents/{request.document_id}"
            document = _named(request.document, name)
            row = preparation.prepare(document, destination, self.environment.clock.now())
            with self.writing(destination) as connection:
                if connection is not None:
                    if documents.get(connection, branch.id, document.id) is not None:
                        raise already_exists("Document", name)
                    _check_level(connection, branch, document)
                    documents.put(connection, branch.id, [row])
                    return document

    def get_document(self, request: Message) -> Message:
        """The document."""
        name = names.canonical(request.name)
        branch, _ = self.readable_branch(names.parent(name))
        with self.environment.store.read() as connection:
            body = documents.get(connection, branch.id, names.resource_id(name))
        if body is None:
            raise not_found("Document", name)
        return de.Document.FromString(body)

    @in_worker
    def list_documents(self, request: Message) -> Message:
        """The documents of a branch in the order of their ids."""
        branch, _ = self.readable_branch(request.parent)
        asked = paging.Page.of(request, 100, 1000)
        (after,) = asked.after or ("",)
        with self.environment.store.read() as connection:
            bodies = documents.whole_page(connection, branch.id, after, asked.size + 1)
        found = map(de.Document.FromString, bodies)
        shown, token = asked.cut([((document.id,), document) for document in found])
        return de.ListDocumentsResponse(documents=shown, next_page_token=token)

    @in_worker
    def update_document(self, request: Message) -> Message:
        """Change the masked fields, all without a mask; `allow_missing` stores a new document."""
        name = names.canonical(request.document.name)
        while True:
            destination = self.destination(names.parent(name))
            branch, document_id = destination.branch, names.resource_id(name)
            with self.environment.store.read() as connection:
                stored = documents.get(connection, branch.id, document_id)
            document = _updated(request, name, stored)
            row = preparation.prepare(document, destination, self.environment.clock.now())
            with self.writing(destination) as connection:
                # Content is parsed before the transaction, so another write may have come between.
                if connection and documents.get(connection, branch.id, document_id) == stored:
                    _check_level(connection, branch, document)
                    documents.put(connection, branch.id, [row])
                    return document

    @in_worker
    def delete_document(self, request: Message) -> Message:
        """Delete a document."""
        name = names.canonical(request.name)
        branch, _ = self.branch(names.parent(name))
        with self.environment.branches.writing(branch) as connection:
            if not documents.remove(connection, branch.id, [names.resource_id(name)]):
                raise not_found("Document", name)
        return protobuf.Empty()


def _check_level(connection: Connection, branch: BranchRow, document: Message) -> None:
    if parent := parent_of(document):
        check_level(above_of(documents.get(connection, branch.id, parent)))


def _updated(request: Message, name: str, stored: bytes | None) -> Message:
    """The document as the request changes the stored one."""
    if stored is None and not request.allow_missing:
        raise not_found("Document", name)
    document = _named(request.document, name)
    content.check_id(document.id, "document.name")
    return document if stored is None else merged(stored, document, request.update_mask.paths)


def _named(document: Message, name: str) -> Message:
    """A copy of the document under the name that the service gives it."""
    document_id = names.resource_id(name)
    if document.id and document.id != document_id:
        raise invalid_argument(
            "document.id", f"'{document.id}' differs from the id in the name, '{document_id}'."
        )
    named = masks.writable(document)
    named.name, named.id = name, document_id
    return named
