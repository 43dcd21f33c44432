"""Schemas of what tools take and give (`google.cloud.ces.*.Schema`).

The service takes `required` names that are no properties and a `ref` to no definition: examples for
Terraform, which are tested against it, have both.
"""

from __future__ import annotations

from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message

_DEEPEST = 50
_DEFINITIONS = "#/defs/"


def check_schema(schema: Message, where: str) -> None:
    """INVALID_ARGUMENT for a schema without a type, or with parts that do not fit together."""
    _check(schema, where, schema, 1)


def _check(schema: Message, where: str, root: Message, depth: int) -> None:
    if depth > _DEEPEST:
        raise invalid_argument(where, f"it is nested more than {_DEEPEST} levels deep.")
    if schema.ref and not schema.ref.startswith(_DEFINITIONS):
        raise invalid_argument(f"{where}.ref", f"'{schema.ref}' does not begin with #/defs/.")
    if not (schema.type or schema.any_of or schema.ref):
        raise missing_field(f"{where}.type")
    if schema is not root and schema.defs:
        raise invalid_argument(f"{where}.defs", "only the root schema may have definitions.")
    for path, child in _children(schema, where):
        _check(child, path, root, depth + 1)


def _children(schema: Message, where: str) -> list[tuple[str, Message]]:
    children = [(f"{where}.properties.{key}", schema.properties[key]) for key in schema.properties]
    children += [(f"{where}.defs.{key}", schema.defs[key]) for key in schema.defs]
    for field in ("any_of", "prefix_items"):
        found = getattr(schema, field)
        children += [(f"{where}.{field}[{place}]", one) for place, one in enumerate(found)]
    for field in ("items", "additional_properties"):
        if schema.HasField(field):
            children.append((f"{where}.{field}", getattr(schema, field)))
    return children
