"""The OpenAPI 3.1 description of the REST door, made from the surface.

It holds the methods that are implemented and no others: every version, every HTTP binding, and the
messages with the fields that the version has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from emulator import __version__
from emulator.surface.registry import Binding, Method, surface
from emulator.transports.openapi.examples import example_body
from emulator.transports.openapi.parameters import (
    path_parameter,
    query_parameters,
    streaming_parameter,
)
from emulator.transports.openapi.paths import OpenPath, by_preference, open_path
from emulator.transports.openapi.schemas import Schema, VersionSchemas, field_message

GRPC_METHODS = "x-grpc-methods"
"""The gRPC paths of an operation: services may share a URL, and the first of them serves it."""

_DESCRIPTION = """A local stand-in for the Discovery Engine API: the methods that this emulator
implements, with every URL under which it serves them.

Names, shapes and descriptions derive from Google's client libraries, which are published under the
Apache License 2.0. The emulator is not affiliated with Google."""

_ERROR = {
    "type": "object",
    "description": "What every failed call answers.",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "code": {"type": "integer", "description": "The HTTP status."},
                "message": {"type": "string", "description": "What was wrong, in English."},
                "status": {"type": "string", "description": "The name of a google.rpc.Code."},
                "details": {
                    "type": "array",
                    "description": "For a bad request, a google.rpc.BadRequest naming the fields.",
                    "items": {"type": "object", "properties": {"@type": {"type": "string"}}},
                },
            },
            "required": ["code", "message", "status"],
        }
    },
    "required": ["error"],
}


def document(methods: Iterable[Method]) -> dict[str, Any]:
    """The whole OpenAPI document for the methods; made in tenths of a second."""
    return _Document(methods).build()


class _Document:
    def __init__(self, methods: Iterable[Method]) -> None:
        # Two services may own the same URL; as in REST, Discovery Engine comes before CES.
        self._methods = sorted(methods, key=lambda method: method.api != "discoveryengine")
        self._components: dict[str, Schema] = {}
        self._paths: dict[str, dict[str, Schema]] = {}
        self._parameters: dict[str, Schema] = {}
        self._tags: dict[str, Schema] = {}
        self._uses: dict[str, int] = {}

    def build(self) -> dict[str, Any]:
        for method in self._methods:
            for binding in by_preference(method):
                self._add(method, binding)
        error = {"$ref": "#/components/schemas/Error"}
        # A stream is an array even when all it has is an error; server-sent events are none.
        errors = {"anyOf": [{"type": "array", "items": error}, error]}
        return {
            "openapi": "3.1.0",
            "info": {
                "title": "Discovery Engine emulator",
                "version": __version__,
                "description": _DESCRIPTION,
                "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            },
            "servers": [{"url": "/"}],
            "security": [],
            "tags": sorted(self._tags.values(), key=lambda tag: str(tag["name"])),
            "paths": self._paths,
            "components": {
                "schemas": dict(sorted({"Error": _ERROR, **self._components}.items())),
                "parameters": dict(sorted(self._parameters.items())),
                "responses": {"Error": _failed(error), "StreamError": _failed(errors)},
            },
        }

    def _add(self, method: Method, binding: Binding) -> None:
        path = open_path(binding.template)
        operations, verb = self._paths.setdefault(path.text, {}), binding.verb.lower()
        if verb in operations:
            served = operations[verb][GRPC_METHODS]
            operations[verb][GRPC_METHODS] = list(dict.fromkeys([*served, method.path]))
            return
        schemas = VersionSchemas(self._components, method.package)
        operation = _Operation(method, binding, path, schemas)
        operations[verb] = {
            "operationId": self._operation_id(method),
            "tags": [self._tag(method)],
            **operation.build(),
        }
        for name in path.parameters:
            self._parameters[name] = path_parameter(name)

    def _operation_id(self, method: Method) -> str:
        """`v1_SearchService_Search`; each further binding of the method has a number behind it."""
        name = f"{method.version}_{method.service_class}_{method.rpc}"
        self._uses[name] = self._uses.get(name, 0) + 1
        return name if self._uses[name] == 1 else f"{name}_{self._uses[name]}"

    def _tag(self, method: Method) -> str:
        name = f"{method.service_class} {method.version}"
        self._tags.setdefault(name, {"name": name, "description": f"`{method.service}`"})
        return name


class _Operation:
    """One method under one HTTP binding."""

    def __init__(
        self, method: Method, binding: Binding, path: OpenPath, schemas: VersionSchemas
    ) -> None:
        self._method = method
        self._binding = binding
        self._path = path
        self._schemas = schemas

    def build(self) -> Schema:
        error = "StreamError" if self._method.server_streaming else "Error"
        return {
            "summary": self._method.rpc,
            "description": surface.descriptions.get(self._method.full_name, ""),
            GRPC_METHODS: [self._method.path],
            "parameters": self._operation_parameters(),
            **self._request_body(),
            "responses": {
                "200": {"description": "The call succeeded.", "content": self._content()},
                "default": {"$ref": f"#/components/responses/{error}"},
            },
        }

    def _operation_parameters(self) -> list[Schema]:
        in_path = [{"$ref": f"#/components/parameters/{name}"} for name in self._path.parameters]
        found = query_parameters(self._method, self._binding, self._path, self._schemas)
        stream = [streaming_parameter()] if self._method.server_streaming else []
        return [*in_path, *found, *stream]

    def _request_body(self) -> Mapping[str, Schema]:
        body = self._binding.body
        if not body:
            return {}
        if body == "*":
            message, in_path = self._method.request, self._path.fields
            schema = self._schemas.body(message, in_path)
        else:
            message, in_path = field_message(self._method.request, body), ()
            schema = self._schemas.message(message)
        example = example_body(self._binding.verb, message, in_path, self._schemas)
        content = {"application/json": {"schema": schema, "example": example}}
        # An update without one clears the fields of its mask.
        is_update = self._binding.verb == "PATCH"
        required = not is_update and bool(self._schemas.required(message, in_path))
        return {"requestBody": {"content": content, "required": required}}

    def _content(self) -> Schema:
        if self._method.response == "google.api.HttpBody":  # It is the HTTP response itself.
            return {"*/*": {"schema": {"type": "string", "format": "binary"}}}
        answer = self._answer()
        if not self._method.server_streaming:
            return _json(answer)
        return {
            **_json({"type": "array", "items": answer}),
            "text/event-stream": {"schema": answer},
        }

    def _answer(self) -> Schema:
        answer = self._schemas.message(self._method.response)
        if self._method.operation is None:
            return answer
        response, metadata = (self._schemas.message(name) for name in self._method.operation)
        own = {"type": "object", "properties": {"response": response, "metadata": metadata}}
        return {"allOf": [answer, own]}


def _failed(schema: Schema) -> Schema:
    return {"description": "The call failed.", "content": _json(schema)}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}
