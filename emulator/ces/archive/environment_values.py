"""`environment.json`: what an app has in another place, where its archive has a placeholder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emulator.ces import json_or_yaml
from emulator.surface.registry import Message
from emulator.surface.wellknown import camel_case

FILE = "environment.json"
_PLACEHOLDER = "$env_var"


class Values:
    """The values of an archive; it may have none.

    They stand where the placeholders do: under `app`, or under the collection and the name of a
    resource, then by the names of the fields.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._values: Any = {}
        if FILE in files:
            try:
                self._values = json_or_yaml.read(files[FILE].decode())
            except (json_or_yaml.BadText, UnicodeDecodeError):
                self._values = {}

    def filled(self, value: Any, place: Sequence[str]) -> Any:
        """The JSON of a resource with the values in it; a field that has none is left out."""
        if not isinstance(value, dict):
            return value
        found = {}
        for key, one in value.items():
            inner = (*place, key)
            known = self._find(inner) if one == _PLACEHOLDER else self.filled(one, inner)
            if known is not None or one is None:
                found[key] = known
        return found

    def fill_schema(self, message: Message, place: Sequence[str]) -> None:
        """Put the server's URL into an OpenAPI schema that leaves it open."""
        kind = "open_api_toolset" if place[0] == "toolsets" else "open_api_tool"
        if kind not in message.DESCRIPTOR.fields_by_name or not message.HasField(kind):
            return
        part = getattr(message, kind)
        url = self._find((*place, camel_case(kind), "url"))
        if isinstance(url, str):
            part.open_api_schema = part.open_api_schema.replace(_PLACEHOLDER, url)

    def _find(self, place: Sequence[str]) -> Any:
        for path in (place, place[1:]) if place[0] == "app" else (place,):
            found = self._values
            for step in path:
                found = found.get(step) if isinstance(found, dict) else None
            if found is not None:
                return found
        return None
