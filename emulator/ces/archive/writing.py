"""The files that an app is written to, in JSON or YAML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import orjson

from emulator.ces.archive import text_files
from emulator.ces.references import translate
from emulator.surface import names
from emulator.surface.encoder import encode
from emulator.surface.registry import Message

_UNION = "google.cloud.ces.union"
_NO_WORD = re.compile(r"[^A-Za-z0-9_-]+")
# The service's exporter sorts these: an app that is exported again differs where it was changed.
_SORTED: Mapping[str, Callable[[Any], str]] = {
    "tools": str,
    "child_agents": str,
    "variable_declarations": attrgetter("name"),
}
_NOT_KEPT = ("create_time", "update_time", "etag", "invalid", "validation_errors")

Files = dict[str, bytes]
"""Contents by their paths in the app's folder."""


def files(app: Message, resources: Sequence[Message], ending: str) -> Files:
    """The files of an app and its resources; `ending` is `json` or `yaml`."""
    folders = _folders(resources)
    found: Files = {}
    for one in (app, *resources):
        resource = _portable(one, folders)
        is_app = one is app
        folder = "" if is_app else f"{names.collection_id(one.name)}/{folders[one.name]}"
        more = text_files.taken_out(resource, folder)
        path = f"app.{ending}" if is_app else f"{folder}/{folders[one.name]}.{ending}"
        found[path] = _written(encode(resource, _UNION), ending)
        found |= more
    return found


def folder_name(display_name: str) -> str:
    """`Help desk!` -> `Help_desk`."""
    return _NO_WORD.sub("_", display_name).strip("_")[:100]


def _portable(resource: Message, folders: Mapping[str, str]) -> Message:
    """A copy of a resource without what is of this emulator only.

    It refers to others by their folders, as the linter of cxas-scrapi wants it.
    """
    copy: Message = type(resource).FromString(resource.SerializeToString())
    for name in _NOT_KEPT:
        if name in copy.DESCRIPTOR.fields_by_name:
            copy.ClearField(name)
    copy.name = names.resource_id(copy.name)
    translate(copy, lambda _, name: folders.get(name, names.resource_id(name)))
    for name, key in _SORTED.items():
        if name in copy.DESCRIPTOR.fields_by_name:
            getattr(copy, name).sort(key=key)
    return copy


def _folders(resources: Sequence[Message]) -> dict[str, str]:
    """A folder's name for each resource, like its display name; no two are the same in a folder."""
    found: dict[str, str] = {}
    taken: set[tuple[str, str]] = set()
    for one in resources:
        collection = names.collection_id(one.name)
        wanted = folder_name(one.display_name) or names.resource_id(one.name)
        name, number = wanted, 1
        while (collection, name.lower()) in taken:
            number += 1
            name = f"{wanted}_{number}"
        taken.add((collection, name.lower()))
        found[one.name] = name
    return found


def _written(value: Any, ending: str) -> bytes:
    if ending == "json":
        return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"
    import yaml

    text: str = yaml.safe_dump(value, allow_unicode=True, sort_keys=False)
    return text.encode()
