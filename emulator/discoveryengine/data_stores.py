"""DataStoreService."""

from __future__ import annotations

from emulator.discoveryengine import kinds
from emulator.discoveryengine.environment import Service
from emulator.resources import masks
from emulator.resources.worker import in_worker
from emulator.storage import conversations, documents, sessions
from emulator.surface import names
from emulator.surface.errors import failed_precondition, invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message

_MAX_DISPLAY_NAME = 128
_SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class DataStoreService(Service):
    """Data stores: creating one makes its default schema, branch and serving config."""

    def create_data_store(self, request: Message) -> Message:
        """Create a data store; the operation is done at once."""
        data_store = request.data_store
        self._check(data_store)
        if request.skip_default_schema_creation and data_store.HasField("starting_schema"):
            raise invalid_argument(
                "skip_default_schema_creation", "it excludes data_store.starting_schema."
            )
        parent = _collection(names.canonical(request.parent))
        with self.environment.store.write() as connection:
            created = self.data_stores.add(
                connection, parent, request.data_store_id, _with_defaults(data_store)
            )
            documents.add_branch(connection, f"{created.name}/branches/0")
            if not request.skip_default_schema_creation:
                schema = _default_schema(data_store)
                self.schemas.add(connection, created.name, kinds.DEFAULT_SCHEMA, schema)
            return self.environment.operations.finished(
                connection,
                parent,
                "create-data-store",
                created,
                de.CreateDataStoreMetadata(),
            )

    def get_data_store(self, request: Message) -> Message:
        """The data store."""
        return self.data_stores.get(request.name)

    def list_data_stores(self, request: Message) -> Message:
        """The data stores of a collection."""
        request.parent = _collection(names.canonical(request.parent))
        found, token = self.data_stores.page(request)
        return de.ListDataStoresResponse(data_stores=found, next_page_token=token)

    def update_data_store(self, request: Message) -> Message:
        """Change the masked fields."""
        return self.data_stores.change(request.data_store, request.update_mask, self._check)

    @in_worker
    def delete_data_store(self, request: Message) -> Message:
        """Delete a data store and all in it; refused while an engine uses it."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self.data_stores.require(connection, name)
            self._check_unused(name)
            branch = documents.branch(connection, f"{name}/branches/0")
            self.data_stores.remove(connection, name)
            sessions.remove_below(connection, name)
            conversations.remove_below(connection, name)
            if branch is not None:
                documents.remove_branch(connection, branch.id)
            operation = self.environment.operations.finished(
                connection,
                name,
                "delete-data-store",
                protobuf.Empty(),
                de.DeleteDataStoreMetadata(),
            )
        if branch is not None:
            self.environment.branches.drop(branch)
        return operation

    def _check_unused(self, name: str) -> None:
        for engine in self.engines.all(names.parent(name)):
            if names.resource_id(name) in engine.data_store_ids:
                raise failed_precondition(
                    f"DataStore {name} is used by Engine {engine.name}; delete the engine first."
                )

    def _check(self, data_store: Message) -> None:
        if not data_store.display_name:
            raise invalid_argument("data_store.display_name", "it is required.")
        if len(data_store.display_name) > _MAX_DISPLAY_NAME:
            raise invalid_argument(
                "data_store.display_name", f"at most {_MAX_DISPLAY_NAME} characters are allowed."
            )


def _collection(parent: str) -> str:
    """The collection of a parent that may name only a location."""
    if names.collection_id(parent) == "collections":
        return parent
    return f"{parent}/collections/{names.DEFAULT_COLLECTION}"


def _with_defaults(data_store: Message) -> Message:
    filled = masks.writable(data_store)
    filled.ClearField("starting_schema")
    filled.industry_vertical = filled.industry_vertical or de.IndustryVertical.Value("GENERIC")
    filled.content_config = filled.content_config or de.DataStore.NO_CONTENT
    filled.default_schema_id = kinds.DEFAULT_SCHEMA
    return filled


def _default_schema(data_store: Message) -> Message:
    schema = masks.writable(data_store.starting_schema)
    if schema.WhichOneof("schema") is None:
        schema.struct_schema.update({"$schema": _SCHEMA_DIALECT, "type": "object"})
    return schema
