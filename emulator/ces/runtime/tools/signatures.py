"""Schemas of what a Python function takes and gives, from its annotations and its docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from emulator.ces.runtime.tools.code import NOT_PARSED, Function
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_value

_TYPES: Mapping[str, str] = {
    "str": "STRING",
    "int": "INTEGER",
    "float": "NUMBER",
    "bool": "BOOLEAN",
    "dict": "OBJECT",
    "Dict": "OBJECT",
    "Mapping": "OBJECT",
    "list": "ARRAY",
    "List": "ARRAY",
    "Sequence": "ARRAY",
    "tuple": "ARRAY",
    "set": "ARRAY",
}
_SECTION = re.compile(
    r"^\s*(?:Args|Arguments|Parameters):\s*$(.*?)(?=^\s*\w+:\s*$|\Z)", re.M | re.S
)
_DESCRIBED = re.compile(r"^\s+(\w+)\s*(?:\([^)]*\))?:\s*(.+)$", re.M)


def described(function: Function) -> str:
    """The docstring."""
    return _text(ast.get_docstring(function) or "")


def input_schema(function: Function) -> Message:
    """An object of the parameters; those without a default are required."""
    schema = ces.Schema(type="OBJECT")
    texts = _texts(described(function))
    given = function.args
    plain = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + list(given.defaults)
    parameters = [*zip(plain, defaults, strict=True)]
    parameters += zip(given.kwonlyargs, given.kw_defaults, strict=True)
    for parameter, default in parameters:
        schema.properties[parameter.arg].CopyFrom(schema_of(parameter.annotation))
        schema.properties[parameter.arg].description = texts.get(parameter.arg, "")
        if default is None:
            schema.required.append(parameter.arg)
        elif isinstance(default, ast.Constant) and isinstance(
            default.value, str | int | float | bool
        ):
            with suppress(ValueError, OverflowError):  # JSON has no form for some.
                fill_value(schema.properties[parameter.arg].default, default.value)
    return schema


def output_schema(function: Function) -> Message:
    """The type that the function says it returns; an object if it says nothing."""
    return ces.Schema(type="OBJECT") if function.returns is None else schema_of(function.returns)


def schema_of(annotation: ast.expr | None) -> Message:
    """The schema of an annotation; a string where it says nothing that a schema can."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return schema_of(_parsed(annotation.value))
    if isinstance(annotation, ast.BinOp):
        return _one_of(_members(annotation))
    if isinstance(annotation, ast.Subscript):
        return _subscript(_name(annotation.value), annotation.slice)
    return ces.Schema(type=_TYPES.get(_name(annotation), "STRING"))


def _subscript(name: str, inner: ast.expr) -> Message:
    parts = list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
    if name == "Optional":
        return _one_of([*parts, ast.Constant(None)])
    if name == "Union":
        return _one_of(parts)
    if name == "Annotated" and parts:
        return schema_of(parts[0])
    if name == "Literal":
        values = [one.value for one in parts if isinstance(one, ast.Constant)]
        kind = type(values[0]).__name__ if values else "str"
        return ces.Schema(type=_TYPES.get(kind, "STRING"), enum=map(_text, values))
    schema = ces.Schema(type=_TYPES.get(name, "STRING"))
    if schema.type == schema.ARRAY and parts:
        schema.items.CopyFrom(schema_of(parts[0]))
    elif schema.type == schema.OBJECT and len(parts) == 2 and _name(parts[1]) != "Any":
        schema.additional_properties.CopyFrom(schema_of(parts[1]))
    return schema


def _members(union: ast.BinOp) -> list[ast.expr]:
    """`a | b | c`, which is `(a | b) | c`, as a list."""
    found: list[ast.expr] = []
    left: ast.expr = union
    while isinstance(left, ast.BinOp):
        found.append(left.right)
        left = left.left
    return [left, *reversed(found)]


def _one_of(parts: list[ast.expr]) -> Message:
    """`T | None` is a T that may be null; of several types any will do."""
    types = [one for one in parts if not (isinstance(one, ast.Constant) and one.value is None)]
    schemas = [schema_of(one) for one in types]
    schema = schemas[0] if len(schemas) == 1 else ces.Schema(any_of=schemas)
    if len(types) < len(parts):
        schema.nullable = True
    return schema


def _name(node: Any) -> str:
    """`dict` of `dict`, `Any` of `typing.Any`."""
    return str(getattr(node, "id", getattr(node, "attr", "")))


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except NOT_PARSED:
        return None


def _texts(docstring: str) -> dict[str, str]:
    """What a docstring in Google's style says of each argument."""
    section = _SECTION.search(docstring)
    return dict(_DESCRIBED.findall(section[1])) if section else {}


def _text(value: object) -> str:
    """The text of a value, without halves of characters, which code can have and messages not."""
    return str(value).encode(errors="replace").decode()
