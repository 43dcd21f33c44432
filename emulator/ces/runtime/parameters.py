"""The parameters of tools with those of objects flattened, as an agent fills them.

A parameter of an object is named by both: the `email` of a `guest` is `guest email`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from emulator.ces.runtime.arguments.enums import listed_values
from emulator.ces.runtime.tools.declarations import input_schema
from emulator.ces.runtime.tools.names import description
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_MOST_POINTERS = 10  # They may point to each other.
_DEEPEST = 3
_PARAMETER = re.compile(r"(?:^|[\s(])(\w+)(?: \([^()]*\))?: ((?:(?!\s\w+:|\.\s)[^\n])+)")

_Path: TypeAlias = tuple[str, ...]


def schema_of(tool: Message) -> Message:
    """The flattened schema of a tool's parameters; empty if its code cannot be read."""
    schema = _input_schema(tool)
    if all(_is_plain(schema.properties[name]) for name in schema.properties):
        return schema
    found = ces.Schema(type="OBJECT")
    for path, kind, is_required in _parts(schema, schema):
        found.properties[" ".join(path)].CopyFrom(kind)
        if is_required:
            found.required.append(" ".join(path))
    return found


def nested(tool: Message, args: Mapping[str, Any]) -> dict[str, Any]:
    """Flattened arguments in their objects, as the tool takes them."""
    schema, found = _input_schema(tool), dict[str, Any]()
    paths = {" ".join(path): path for path, _, _ in _parts(schema, schema)}
    for name, value in args.items():
        *above, last = paths.get(name, (name,))
        inner = found
        for one in above:
            inner = inner.setdefault(one, {})
        inner[last] = value
    return found


def flattened(schema: Message, args: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """The arguments of a tool, flattened by a schema of `schema_of`."""
    found: dict[str, Any] = {}
    for name, value in args.items():
        path = f"{above}{name}"
        if isinstance(value, Mapping) and path not in schema.properties:
            found |= flattened(schema, value, f"{path} ")
        else:
            found[path] = value
    return found


def _input_schema(tool: Message) -> Message:
    try:
        schema = input_schema(tool)
    except ApiError:  # Whoever calls the tool is told.
        return ces.Schema(type="OBJECT")
    about = description(tool)
    lists = len(schema.properties) == 1 and listed_values(about)
    said = dict.fromkeys(schema.properties, about) if lists else _described(about)
    silent = [name for name, one in schema.properties.items() if not one.description]
    if said.keys().isdisjoint(silent):
        return schema
    copy: Message = ces.Schema.FromString(schema.SerializeToString())
    for name in said.keys() & silent:
        copy.properties[name].description = said[name]
    return copy


@lru_cache(maxsize=1024)
def _described(text: str) -> Mapping[str, str]:
    """The descriptions of parameters that a tool's description has: "day: YYYY-MM-DD."."""
    return {name: said.strip() for name, said in _PARAMETER.findall(text)}


def _is_plain(kind: Message) -> bool:
    return not (kind.ref or kind.properties or kind.any_of)


def _parts(
    root: Message, schema: Message, above: _Path = ()
) -> Iterator[tuple[_Path, Message, bool]]:
    """The paths to values that are no objects with properties, and whether they are required."""
    named = dict.fromkeys([*schema.required, *sorted(schema.properties)])
    for name in (one for one in named if one in schema.properties):
        kind, path = _meant(root, schema.properties[name]), (*above, name)
        is_required = name in schema.required
        if not kind.properties or len(path) >= _DEEPEST:
            yield path, kind, is_required
            continue
        for inner, part, is_needed in _parts(root, kind, path):
            yield inner, part, is_required and is_needed


def _meant(schema: Message, kind: Message) -> Message:
    """The schema that a `ref` refers to, with the description beside the `ref`."""
    found = kind
    for _ in range(_MOST_POINTERS):
        other = _pointed_to(schema, found)
        if other is None:
            break
        found = other
    if found is kind:
        return kind
    made: Message = ces.Schema.FromString(found.SerializeToString())
    made.description = kind.description or found.description
    return made


def _pointed_to(schema: Message, kind: Message) -> Message | None:
    name = kind.ref.removeprefix("#/defs/")
    if name:
        return schema.defs.get(name)
    return kind.any_of[0] if len(kind.any_of) == 1 and not kind.type else None
