"""The functions that a model may call: the tools of an agent, and the transfer to another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from emulator.ces.runtime.llm_messages import TRANSFER
from emulator.ces.runtime.tools.declarations import input_schema
from emulator.ces.runtime.tools.names import description
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import value_of

_MOST_CHARACTERS = 64
_NOT_IN_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")
_TRANSFERS = "Hands the conversation over to another agent, which answers from then on:"

_NUMBERS: Mapping[str, Callable[[str], float]] = {"integer": int, "number": float}
_PLAIN = ("description", "title")
_LIMITS = (("unique_items", "uniqueItems"), ("min_items", "minItems"), ("max_items", "maxItems"))
_RANGE = ("minimum", "maximum")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Function:
    """One function; `called` is what a decision to call it names: a display name."""

    called: str
    description: str
    parameters: Json

    def declaration(self, name: str) -> Json:
        """The function in the `tools` of a request, under a name."""
        told = {"name": name, "description": self.description, "parameters": self.parameters}
        return {"type": "function", "function": told}


def function_name(called: str) -> str:
    """A display name as chat APIs take names: letters, digits, `_` and `-`."""
    return _NOT_IN_A_NAME.sub("_", called)[:_MOST_CHARACTERS]


def by_name(functions: Iterable[Function]) -> dict[str, Function]:
    """The functions by names that no two of them share.

    Display names in Japanese may be alike in the letters that chat APIs take.
    """
    found: dict[str, Function] = {}
    for one in functions:
        wanted = function_name(one.called)
        numbered = (f"{wanted[: _MOST_CHARACTERS - 4]}_{number}" for number in count(2))
        name = next(name for name in chain([wanted], numbered) if name not in found)
        found[name] = one
    return found


def tool_function(tool: Message) -> Function:
    """The function of a tool; without parameters if its code cannot be read."""
    try:
        schema = input_schema(tool)
    except ApiError:  # Whoever calls the tool is told.
        schema = ces.Schema(type="OBJECT")
    about = description(tool) or f"Calls {tool.display_name}."
    return Function(tool.display_name, about, _object(schema))


def transfer_function(agents: Sequence[Message]) -> Function:
    """The function that transfers to one of these agents."""
    told = (f"- {one.display_name}: {one.description}".rstrip(": ") for one in agents)
    names = [one.display_name for one in agents]
    return Function(
        TRANSFER,
        "\n".join((_TRANSFERS, *told)),
        {
            "type": "object",
            "properties": {"agent_name": {"type": "string", "enum": names}},
            "required": ["agent_name"],
        },
    )


def _object(schema: Message) -> Json:
    """The JSON Schema of parameters, which is an object in any case."""
    empty: Json = {"properties": {}, "required": list(schema.required)}
    return {**empty, **json_schema(schema), "type": "object"}


def json_schema(schema: Message) -> Json:
    """A Schema as JSON Schema."""
    found: Json = {name: value for name in _PLAIN if (value := getattr(schema, name))}
    kind = _type(schema)
    if kind:
        found["type"] = [kind, "null"] if schema.nullable else kind
    if schema.ref:
        found["$ref"] = schema.ref.replace("#/defs/", "#/$defs/", 1)
    if schema.properties:
        shown = {name: json_schema(one) for name, one in sorted(schema.properties.items())}
        found |= {"properties": shown, "required": list(schema.required)}
    if schema.enum:
        found["enum"] = [_of_type(one, kind) for one in schema.enum]
    for field, name in (("items", "items"), ("additional_properties", "additionalProperties")):
        if schema.HasField(field):
            found[name] = json_schema(getattr(schema, field))
    for field, name in (("any_of", "anyOf"), ("prefix_items", "prefixItems")):
        if parts := getattr(schema, field):
            found[name] = [json_schema(one) for one in parts]
    found |= {name: value for field, name in _LIMITS if (value := getattr(schema, field))}
    found |= {name: getattr(schema, name) for name in _RANGE if schema.HasField(name)}
    if schema.HasField("default"):
        found["default"] = value_of(schema.default)
    if schema.defs:
        found["$defs"] = {name: json_schema(one) for name, one in sorted(schema.defs.items())}
    return found


def _type(schema: Message) -> str:
    return ces.Schema.Type.Name(schema.type).lower() if schema.type else ""


def _of_type(text: str, kind: str) -> str | float:
    """A value of an enum, which are all texts in a Schema."""
    try:
        return _NUMBERS[kind](text) if kind in _NUMBERS else text
    except ValueError:
        return text
