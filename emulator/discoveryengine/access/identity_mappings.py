"""IdentityMappingStoreService."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.access.readers import ENTRIES
from emulator.discoveryengine.environment import Environment, Service
from emulator.discoveryengine.imports.entries import EntryType, entries, import_entries
from emulator.discoveryengine.imports.failures import Failures
from emulator.discoveryengine.imports.stored_entries import put, stored_name
from emulator.resources import masks, paging
from emulator.resources.list_filter import Field, parse_filter, time
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import resources
from emulator.storage.conditions import All, Condition, holds
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import failed_precondition, invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message
from emulator.surface.validation import check_text

_MOST_AT_ONCE = 10_000  # As the reference has it, of imports.
_DEFAULT_PAGE, _LARGEST_PAGE = 2000, 10_000
_LONGEST_IDENTITY = 100
_IMPORTED = EntryType(
    de.IdentityMappingEntry, "identity_mapping_entries", "identity_mapping_entry", _MOST_AT_ONCE
)
_FILTERS: Mapping[str, Field] = {
    "update_time": Field("update_time", time),
    "external_id": Field("external_identity"),
}


class IdentityMappingStoreService(Service):
    """Stores of a location, which map identities of other applications to users and groups."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._stores = environment.collection(resource_kinds.IDENTITY_MAPPING_STORE)

    def create_identity_mapping_store(self, request: Message) -> Message:
        """Create a store without entries."""
        parent = names.canonical(request.parent)
        made = masks.writable(request.identity_mapping_store)
        made.ClearField("kms_key_name")  # Input only.
        with self.environment.store.write() as connection:
            return self._stores.add(connection, parent, request.identity_mapping_store_id, made)

    def get_identity_mapping_store(self, request: Message) -> Message:
        """The store."""
        return self._stores.get(request.name)

    def list_identity_mapping_stores(self, request: Message) -> Message:
        """The stores of a location."""
        found, token = self._stores.page(request)
        return de.ListIdentityMappingStoresResponse(
            identity_mapping_stores=found, next_page_token=token
        )

    def delete_identity_mapping_store(self, request: Message) -> Message:
        """Delete a store with its entries; refused while a data store uses it."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self._stores.require(connection, name)
            self._check_unused(connection, name)
            self._stores.remove(connection, name)
            metadata = de.DeleteIdentityMappingStoreMetadata()
            parent, gone = names.parent(name), protobuf.Empty()
            return self.operations.finished(connection, parent, gone, metadata)

    @in_worker
    def import_identity_mappings(self, request: Message) -> Message:
        """Add entries; one that is there already gets a new update time."""
        store = self._store(request)
        found = entries(request, _IMPORTED, self.environment.files)
        failures = Failures(de.ImportIdentityMappingsResponse(), request, self.environment.files)

        def work(job: Job) -> Message:
            return import_entries(job, found, _check, partial(self._put, store), failures)

        return self.operations.start(store, de.IdentityMappingEntryOperationMetadata(), work)

    @in_worker
    def purge_identity_mappings(self, request: Message) -> Message:
        """Delete the entries given inline, or those of a filter; those only with `force`.

        Without it the metadata tell how many there are.
        """
        store = self._store(request)
        doomed = self._doomed(request, store)
        is_real = request.force or request.HasField("inline_source")

        def work(job: Job) -> Message:
            job.metadata.total_count = len(doomed)
            if is_real:
                job.metadata.success_count = self._remove(doomed)
            return protobuf.Empty()

        return self.operations.start(store, de.IdentityMappingEntryOperationMetadata(), work)

    @in_worker
    def list_identity_mappings(self, request: Message) -> Message:
        """The entries of a store, in the order in which they were imported."""
        store = self._store(request)
        page = paging.Page.of(request, _DEFAULT_PAGE, _LARGEST_PAGE)
        with self.environment.store.read() as connection:
            rows = resources.children(
                connection, store, ENTRIES, last=page.after, count=page.size + 1
            )
        shown, token = page.cut([((time, name), _entry(body)) for time, name, body in rows])
        return de.ListIdentityMappingsResponse(
            identity_mapping_entries=shown, next_page_token=token
        )

    def _store(self, request: Message) -> str:
        return str(self._stores.get(request.identity_mapping_store).name)

    def _check_unused(self, connection: Connection, name: str) -> None:
        location = names.parent(name)
        stores = self.environment.collection(resource_kinds.DATA_STORE)
        parent = f"{location}/collections/default_collection"
        for one in stores.having(connection, parent, name):
            raise failed_precondition(
                f"IdentityMappingStore {name} is used by DataStore {one.name}; delete that first."
            )

    def _put(self, store: str, good: Sequence[Message]) -> None:
        with self.environment.store.write() as connection:
            self._stores.require(connection, store)  # It may have been deleted meanwhile.
            keyed = ((_key(one), one) for one in good)
            put(connection, store, ENTRIES, self.environment.clock, keyed)

    def _doomed(self, request: Message, store: str) -> Sequence[str]:
        """The names of the entries that a purge is about; of those inline that there are."""
        with self.environment.store.read() as connection:
            rows = resources.children(connection, store, ENTRIES)
        if request.HasField("inline_source"):
            if request.filter:
                raise invalid_argument("filter", "it cannot be given beside inline_source.")
            given = entries(request, _IMPORTED, self.environment.files)
            named = {stored_name(store, ENTRIES, _key(one.read())) for one in given}
            return [name for _, name, _ in rows if name in named]
        if not request.filter:
            raise missing_field("filter", "It is this or inline_source.")
        wanted = _condition(request.filter)
        return [name for time, name, body in rows if holds(wanted, _values(time, body).get)]

    def _remove(self, doomed: Sequence[str]) -> int:
        with self.environment.store.write() as connection:
            return sum(resources.remove(connection, name) for name in doomed)


def _condition(text: str) -> Condition:
    return All() if text.strip() == "*" else parse_filter(text, _FILTERS)


def _values(time: int, body: bytes) -> Mapping[str, Any]:
    """What a filter asks of an entry, of which `time` is that of its import."""
    return {"update_time": time, "external_identity": _entry(body).external_identity}


def _entry(body: bytes) -> Message:
    found: Message = de.IdentityMappingEntry.FromString(body)
    return found


def _check(entry: Message) -> None:
    check_text(entry.external_identity, _LONGEST_IDENTITY, "external_identity")
    if not entry.external_identity:
        raise missing_field("external_identity")
    if not (entry.user_id or entry.group_id):
        raise missing_field("identity_provider_id", "It is a user_id or a group_id.")


def _key(entry: Message) -> str:
    """What tells entries apart: the external identity, and its user or group."""
    kind = entry.WhichOneof("identity_provider_id") or ""
    return "\n".join((entry.external_identity, kind, getattr(entry, kind, "")))
