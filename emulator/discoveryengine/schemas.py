"""SchemaService."""

from __future__ import annotations

from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.schema_rules import check_change, check_schema
from emulator.resources import masks
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import failed_precondition
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message

_BATCH = 500


class SchemaService(Service):
    """Schemas of a data store; `default_schema` is made with it."""

    def get_schema(self, request: Message) -> Message:
        """The schema, in the form in which it was given."""
        return self.schemas.get(request.name)

    def list_schemas(self, request: Message) -> Message:
        """The schemas of a data store."""
        self.data_stores.get(request.parent)
        found, token = self.schemas.page(request)
        return de.ListSchemasResponse(schemas=found, next_page_token=token)

    def create_schema(self, request: Message) -> Message:
        """Create a schema; the operation is done at once."""
        parent = names.canonical(request.parent)
        check_schema(request.schema)
        with self.environment.store.write() as connection:
            self.data_stores.require(connection, parent)
            created = self.schemas.add(
                connection, parent, request.schema_id, masks.writable(request.schema)
            )
            return self.environment.operations.finished(
                connection, created.name, "create-schema", created, de.CreateSchemaMetadata()
            )

    def update_schema(self, request: Message) -> Message:
        """Replace a schema by one that keeps its fields, or create it with `allow_missing`."""
        name = names.canonical(request.schema.name)
        check_schema(request.schema)
        schema = masks.writable(request.schema)
        schema.name = name
        with self.environment.store.write() as connection:
            if request.allow_missing and not self.schemas.exists(connection, name):
                parent, schema_id = names.parent(name), names.resource_id(name)
                self.data_stores.require(connection, parent)
                self.schemas.add(connection, parent, schema_id, schema)
            else:
                check_change(self.schemas.require(connection, name), schema)
                self.schemas.save(connection, schema)
            return self.environment.operations.finished(
                connection, name, "update-schema", schema, de.UpdateSchemaMetadata()
            )

    @in_worker
    def delete_schema(self, request: Message) -> Message:
        """Delete a schema; refused while there are documents of it."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self.schemas.require(connection, name)
            _check_unused(connection, name)
            self.schemas.remove(connection, name)
            return self.environment.operations.finished(
                connection, name, "delete-schema", protobuf.Empty(), de.DeleteSchemaMetadata()
            )


def _check_unused(connection: Connection, name: str) -> None:
    branch = documents.branch(connection, f"{names.parent(name)}/branches/0")
    if branch is None:
        return
    schema, last = names.resource_id(name), ""
    while bodies := documents.page(connection, branch.id, last, _BATCH):
        for body in bodies:
            document = de.Document.FromString(body)
            if document.schema_id == schema:
                raise failed_precondition(
                    f"Schema {name} is used by Document {document.name}; delete that first."
                )
        last = document.id
