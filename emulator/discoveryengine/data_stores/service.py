"""DataStoreService."""

from __future__ import annotations

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.access.acl_config import set_identity_provider
from emulator.discoveryengine.data_stores.languages import show_language
from emulator.discoveryengine.environment import Service, collection_of
from emulator.discoveryengine.indexing.branches.stored_branches import branch_of
from emulator.discoveryengine.indexing.processing_rules import (
    check_processing,
    chunking,
    keep_chunking,
    show_processing,
)
from emulator.discoveryengine.indexing.schema_rules import check_schema, stored_schema
from emulator.resources import masks
from emulator.resources.worker import in_worker
from emulator.storage import branches
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import (
    failed_precondition,
    invalid_argument,
    invalid_verbatim,
    unimplemented,
)
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message
from emulator.surface.validation import check_name, check_text

_MAX_DISPLAY_NAME = 128
_WITH_ACCESS_CONTROL = (
    de.IndustryVertical.Value("INDUSTRY_VERTICAL_UNSPECIFIED"),
    de.IndustryVertical.Value("GENERIC"),
)
_MAPPING_STORE = "projects/*/locations/*/identityMappingStores/*"
_PROCESSING = "data_store.document_processing_config"

# What the service answers for a data store that was created without a schema.
_DEFAULT_SCHEMA = (
    '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",'
    '"datetime_detection":true,"geolocation_detection":true}'
)


class DataStoreService(Service):
    """Data stores: creating one makes its default schema, branch and serving config."""

    def create_data_store(self, request: Message) -> Message:
        """Create a data store; the operation is done at once."""
        parent = collection_of(request.parent)
        data_store = _with_defaults(request.data_store)
        self._check(data_store)
        _check_site_search(data_store, request.create_advanced_site_search)
        if (schema := _schema(request)) is not None:
            data_store.default_schema_id = resource_kinds.DEFAULT_SCHEMA
        with self.environment.store.write() as connection:
            name = f"{parent}/dataStores/{request.data_store_id}"
            _show(data_store, name)
            set_identity_provider(connection, data_store, parent)
            created = self.data_stores.add(connection, parent, request.data_store_id, data_store)
            branches.add(connection, f"{name}/branches/0")
            if schema is not None:
                self.schemas.add(connection, name, resource_kinds.DEFAULT_SCHEMA, schema)
            metadata = de.CreateDataStoreMetadata()
            return self.operations.finished(connection, parent, created, metadata)

    def get_data_store(self, request: Message) -> Message:
        """The data store."""
        return self.data_stores.get(request.name)

    def list_data_stores(self, request: Message) -> Message:
        """The data stores of a collection."""
        request.parent = collection_of(request.parent)
        found, token = self.data_stores.page(request)
        return de.ListDataStoresResponse(data_stores=found, next_page_token=token)

    def update_data_store(self, request: Message) -> Message:
        """Change the masked fields; the starting schema counts only when a store is created."""
        request.data_store.ClearField("starting_schema")
        with self.environment.store.write() as connection:
            name = names.canonical(request.data_store.name)
            data_store = self.data_stores.require(connection, name)
            before = chunking(data_store.document_processing_config)
            paths = request.update_mask.paths
            masks.update(data_store, request.data_store, paths)
            self._check(data_store)
            _check_site_search(data_store, advanced=True)
            keep_chunking(before, data_store.document_processing_config, paths, _PROCESSING)
            _show(data_store, name)
            self.data_stores.save(connection, data_store)
        return data_store

    @in_worker
    def delete_data_store(self, request: Message) -> Message:
        """Delete a data store and all in it; refused while an engine uses it."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self.data_stores.require(connection, name)
            self._check_unused(connection, name)
            branch = branch_of(connection, name)
            self.data_stores.remove(connection, name)
            branches.remove(connection, branch.id)
            parent, gone = names.parent(name), protobuf.Empty()
            metadata = de.DeleteDataStoreMetadata()
            operation = self.operations.finished(connection, parent, gone, metadata)
        self.environment.branches.drop(branch)
        self.environment.background.repeat(self.environment.branches.sweep)
        return operation

    def _check_unused(self, connection: Connection, name: str) -> None:
        for engine in self.environment.engines_of(connection, name):
            raise failed_precondition(
                f"DataStore {name} is used by Engine {engine.name}; delete the engine first."
            )

    def _check(self, data_store: Message) -> None:
        self._check_access(data_store)
        if data_store.serving_config_data_store.disabled_for_serving:
            raise unimplemented("DataStore.serving_config_data_store.disabled_for_serving")
        check_text(data_store.display_name, _MAX_DISPLAY_NAME, "data_store.display_name")
        check_processing(data_store.document_processing_config, _PROCESSING)

    def _check_access(self, data_store: Message) -> None:
        """Refuse access control where there is none; name its mapping store in canonical form."""
        if data_store.identity_mapping_store:
            if not data_store.acl_enabled:
                reason = "only data stores with acl_enabled have one."
                raise invalid_argument("data_store.identity_mapping_store", reason)
            store = names.canonical(data_store.identity_mapping_store)
            check_name("data_store.identity_mapping_store", store, _MAPPING_STORE)
            self.environment.collection(resource_kinds.IDENTITY_MAPPING_STORE).get(store)
            data_store.identity_mapping_store = store
        is_generic = data_store.industry_vertical in _WITH_ACCESS_CONTROL
        if data_store.acl_enabled and (resource_kinds.is_website(data_store) or not is_generic):
            reason = "only data stores of the GENERIC vertical that are no websites can have it."
            raise invalid_argument("data_store.acl_enabled", reason)


def _check_site_search(data_store: Message, advanced: bool) -> None:
    """Refuse the config of advanced site search, in the service's words, where there is none.

    `advanced` if a website would have it.
    """
    has_one = resource_kinds.is_website(data_store) and advanced
    if data_store.HasField("advanced_site_search_config") and not has_one:
        text = "AdvancedSiteSearchConfig is only supported for Advanced Site Search Data Stores."
        raise invalid_verbatim("data_store.advanced_site_search_config", text)


def _show(data_store: Message, name: str) -> None:
    """Fill in what the service shows of every data store: recorded ones have an empty config."""
    show_processing(data_store, name)
    show_language(data_store)
    data_store.serving_config_data_store.SetInParent()


def _with_defaults(data_store: Message) -> Message:
    filled = masks.writable(data_store)
    filled.ClearField("starting_schema")
    filled.industry_vertical = filled.industry_vertical or de.IndustryVertical.Value("GENERIC")
    return filled


def _schema(request: Message) -> Message | None:
    """The schema that a new data store starts with, None if it is to have none."""
    given = request.data_store.HasField("starting_schema")
    if request.skip_default_schema_creation and given:
        raise invalid_argument(
            "skip_default_schema_creation", "it excludes data_store.starting_schema."
        )
    if request.skip_default_schema_creation:
        return None
    if given:
        check_schema(request.data_store.starting_schema, "data_store.starting_schema")
        return stored_schema(request.data_store.starting_schema, "data_store.starting_schema")
    return de.Schema(json_schema=_DEFAULT_SCHEMA)
