"""Schemas of tools as JSON Schema."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.ces.runtime.chat.functions import function_name, json_schema, tool_function
from emulator.ces.runtime.tools.json_schemas import Schemas
from emulator.surface.messages import ces

WORDS = st.text(st.characters(codec="utf-8", categories=["L"]), min_size=1, max_size=4)
LEAVES = st.one_of(
    st.builds(lambda values: {"type": "string", "enum": values}, st.lists(WORDS, min_size=1)),
    st.builds(lambda low: {"type": "number", "minimum": low}, st.integers(-5, 5)),
    st.builds(lambda told: {"type": "boolean", "description": told}, WORDS),
    st.builds(lambda least: {"type": ["string", "null"], "title": least}, WORDS),
    st.just({"type": "integer", "enum": [1, 2]}),
    st.just({"type": "integer", "default": 3}),
)
SCHEMAS = st.recursive(
    LEAVES,
    lambda parts: st.one_of(
        st.builds(
            lambda items, most: {"type": "array", "items": items, "maxItems": most},
            parts,
            st.integers(1, 9),
        ),
        st.builds(lambda one, other: {"anyOf": [one, other]}, parts, parts),
        st.builds(
            lambda named: {"type": "object", "properties": named, "required": sorted(named)[:1]},
            st.dictionaries(WORDS, parts, min_size=1, max_size=3),
        ),
    ),
    max_leaves=6,
)


@given(SCHEMAS)
def test_a_schema_comes_back_as_it_was_read(schema):
    assert json_schema(Schemas({}).root(schema)) == schema


def test_a_schema_that_refers_to_itself_does_so_by_its_definitions():
    node = {"type": "object", "properties": {"next": {"$ref": "#/node"}}, "required": []}
    assert json_schema(Schemas({"node": node}).root({"$ref": "#/node"})) == {
        "$ref": "#/$defs/node",
        "$defs": {"node": node | {"properties": {"next": {"$ref": "#/$defs/node"}}}},
    }


def test_an_enum_of_numbers_that_has_a_word_keeps_it():
    assert json_schema(ces.Schema(type="INTEGER", enum=["1", "many"]))["enum"] == [1, "many"]


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("look_up", "look_up"),
        ("Look up!", "Look_up_"),
        ("prüfen", "pr_fen"),
        ("x" * 70, "x" * 64),
    ],
)
def test_names_are_such_as_chat_apis_take(called, name):
    assert function_name(called) == name


def test_a_tool_whose_code_cannot_be_read_has_no_parameters():
    tool = ces.Tool(display_name="broken")
    tool.python_function.python_code = "def ("
    function = tool_function(tool)
    assert function.parameters == {"type": "object", "properties": {}, "required": []}
    assert function.description == "Calls broken."
