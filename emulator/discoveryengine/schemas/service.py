"""SchemaService."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import Any

import orjson

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.batches import batches
from emulator.discoveryengine.indexing import preparation
from emulator.discoveryengine.indexing.branches.branch_service import BranchService
from emulator.discoveryengine.indexing.branches.stored_branches import branch_of, stored_bodies
from emulator.discoveryengine.indexing.schema_rules import (
    check_change,
    check_schema,
    field_types,
    json_schema_of,
    stored_schema,
)
from emulator.discoveryengine.indexing.struct_data import attributes, check_values, struct_of
from emulator.discoveryengine.schemas.detection import with_detected_fields
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import failed_precondition
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct

_SAMPLED = 1_000


class SchemaService(BranchService):
    """Schemas of a data store; `default_schema` is made with it, and grows with its documents."""

    @in_worker
    def get_schema(self, request: Message) -> Message:
        """The schema, in the form in which it was given, with the fields that were detected."""
        return self._completed(self.schemas.get(request.name))

    @in_worker
    def list_schemas(self, request: Message) -> Message:
        """The schemas of a data store."""
        self.data_stores.get(request.parent)
        found, token = self.schemas.page(request)
        shown = [self._completed(schema) for schema in found]
        return de.ListSchemasResponse(schemas=shown, next_page_token=token)

    def create_schema(self, request: Message) -> Message:
        """Create a schema; the operation is done at once."""
        parent = names.canonical(request.parent)
        check_schema(request.schema)
        with self.environment.store.write() as connection:
            self.data_stores.require(connection, parent)
            created = self.schemas.add(
                connection, parent, request.schema_id, stored_schema(request.schema)
            )
            self._tell_default(connection, parent)
            metadata = de.CreateSchemaMetadata()
            return self.operations.finished(connection, created.name, created, metadata)

    @in_worker
    def update_schema(self, request: Message) -> Message:
        """Replace a schema by one that keeps its fields, or create it with `allow_missing`.

        Where there are documents the operation looks at all of them: one that does not fit ends it
        with an error, and the schema stays. Else they are indexed again.
        """
        name = names.canonical(request.schema.name)
        check_schema(request.schema)
        schema = stored_schema(request.schema)
        schema.name = name
        branch: BranchRow | None = None
        metadata = de.UpdateSchemaMetadata()
        with self.environment.store.write() as connection:
            if request.allow_missing and not self.schemas.exists(connection, name):
                parent, schema_id = names.parent(name), names.resource_id(name)
                self.data_stores.require(connection, parent)
                self.schemas.add(connection, parent, schema_id, schema)
                self._tell_default(connection, parent)
            else:
                check_change(self.schemas.require(connection, name), schema)
                if (branch := _branch_with_documents(connection, name)) is None:
                    self.schemas.save(connection, schema)
            if branch is None:
                return self.operations.finished(connection, name, schema, metadata)
        return self.operations.start(name, metadata, lambda job: self._reindex(job, branch, schema))

    @in_worker
    def delete_schema(self, request: Message) -> Message:
        """Delete a schema; refused while there are documents of it."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self.schemas.require(connection, name)
            self._check_unused(connection, name)
            self.schemas.remove(connection, name)
            self._tell_default(connection, names.parent(name))
            gone, metadata = protobuf.Empty(), de.DeleteSchemaMetadata()
            return self.operations.finished(connection, name, gone, metadata)

    def _tell_default(self, connection: Connection, parent: str) -> None:
        """A data store names its default schema while it has one."""
        data_store = self.data_stores.require(connection, parent)
        has_default = self.schemas.exists(
            connection, f"{parent}/schemas/{resource_kinds.DEFAULT_SCHEMA}"
        )
        default = resource_kinds.DEFAULT_SCHEMA if has_default else ""
        if data_store.default_schema_id != default:
            data_store.default_schema_id = default
            self.data_stores.save(connection, data_store)

    def _check_unused(self, connection: Connection, name: str) -> None:
        branch = _branch_with_documents(connection, name)
        if branch is None:
            return
        bodies = chain.from_iterable(stored_bodies(self.environment.store, branch))
        for document in map(de.Document.FromString, bodies):
            if document.schema_id == names.resource_id(name):
                raise failed_precondition(
                    f"Schema {name} is used by Document {document.name}; delete that first."
                )

    def _reindex(self, job: Job, branch: BranchRow, schema: Message) -> Message:
        """Store a changed schema, if all documents fit it, and index these by it."""
        self._save_fitting(job, branch, schema)
        with self.environment.store.read() as connection:
            written = documents.changed_since(connection, branch.id, 0)
        for batch in batches(written):
            with self.environment.branches.writing(branch) as connection:
                destination = self.destination(branch.name)
                rows = documents.read(connection, branch.id, batch, whole=True)
                refreshed = [preparation.refreshed(row, destination) for row in rows.values()]
                documents.put(connection, branch.id, refreshed)
            job.report()
        self.environment.branches.prepare(branch)
        return schema

    def _save_fitting(self, job: Job, branch: BranchRow, schema: Message) -> None:
        """Store a schema; INVALID_ARGUMENT for a document that does not fit it."""
        for bodies in stored_bodies(self.environment.store, branch):
            _check_documents(bodies, schema)
            job.report()
        with self.environment.branches.writing(branch) as connection:
            self.schemas.require(connection, schema.name)
            # Those that were written while the others were looked at.
            later = documents.changed_since(connection, branch.id, branch.generation)
            rows = documents.read(connection, branch.id, later)
            _check_documents((row.body for row in rows.values()), schema)
            self.schemas.save(connection, schema)

    def _completed(self, schema: Message) -> Message:
        """The schema with the fields that documents have besides, if it is the default one."""
        with self.environment.store.read() as connection:
            branch = _branch_with_documents(connection, schema.name)
            if branch is None or names.resource_id(schema.name) != resource_kinds.DEFAULT_SCHEMA:
                return schema
            rules = self.environment.branches.rules(connection, branch)
            data_store = self.data_stores.require(connection, names.parent(schema.name))
        if rules.is_closed:
            return schema
        bodies = chain.from_iterable(stored_bodies(self.environment.store, branch))
        samples = map(attributes, islice(bodies, _SAMPLED))
        types = self.environment.branches.types(branch)
        given = json_schema_of(schema, "schema")
        found_by_text = resource_kinds.is_structured(data_store)
        found = with_detected_fields(given, rules, types, samples, found_by_text=found_by_text)
        if found != given:
            _set_content(schema, found)
        return schema


def _set_content(schema: Message, content: dict[str, Any]) -> None:
    """Give a schema another content, in the form that it has."""
    if schema.WhichOneof("schema") == "json_schema":
        schema.json_schema = orjson.dumps(content).decode()
    else:
        schema.struct_schema.Clear()
        fill_struct(schema.struct_schema, content)


def _check_documents(bodies: Iterable[bytes], schema: Message) -> None:
    """INVALID_ARGUMENT for a document of the schema that does not fit it."""
    types, schema_id = field_types(schema), names.resource_id(schema.name)
    for document in map(de.Document.FromString, bodies):
        if document.schema_id == schema_id:
            check_values(struct_of(document), types, f"schema: {document.name}")


def _branch_with_documents(connection: Connection, schema: str) -> BranchRow | None:
    branch = branch_of(connection, names.parent(schema))
    return branch if documents.page(connection, branch.id, "", 1) else None
