"""What every service needs that reads or writes the documents of branches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.indexing.content import Destination, StoredSchemas
from emulator.discoveryengine.indexing.schema_rules import field_types
from emulator.storage import branches, resources
from emulator.storage.branches import BranchRow
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import failed_precondition, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


class BranchService(Service):
    """A part of a service whose methods are about branches of data stores."""

    def branch(self, name: str) -> tuple[BranchRow, Message]:
        """The branch and its data store; NOT_FOUND naming the one that is missing."""
        canonical = names.canonical(name)
        with self.environment.store.read() as connection:
            data_store = self.data_stores.require(connection, names.parent(canonical))
            branch = branches.named(connection, canonical)
        if branch is None:
            raise not_found("Branch", canonical)
        return branch, data_store

    def readable_branch(self, name: str) -> tuple[BranchRow, Message]:
        """The same, where documents may be read; FAILED_PRECONDITION elsewhere."""
        branch, data_store = self.branch(name)
        check_readable(data_store)
        return branch, data_store

    def destination(self, name: str) -> Destination:
        """The branch, its data store and what its schemas say; NOT_FOUND as `branch` has it."""
        branch, data_store = self.branch(name)
        with self.environment.store.read() as connection:
            version = _stored_schemas(connection, data_store.name)
            # They may change in between: then it is the version that is found out of date.
            rules = self.environment.branches.rules(connection, branch)
        schemas = {
            names.resource_id(name): field_types(de.Schema.FromString(body))
            for _, name, body in version
        }
        return Destination(branch, data_store, schemas, rules, self.environment.files, version)

    @contextmanager
    def writing(self, destination: Destination) -> Iterator[Connection | None]:
        """A transaction that writes documents which were prepared for a destination.

        None instead if its schemas have changed meanwhile: then they are to be prepared again.
        """
        with self.environment.branches.writing(destination.branch) as connection:
            now = _stored_schemas(connection, destination.data_store.name)
            yield connection if now == destination.version else None


def check_readable(data_store: Message) -> None:
    """FAILED_PRECONDITION for a data store whose documents are for their readers only.

    These find them by searches, and nobody can list or get them, as the reference of `acl_enabled`
    says.
    """
    if data_store.acl_enabled:
        raise failed_precondition(
            f"Documents of {data_store.name}, which has acl_enabled, can only be searched."
        )


def _stored_schemas(connection: Connection, data_store: str) -> StoredSchemas:
    return resources.children(connection, data_store, "schemas")
