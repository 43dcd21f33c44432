"""Messages as the schemas of a discovery document, made from those of the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from emulator.transports.openapi.schemas import Schema, VersionSchemas

_REFERENCE = "#/components/schemas/"
_FORMATS = {
    "date-time": "google-datetime",
    "field-mask": "google-fieldmask",
}
_EMPTY = "google.protobuf.Empty"
# What a discovery document has of a schema as it is.
_KEPT = ("type", "description", "enum", "readOnly")


class DiscoverySchemas:
    """The schemas of one version; a message becomes one of them when it is first referred to."""

    def __init__(self, package: str) -> None:
        self._components: dict[str, Schema] = {}
        self._package = package
        self.messages = VersionSchemas(self._components, package)

    def reference(self, full_name: str) -> Schema:
        """A reference to a message of the union."""
        if full_name == _EMPTY:
            self._components.setdefault(_EMPTY, {"type": "object"})
            return {"$ref": self._id(_EMPTY)}
        return self.convert(self.messages.message(full_name))

    def all(self) -> dict[str, Schema]:
        """The schemas of all messages that were referred to, by their ids."""
        found = {
            self._id(name): {"id": self._id(name), "properties": {}, **self.convert(schema)}
            for name, schema in self._components.items()
            if "enum" not in schema
        }
        return dict(sorted(found.items()))

    def convert(self, schema: Mapping[str, Any]) -> Schema:
        """An OpenAPI schema as one of a discovery document, which names no enums."""
        reference = schema.get("$ref", "").removeprefix(_REFERENCE)
        if reference and "enum" in self._components[reference]:
            return self.convert({**self._components[reference], **_remarks(schema)})
        converted = {key: schema[key] for key in _KEPT if key in schema}
        if reference:
            return {**converted, "$ref": self._id(reference)}
        return {"type": "any", **converted, **dict(self._parts(schema))}

    def _parts(self, schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        if form := _format(schema):
            yield "format", form
        if "items" in schema:
            yield "items", self.convert(schema["items"])
        if "additionalProperties" in schema:
            yield "additionalProperties", self.convert(schema["additionalProperties"])
        if "properties" in schema:
            properties = schema["properties"].items()
            yield "properties", {name: self.convert(each) for name, each in properties}

    def _id(self, name: str) -> str:
        """`discoveryengine.v1.Answer.Citation` -> `GoogleCloudDiscoveryengineV1AnswerCitation`.

        Those of Customer Engagement Suite have their own names only.
        """
        own = self._package.removeprefix("google.cloud.") + "."
        if own.startswith("ces."):
            return re.sub(r"^([a-z0-9]+\.)*", "", name).replace(".", "")
        full = f"google.cloud.{name}" if name.startswith(own) else name
        return "".join(part[0].upper() + part[1:] for part in full.split("."))


def _remarks(schema: Mapping[str, Any]) -> Schema:
    return {key: value for key, value in schema.items() if key != "$ref"}


def _format(schema: Mapping[str, Any]) -> str:
    if schema.get("contentEncoding") == "base64":
        return "byte"
    if "pattern" in schema:  # Only durations have one.
        return "google-duration"
    form: str = schema.get("format", "")
    return _FORMATS.get(form, form)
