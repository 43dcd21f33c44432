"""The JSON Schemas of requests and responses, against the decoder and the encoder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from jsonschema import Draft202012Validator

from emulator.surface.registry import Message, surface
from emulator.transports.mcp.catalogue import ALL, tools
from emulator.transports.mcp.schemas import Schema, input_schema, output_schema
from emulator.transports.mcp.tools import Tool

UNION = "google.cloud.discoveryengine.union"
TOOLS = list(tools(ALL).values())


def subschemas(schema: Any) -> Iterator[Schema]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from subschemas(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from subschemas(value)


def field(schema: Schema, path: str) -> Schema:
    for name in path.split("."):
        schema = schema.get("items", schema)["properties"][name]
    return schema


@pytest.fixture(params=TOOLS, ids=lambda tool: tool.name)
def tool(request: pytest.FixtureRequest) -> Any:
    return request.param


@cache
def check(schema: str) -> None:
    """SchemaError if it is none; many tools define the same messages."""
    Draft202012Validator.check_schema(json.loads(schema))


def test_schemas_are_valid(tool: Any) -> None:
    for schema in (tool.shown()["inputSchema"], tool.shown()["outputSchema"]):
        assert schema["type"] == "object"
        check(json.dumps(schema))


def test_nothing_is_referred_to(tool: Any) -> None:
    """Mastra follows the reference of a message to itself to no end, and has no such tool."""
    for schema in (tool.shown()["inputSchema"], tool.shown()["outputSchema"]):
        assert not any("$ref" in part or "$defs" in part for part in subschemas(schema))


def test_a_message_within_itself_is_any_object() -> None:
    schema = input_schema("google.cloud.ces.union.Schema")
    described = schema["properties"]["items"]["description"]
    assert schema["properties"]["items"] == {"type": "object", "description": described}
    validator = Draft202012Validator(schema)
    inner = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}
    assert validator.is_valid({"type": "OBJECT", "properties": {"b": inner}})
    assert not validator.is_valid({"type": "OBJECT", "properties": {"b": "text"}})


def test_more_properties_have_a_schema_or_none_is_said(tool: Any) -> None:
    """google-genai reads the schema of more properties as an object, and fails where it is true."""
    for schema in (tool.shown()["inputSchema"], tool.shown()["outputSchema"]):
        for part in subschemas(schema):
            assert not isinstance(part.get("additionalProperties"), bool)


def test_outputs_require_nothing(tool: Any) -> None:
    for part in subschemas(tool.shown()["outputSchema"]):
        assert not isinstance(part.get("required"), list)


@pytest.mark.parametrize(
    ("message", "required"),
    [
        ("SearchRequest", ["servingConfig"]),
        ("AnswerQueryRequest", ["servingConfig", "query"]),
        ("ListEnginesRequest", ["parent"]),
        ("Control.BoostAction", ["dataStore"]),
    ],
)
def test_required_fields(message: str, required: list[str]) -> None:
    assert input_schema(f"{UNION}.{message}")["required"] == required


def test_an_update_requires_of_the_resource_nothing_but_in_its_lists() -> None:
    schema = input_schema("google.cloud.ces.union.UpdateAgentRequest")
    assert schema["required"] == ["agent"]
    assert "required" not in field(schema, "agent")
    assert field(schema, "agent.beforeModelCallbacks")["items"]["required"] == ["pythonCode"]


def test_output_only_fields_are_no_input() -> None:
    assert "startTime" not in input_schema(f"{UNION}.Session")["properties"]
    assert "startTime" in output_schema(f"{UNION}.Session")["properties"]


def test_the_id_of_a_question_is_both() -> None:
    """Google's page for the tool has it in its input: it binds an answer to a search."""
    query = field(input_schema(f"{UNION}.AnswerQueryRequest"), "query")
    assert query["properties"].keys() == {"text", "queryId"}
    assert "queryId" in field(output_schema(f"{UNION}.Session"), "turns.query")["properties"]


@pytest.mark.parametrize(
    ("message", "path", "expected"),
    [
        ("SearchRequest", "pageSize", {"type": "integer", "format": "int32"}),
        ("SearchRequest", "safeSearch", {"type": "boolean"}),
        ("SearchRequest", "userLabels", {"type": "object"}),
        ("SearchRequest", "params", {"type": "object"}),
        ("SearchRequest", "boostSpec.conditionBoostSpecs.boost", {"type": "number"}),
        ("ImportDocumentsRequest", "updateMask", {"type": "string"}),
        ("Document", "structData", {"type": "object"}),
        ("Document", "content.rawBytes", {"type": "string", "contentEncoding": "base64"}),
        ("Answer", "citations.startIndex", {"type": "string", "format": "int64"}),
    ],
)
def test_types_are_those_of_proto_json(message: str, path: str, expected: Schema) -> None:
    found = field(input_schema(f"{UNION}.{message}"), path)
    assert expected.items() <= found.items()


def test_timestamps_are_dates() -> None:
    found = field(output_schema(f"{UNION}.Document"), "indexTime")
    assert found.items() >= {"type": "string", "format": "date-time"}.items()


@pytest.mark.parametrize("text", ["3s", "3.5s", "-0.000000001s"])
def test_durations_are_seconds(text: str) -> None:
    schema = input_schema("google.cloud.ces.union.AudioProcessingConfig")
    validator = Draft202012Validator(field(schema, "inactivityTimeout"))
    assert validator.is_valid(text)
    assert not validator.is_valid("PT" + text.upper())


def test_descriptions_are_short_and_say_no_behavior(tool: Any) -> None:
    for part in subschemas(tool.shown()["inputSchema"]):
        text = part.get("description", "")
        if isinstance(text, str):
            assert len(text) <= 360
            assert not text.startswith(("Required.", "Optional."))


def test_a_tool_is_within_what_models_take(tool: Any) -> None:
    """OpenAI refuses a call with a longer description among its tools, Anthropic other keys."""
    assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool.name)
    assert len(tool.shown()["description"]) <= 1024
    for part in subschemas(tool.shown()["inputSchema"]):
        assert all(re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", key) for key in part.get("properties", ()))


@pytest.mark.parametrize(
    ("path", "begin", "end"),
    [
        ("userInfo", "Information about the end user. ", " `device_type` for analytics."),
        ("pageSize", "Maximum number of Documents to return. ", " coerced to the maximum value."),
        ("servingConfig", "The resource name ", "/servingConfigs/default_serving_config`."),
        ("userLabels", "The user labels applied to a resource must ", " and cannot be empty."),
    ],
    ids=["whole", "first-paragraph", "whole-sentences", "with-what-it-announces"],
)
def test_a_description_ends_where_something_does(path: str, begin: str, end: str) -> None:
    described = field(input_schema(f"{UNION}.SearchRequest"), path)["description"]
    assert described.startswith(begin)
    assert described.endswith(end)


def test_a_oneof_is_described() -> None:
    schema = input_schema(f"{UNION}.AnswerQueryRequest")
    described = field(schema, "searchSpec.searchParams")["description"]
    assert described == "Search parameters. Not together with searchResultList."


def filled(message: Message, depth: int) -> Message:
    """Every plain field of a message and of those below it set, oneofs to their last field."""
    for one in message.DESCRIPTOR.fields:
        target = getattr(message, one.name)
        if one.message_type is None:
            if one.is_repeated:
                target.append(sample(one))
            else:
                setattr(message, one.name, sample(one))
        elif depth and not has_own_form(one.message_type):
            filled(target.add() if one.is_repeated else target, depth - 1)
    return message


def has_own_form(message: Descriptor) -> bool:
    return message.full_name.startswith("google.protobuf") or message.GetOptions().map_entry


def sample(one: FieldDescriptor) -> Any:
    if one.enum_type is not None:
        return one.enum_type.values[-1].number
    if one.cpp_type in (FieldDescriptor.CPPTYPE_FLOAT, FieldDescriptor.CPPTYPE_DOUBLE):
        return float("inf")
    if one.type == FieldDescriptor.TYPE_BYTES:
        return b"bytes"
    return {FieldDescriptor.CPPTYPE_BOOL: True, FieldDescriptor.CPPTYPE_STRING: "text"}.get(
        one.cpp_type, 7
    )


def test_every_full_response_is_valid(tool: Any) -> None:
    response = filled(surface.message_class(tool.method.response)(), depth=6)
    shown = tool.result(response)
    if type(tool) is Tool:
        assert len(shown) == len(response.ListFields())
    Draft202012Validator(tool.shown()["outputSchema"]).validate(shown)


def instances(schema: Schema) -> Iterator[Any]:
    """For each property at any depth, an instance with little besides it."""
    if schema.get("format") == "date-time":
        yield "2026-01-01T00:00:00Z"
    elif schema.get("format") == "int64":
        yield "7"
    elif "pattern" in schema:
        yield "3s"
    elif "enum" in schema:
        yield from schema["enum"]
    elif schema.get("type") == "array":
        yield from ([item] for item in instances(schema["items"]))
    elif schema.get("type") == "object":
        yield from objects(schema)
    else:
        yield {"integer": 7, "number": 0.5, "boolean": True}.get(schema.get("type"), "text")


def objects(schema: Schema) -> Iterator[dict[str, Any]]:
    required = {
        name: next(instances(schema["properties"][name])) for name in schema.get("required", ())
    }
    for name, inner in schema.get("properties", {}).items():
        yield from (required | {name: item} for item in instances(inner))
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        yield {"key": next(instances(values))} if values else {}


def test_every_argument_of_the_schema_is_understood(tool: Any) -> None:
    schema = tool.shown()["inputSchema"]
    tried = list(instances(schema))
    assert len(tried) >= len(schema["properties"])
    for arguments in tried:
        Draft202012Validator(schema).validate(arguments)
        if type(tool) is Tool:
            tool.request(arguments)
