"""Tables of fields, and the words for their types."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from typing import Any

from emulator.transports.docs.text import html
from emulator.transports.openapi.schemas import Schema

_PREFIX = "#/components/schemas/"
_FORMATS = {
    "date-time": "timestamp",
    "field-mask": "field mask",
    "int64": "string (int64)",
    "uint64": "string (uint64)",
}


def properties_table(schema: Schema) -> str:
    """The properties of an object schema, one a row; nothing for an object without any."""
    required = schema.get("required", ())
    rows = [
        row(name, one, one.get("description", ""), required=name in required)
        for name, one in schema.get("properties", {}).items()
    ]
    return table(rows)


def parameters_table(parameters: Collection[Mapping[str, Any]]) -> str:
    """Query parameters, one a row."""
    return table(
        row(one["name"], one["schema"], one.get("description", ""), one.get("required", False))
        for one in parameters
    )


def table(rows: Any) -> str:
    """Rows as a table, or nothing if there are none."""
    body = "".join(rows)
    return f'<table class="fields"><tbody>{body}</tbody></table>' if body else ""


def row(name: str, schema: Schema, description: str, required: bool) -> str:
    """One field: its name, its type and what is documented of it."""
    mark = ' <span class="required">required</span>' if required else ""
    output = ' <span class="output">output</span>' if schema.get("readOnly") else ""
    first = f"<code>{escape(name)}</code>{mark}{output}<br><small>{type_words(schema)}</small>"
    return f"<tr><th>{first}</th><td>{html(description)}</td></tr>"


def type_words(schema: Schema) -> str:
    """What a JSON value of the schema is, with a link if it is a message or an enum."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_PREFIX)
        return f'<a href="#{escape(type_id(name))}">{escape(short_name(name))}</a>'
    kind = schema.get("type")
    if kind == "array":
        return f"list of {type_words(schema['items'])}"
    if kind == "object" and "additionalProperties" in schema:
        return f"map to {type_words(schema['additionalProperties'])}"
    if schema.get("contentEncoding"):
        return "string (base64)"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(value)}</code>" for value in schema["enum"])
    return escape(_FORMATS.get(schema.get("format", ""), str(kind or "any JSON value")))


def resolve(document: Mapping[str, Any], schema: Schema) -> Schema:
    """The component that a schema refers to."""
    found: Schema = document["components"]["schemas"][schema["$ref"].removeprefix(_PREFIX)]
    return found


def short_name(component: str) -> str:
    """`discoveryengine.v1.Answer.Citation` -> `Answer.Citation`; `google.rpc.Status` as it is."""
    return component if component.startswith("google.") else component.split(".", 2)[-1]


def type_id(component: str) -> str:
    """The id of a type's place in the page."""
    return f"type-{component}"
