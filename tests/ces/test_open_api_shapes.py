"""OpenAPI schemas of whatever shape are read or refused, and never more than that."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.ces.environment import Rights
from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.tools import open_api, open_api_calls
from emulator.ces.runtime.turn.situations import schema_of
from emulator.surface.messages import ces
from tests.ces.servers import ORDERS

SCHEMA = yaml.safe_load(ORDERS.replace("ADDRESS", '"http://127.0.0.1:1/{version}"'))
REFERENCE = {"$ref": "#/components/schemas/Order"}
SCHEMA["paths"]["/orders"]["post"]["requestBody"]["content"]["application/json"]["schema"] = {
    "allOf": [REFERENCE, {"required": ["n"], "properties": {"n": {"type": ["integer", "null"]}}}]
}
VALUES = st.sampled_from(
    [None, 0, -1, 1.5, True, "", "x", [], {}, [1], [None], [{}], {"a": 1}, REFERENCE, 2**60, "{x}"]
)
ENVIRONMENT = cast(Any, SimpleNamespace(rights=Rights()))
APP = cast(Any, SimpleNamespace(name="projects/1/locations/us/apps/app"))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in items:
        if isinstance(one, dict | list):
            yield from places(one, (*path, key))
        else:
            yield (*path, key)


PLACES = list(places(SCHEMA))


@settings(max_examples=80)
@given(
    st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3),
    st.sampled_from([{}, {"order_id": "1"}, {"item": "x"}, {"requestBody": {"a": 1}}]),
)
def test_a_schema_of_another_shape(changes: Any, args: dict[str, Any]) -> None:
    document = copy.deepcopy(SCHEMA)
    for path, value in changes:
        put(document, path, value)
    tool = ces.Tool()
    tool.open_api_tool.open_api_schema = json.dumps(document)
    try:
        operations = open_api.read(tool.open_api_tool.open_api_schema).operations
    except open_api.BadSchema:
        return
    for operation_id in operations:
        tool.open_api_tool.name = operation_id
        open_api_calls.input_schema(tool.open_api_tool)
        open_api_calls.output_schema(tool.open_api_tool)
        context = ToolContext(ENVIRONMENT, APP, {})
        found = asyncio.run(open_api_calls.run(context, tool, dict(args), 1.0))
        assert isinstance(found["error"], str)  # Nobody answers at port 1.


def parameter(schema: Any, **components: Any) -> Any:
    """The schema of a parameter as an agent is given it, of a document with these components."""
    shown = {"parameters": [{"name": "x", "in": "query", "schema": schema}], "operationId": "op"}
    document = {
        "openapi": "3.0.0",
        "paths": {"/": {"get": shown}},
        "components": {"schemas": components},
    }
    tool = ces.OpenApiTool(open_api_schema=json.dumps(document))
    return open_api_calls.input_schema(tool)


def to(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def test_all_of_several_references_has_the_properties_of_all() -> None:
    named = {"properties": {"name": {"type": "string"}}}
    priced = {"allOf": [to("Named"), {"properties": {"price": {"type": "number"}}}]}
    found = parameter(
        {"allOf": [to("Named"), to("Priced"), to("Own")]}, Named=named, Priced=priced, Own={}
    )
    assert set(found.properties["x"].properties) == {"name", "price"}


def test_references_around_in_circles_end() -> None:
    twice = {f"A{n}": {"allOf": [to(f"A{n + 1}"), to(f"A{n + 1}")]} for n in range(40)}
    found = parameter({"allOf": [to("A0")]}, **twice, A40={"allOf": [to("A0")], "title": "End"})
    assert found.properties["x"].title == "End"


def test_a_name_may_have_a_slash_and_a_schema_may_say_nothing() -> None:
    found = parameter(to("a~1b"), **{"a/b": {}})
    assert found.properties["x"].ref == "#/defs/a~1b"
    assert list(found.defs) == ["a~1b"]


@pytest.mark.parametrize("ref", ["#/components/schemas", "#/components/schemas/None"])
def test_a_reference_to_no_component_is_refused(ref: str) -> None:
    with pytest.raises(open_api.BadSchema, match="not one of its own components"):
        parameter({"$ref": ref}, A={})


def put(target: Any, path: tuple[Any, ...], value: Any) -> None:
    """Set the value at a path, unless an earlier change has made the way to it another."""
    with contextlib.suppress(LookupError, TypeError):
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = copy.deepcopy(value)


REFERRING = """
openapi: 3.1.0
paths:
  /x:
    get:
      operationId: findX
      parameters:
        - name: status
          in: query
          required: true
          description: Which ones.
          schema: {$ref: "#/components/schemas/Status"}
        - {name: page, in: query, schema: {anyOf: [{type: integer}, {type: "null"}]}}
        - {name: here, in: query, schema: {$ref: "#/components/schemas/Here"}}
        - {name: of_a, in: query, schema: {$ref: "#/components/schemas/A/properties/id"}}
        - {name: of_b, in: query, schema: {$ref: "#/components/schemas/B/properties/id"}}
      responses: {}
components:
  schemas:
    Status: {type: string, enum: [open, closed]}
    Here: {$ref: "#/components/schemas/There"}
    There: {$ref: "#/components/schemas/Here"}
    A: {type: object, properties: {id: {type: integer}}}
    B: {type: object, properties: {id: {type: string}}}
"""


def test_agents_read_what_parameters_refer_to() -> None:
    tool = ces.Tool()
    tool.open_api_tool.open_api_schema = REFERRING
    found = schema_of(tool).properties
    kinds = {name: ces.Schema.Type.Name(found[name].type) for name in found}
    assert kinds.pop("here") == "TYPE_UNSPECIFIED"
    assert kinds == {"status": "STRING", "page": "INTEGER", "of_a": "INTEGER", "of_b": "STRING"}
    assert list(found["status"].enum) == ["open", "closed"]
    assert found["status"].description == "Which ones."
    assert open_api_calls.input_schema(tool.open_api_tool).properties["status"].ref
