"""The parameters of a call: one for each wildcard of its path, and the rest of the request."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.descriptor import FieldDescriptor

from emulator.surface.registry import Binding, Method
from emulator.transports.openapi.examples import PATH_VALUES, QUERY_VALUES
from emulator.transports.openapi.paths import OpenPath
from emulator.transports.openapi.schemas import TEXTUAL, Schema, VersionSchemas, is_required

_DESCRIPTIONS = {
    "project": "The project's id or number.",
    "location": "`global`, `us` or `eu`.",
    "collection": "`default_collection`.",
    "branch": "`0` or `default_branch`, which are the same branch.",
    "servingConfig": "`default_search`, or the id of another serving config.",
}


def path_parameter(name: str) -> Schema:
    """A parameter that stands in the path."""
    described = _DESCRIPTIONS.get(name, f"The id of the {name}.")
    example = {"example": PATH_VALUES[name]} if name in PATH_VALUES else {}
    schema = {"type": "string"}
    place = {"name": name, "in": "path", "required": True}
    return {**place, "description": described, "schema": schema, **example}


def query_parameters(
    method: Method, binding: Binding, path: OpenPath, schemas: VersionSchemas
) -> list[Schema]:
    """The fields that neither the path nor the body holds, nested ones by their dotted path."""
    if binding.body == "*":
        return []
    taken = {binding.body, *path.fields}
    found = _leaves(method.request, "", "", schemas, (method.request,))
    return [
        _query_parameter(name, field, schemas)
        for name, source, field in found
        if source not in taken and source.partition(".")[0] not in taken
    ]


def streaming_parameter() -> Schema:
    """How the parts of a stream are written."""
    return {
        "name": "alt",
        "in": "query",
        "description": "`json` for one array of all parts, `sse` for server-sent events.",
        "schema": {"type": "string", "enum": ["json", "sse"], "default": "json"},
    }


def _query_parameter(name: str, field: FieldDescriptor, schemas: VersionSchemas) -> Schema:
    schema = schemas.field(field)
    description = schema.pop("description", "")
    parameter: Schema = {"name": name, "in": "query", "schema": schema}
    if description:
        parameter["description"] = description
    if is_required(field) and "." not in name:
        parameter["required"] = True
    if name in QUERY_VALUES:
        parameter["example"] = QUERY_VALUES[name]
    return parameter


def _leaves(
    message: str, name: str, source: str, schemas: VersionSchemas, chain: tuple[str, ...]
) -> Iterator[tuple[str, str, FieldDescriptor]]:
    """The fields that a query string can hold: (dotted JSON name, dotted field name, field)."""
    for field in schemas.fields(message):
        kind = field.message_type
        at, here = f"{name}{field.json_name}", f"{source}{field.name}"
        if kind is None or kind.full_name in TEXTUAL:
            yield at, here, field
        elif not field.is_repeated and _opens(kind.full_name, chain):
            inner = kind.full_name
            yield from _leaves(inner, f"{at}.", f"{here}.", schemas, (*chain, inner))


def _opens(message: str, chain: tuple[str, ...]) -> bool:
    """Whether a query string may hold fields of the message, which is not inside itself."""
    return not message.startswith("google.protobuf.") and message not in chain
