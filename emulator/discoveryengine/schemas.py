"""SchemaService."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emulator.discoveryengine import kinds
from emulator.discoveryengine.content import json_object
from emulator.discoveryengine.environment import Service
from emulator.resources import masks
from emulator.storage import resources
from emulator.surface import names
from emulator.surface.errors import failed_precondition, invalid_argument, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict


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
        _check(request.schema)
        with self.environment.store.write() as connection:
            self.data_stores.require(connection, parent)
            created = self.schemas.add(
                connection, parent, request.schema_id, masks.writable(request.schema)
            )
            return self.environment.operations.finished(
                connection, created.name, "create-schema", created, de.CreateSchemaMetadata()
            )

    def update_schema(self, request: Message) -> Message:
        """Replace a schema, or create it with `allow_missing`."""
        name = names.canonical(request.schema.name)
        _check(request.schema)
        with self.environment.store.write() as connection:
            if resources.get(connection, name) is not None:
                schema = masks.writable(request.schema)
                schema.name = name
                self.schemas.save(connection, schema)
            elif request.allow_missing:
                self.data_stores.require(connection, names.parent(name))
                schema = self.schemas.add(
                    connection,
                    names.parent(name),
                    names.resource_id(name),
                    masks.writable(request.schema),
                )
            else:
                raise not_found("Schema", name)
            return self.environment.operations.finished(
                connection, name, "update-schema", schema, de.UpdateSchemaMetadata()
            )

    def delete_schema(self, request: Message) -> Message:
        """Delete a schema; the default one belongs to its data store."""
        name = names.canonical(request.name)
        if names.resource_id(name) == kinds.DEFAULT_SCHEMA:
            raise failed_precondition(f"The default schema {name} cannot be deleted.")
        with self.environment.store.write() as connection:
            self.schemas.remove(connection, name)
            return self.environment.operations.finished(
                connection, name, "delete-schema", protobuf.Empty(), de.DeleteSchemaMetadata()
            )


def _check(schema: Message) -> None:
    """INVALID_ARGUMENT for a schema whose top level is not an object's."""
    kind = schema.WhichOneof("schema")
    if kind is None:
        raise invalid_argument("schema", "one of struct_schema and json_schema is required.")
    top: Mapping[str, Any] = (
        struct_dict(schema.struct_schema)
        if kind == "struct_schema"
        else json_object(schema.json_schema, "schema.json_schema")
    )
    if top.get("type") != "object":
        raise invalid_argument(f"schema.{kind}", 'the top level must have "type": "object".')
    if not isinstance(top.get("properties", {}), dict):
        raise invalid_argument(f"schema.{kind}.properties", "it must be an object.")
