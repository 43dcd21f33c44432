"""The branches of data stores as the database has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.indexing.field_rules import FieldRules, SchemaMode, field_rules
from emulator.resources.not_found import missing
from emulator.storage import branches, documents, resources
from emulator.storage.branches import BranchRow
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.errors import not_found
from emulator.surface.messages import discoveryengine as de

_PAGE = 500


def stored_bodies(store: Store, branch: BranchRow) -> Iterator[Sequence[bytes]]:
    """The bodies of all documents of a branch, in the order of their ids, a batch at a time."""
    after = ""
    while True:
        with store.read() as connection:
            bodies = documents.page(connection, branch.id, after, _PAGE)
        if not bodies:
            return
        yield bodies
        after = de.Document.FromString(bodies[-1]).id


def branch_of(connection: Connection, data_store: str) -> BranchRow:
    """The branch of a data store, which has exactly one; NOT_FOUND if there is no such store."""
    found = branches.named(connection, f"{data_store}/branches/0")
    if found is None:
        raise missing(connection, "DataStore", data_store)
    return found


def current_branch(connection: Connection, branch: BranchRow) -> BranchRow:
    """The branch as it is now; NOT_FOUND if it was deleted, even if there is a new one."""
    found = branches.named(connection, branch.name)
    if found is None or found.id != branch.id:
        raise not_found("Branch", branch.name)
    return found


def branch_rules(connection: Connection, branch: BranchRow, mode: SchemaMode) -> FieldRules:
    """What the fields of a branch are for, by the default schema of its data store."""
    name = f"{names.parent(branch.name)}/schemas/{resource_kinds.DEFAULT_SCHEMA}"
    return field_rules(resources.get(connection, name), mode)
