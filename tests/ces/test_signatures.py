"""Schemas of Python functions."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.tools.code import BadCode, read
from emulator.ces.runtime.tools.signatures import described, input_schema, output_schema
from emulator.surface.messages import ces


def parameter(annotation: str) -> Any:
    return input_schema(read(f"def f(x: {annotation}): pass").entry("")).properties["x"]


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("str", {"type": "STRING"}),
        ("int", {"type": "INTEGER"}),
        ("float", {"type": "NUMBER"}),
        ("bool", {"type": "BOOLEAN"}),
        ("dict", {"type": "OBJECT"}),
        ("dict[str, Any]", {"type": "OBJECT"}),
        ("list[int]", {"type": "ARRAY", "items": {"type": "INTEGER"}}),
        ("typing.List[str]", {"type": "ARRAY", "items": {"type": "STRING"}}),
        ("'int'", {"type": "INTEGER"}),
        ("int | None", {"type": "INTEGER", "nullable": True}),
        ("Optional[str]", {"type": "STRING", "nullable": True}),
        ("Union[int, str]", {"any_of": [{"type": "INTEGER"}, {"type": "STRING"}]}),
        (
            "int | str | float | None",
            {
                "any_of": [{"type": "INTEGER"}, {"type": "STRING"}, {"type": "NUMBER"}],
                "nullable": True,
            },
        ),
        ("Literal['a', 'b']", {"type": "STRING", "enum": ["a", "b"]}),
        ("Annotated[int, 'x']", {"type": "INTEGER"}),
        ("dict[str, int]", {"type": "OBJECT", "additional_properties": {"type": "INTEGER"}}),
        ("Whatever", {"type": "STRING"}),
        ("list[()]", {"type": "ARRAY"}),
        ("'list['", {"type": "STRING"}),
        pytest.param("'" + "-" * 5_000 + "1'", {"type": "STRING"}, id="deep text"),
        (r"Literal['\ud800']", {"type": "STRING", "enum": ["?"]}),
    ],
)
def test_annotations(annotation: str, expected: dict[str, Any]) -> None:
    assert parameter(annotation) == ces.Schema(**expected)


def test_a_type_of_very_many() -> None:
    assert len(parameter(" | ".join(["int"] * 2_000)).any_of) == 2_000


def test_parameters_of_every_kind() -> None:
    code = '''
def f(a, b=1, /, c="x", *rest, d, e=-1, g=None, **others) -> list[str]:
    """Does it.

    Args:
        a (int): The first,
            on two lines.
        c: The third.

    Returns:
        b: Not this.
    """
'''
    function = read(code).entry("f")
    schema = input_schema(function)
    assert set(schema.properties) == {"a", "b", "c", "d", "e", "g"}
    assert list(schema.required) == ["a", "d"]
    assert schema.properties["b"].default.number_value == 1
    assert schema.properties["c"].default.string_value == "x"
    assert schema.properties["a"].description == "The first,"
    assert schema.properties["b"].description == ""
    assert schema.properties["c"].description == "The third."
    assert described(function).startswith("Does it.")
    assert output_schema(function) == ces.Schema(type="ARRAY", items=ces.Schema(type="STRING"))


@pytest.mark.parametrize("code", ["def (", "x = 1", "(" * 500, "\0", "async def"])
def test_code_that_is_none(code: str) -> None:
    with pytest.raises(BadCode):
        read(code).entry("")


def test_the_tools_that_code_names() -> None:
    code = "def f():\n    return tools.a(), async_tools.b, other.c, tools['d'], tools.a\n"
    assert set(read(code).tools) == {"a", "b"}
    assert read("def f(tools):\n    return tools.a()\n").tools == ()
    assert read("def f():\n    tools = []\n    tools.append(1)\n").tools == ()
