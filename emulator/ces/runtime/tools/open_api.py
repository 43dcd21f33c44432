"""OpenAPI 3 schemas: read, checked, and taken apart into operations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from emulator.ces import json_or_yaml
from emulator.ces.runtime.tools.json_schemas import Schemas, pointed_to, steps
from emulator.surface.errors import invalid_argument

METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
_MOST_CHARACTERS = 1_000_000
INJECTED = "x-ces-session-context"
"""Marks what the session has: `$context.variables.x` and the like."""

_COMPONENTS = "#/components/"
_VARIABLE = re.compile(r"\{([^{}]+)\}")

Json = dict[str, Any]


class BadSchema(ValueError):
    """Text that is no OpenAPI schema, or one that needs what it does not have."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter and its place: `path`, `query`, `header` or `cookie`."""

    name: str
    place: str
    required: bool
    description: str
    schema: Json
    injected: str
    """What of the session stands for it; the empty string if an argument does."""


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request: its MIME type and its schema, without references at its top.

    `injected` is what of the session stands for properties, by their names; the schema does not
    have these.
    """

    kind: str
    required: bool
    schema: Json
    injected: Mapping[str, str]

    @property
    def properties(self) -> Mapping[str, Json]:
        """The schemas of an object's properties."""
        found = _object(self.schema.get("properties"))
        return {name: one for name, one in found.items() if isinstance(one, dict)}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation, with all that it refers to."""

    id: str
    method: str
    path: str
    description: str
    server: str
    parameters: tuple[Parameter, ...]
    body: Body | None
    answer: Json
    """The schema of the answer if all is well; empty if it has none."""
    schema: Json
    """An OpenAPI schema of nothing but this operation."""


@dataclass(frozen=True, slots=True)
class Document:
    """The operations of a schema by their ids, in its order."""

    operations: Mapping[str, Operation]

    def operation(self, operation_id: str) -> Operation:
        """The operation of that id, or the first; BadSchema if there is none."""
        if operation_id in self.operations:
            return self.operations[operation_id]
        for operation in self.operations.values():
            return operation
        raise BadSchema("it has no operation")


@lru_cache(maxsize=256)
def read(text: str) -> Document:
    """Read a schema in JSON or YAML; BadSchema if it is none, or if it refers to anything else."""
    if len(text) > _MOST_CHARACTERS:
        raise BadSchema(f"it has more than {_MOST_CHARACTERS:,} characters")
    try:
        document = json_or_yaml.read(text)
    except json_or_yaml.BadText as error:
        raise BadSchema(str(error)) from None
    if not isinstance(document, dict) or not str(document.get("openapi", "")).startswith("3."):
        raise BadSchema("it is not an OpenAPI 3 schema")
    for ref in _references(document):
        if not _is_component(document, ref):
            raise BadSchema(f"the $ref '{ref[:200]}' is not one of its own components")
    return Document({one.id: one for one in _operations(document)})


def check(text: str, where: str) -> None:
    """INVALID_ARGUMENT for a schema that is none."""
    try:
        read(text)
    except BadSchema as error:
        raise invalid_argument(where, f"{error}.") from None


def _is_component(document: Json, ref: str) -> bool:
    """Whether a reference points to a component, or to something in one."""
    to_one = ref.startswith(_COMPONENTS) and len(steps(ref)) > 2
    return to_one and isinstance(pointed_to(document, ref), dict)


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for one in value.values():
            yield from _references(one)
    elif isinstance(value, list):
        for one in value:
            yield from _references(one)


def _operations(document: Json) -> Iterator[Operation]:
    for path, item in _object(document.get("paths")).items():
        for method in METHODS:
            operation = _object(item).get(method)
            if isinstance(operation, dict):
                yield _operation(document, path, method, operation)


def _operation(document: Json, path: str, method: str, operation: Json) -> Operation:
    schemas, item = Schemas(document), document["paths"][path]
    given = [*_list(item.get("parameters")), *_list(operation.get("parameters"))]
    resolved = [dict(schemas.merged(one)) for one in given]
    by_name = {(str(one.get("name")), str(one.get("in"))): one for one in resolved}
    shown = {**operation, "parameters": [*by_name.values()]}
    server = operation.get("servers") or item.get("servers") or document.get("servers")
    return Operation(
        id=str(operation.get("operationId") or _derived_id(method, path)),
        method=method.upper(),
        path=path,
        description=str(operation.get("description") or operation.get("summary") or ""),
        server=_server(_list(server)),
        parameters=tuple(_parameter(one) for one in by_name.values()),
        body=_body(schemas, operation),
        answer=_answer(schemas, operation),
        schema=_only(document, path, method, shown, _list(server)),
    )


def _parameter(found: Json) -> Parameter:
    return Parameter(
        name=str(found.get("name")),
        place=str(found.get("in")),
        required=found.get("required") is True or found.get("in") == "path",
        description=str(found.get("description") or ""),
        schema=_object(found.get("schema")),
        injected=str(found.get(INJECTED) or ""),
    )


def _body(schemas: Schemas, operation: Json) -> Body | None:
    found = schemas.merged(operation.get("requestBody"))
    for kind, media in _object(found.get("content")).items():
        merged = dict(schemas.merged(_object(media).get("schema")))
        schema, injected = _without_injected(merged)
        return Body(kind, found.get("required") is True, schema, injected)
    return None


def _without_injected(schema: Json) -> tuple[Json, dict[str, str]]:
    """An object's schema for who gives the arguments, and what the session has for the rest."""
    known = {name: _object(one) for name, one in _object(schema.get("properties")).items()}
    injected = {name: str(one[INJECTED]) for name, one in known.items() if INJECTED in one}
    if not injected:
        return schema, {}
    properties = {name: one for name, one in known.items() if name not in injected}
    required = [one for one in _list(schema.get("required")) if one not in injected]
    return {**schema, "properties": properties, "required": required}, injected


def _answer(schemas: Schemas, operation: Json) -> Json:
    for status, found in sorted(_object(operation.get("responses")).items()):
        if status.startswith("2") or status == "default":
            for media in _object(schemas.merged(found).get("content")).values():
                return _object(_object(media).get("schema"))
    return {}


def _derived_id(method: str, path: str) -> str:
    """`get /orders/{id}` -> `get_orders_id`."""
    return "_".join([method, *re.findall(r"\w+", path)])


def _server(servers: list[Any]) -> str:
    """The address of the first server, its variables filled in with their defaults."""
    first = _object(servers[0]) if servers else {}
    variables = _object(first.get("variables"))

    def default(found: re.Match[str]) -> str:
        return str(_object(variables.get(found[1])).get("default", found[0]))

    return _VARIABLE.sub(default, str(first.get("url") or "")).rstrip("/")


def _only(document: Json, path: str, method: str, operation: Json, servers: list[Any]) -> Json:
    """The document with one operation, and the components that it needs."""
    found: Json = {key: document[key] for key in ("openapi", "info") if key in document}
    found |= {"servers": servers} if servers else {}
    found["paths"] = {path: {method: operation}}
    waiting, seen = list(_references(operation)), set()
    while waiting:
        ref = waiting.pop()
        if ref not in seen:
            seen.add(ref)
            _, kind, name, *_ = steps(ref)
            part = document["components"][kind][name]
            found.setdefault("components", {}).setdefault(kind, {})[name] = part
            waiting += _references(part)
    return found


def _object(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
