"""Which file of an archive holds which resource, in JSON or YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from emulator.ces import plain_text
from emulator.ces.app_resources import PARTS
from emulator.ces.archive import links, texts, values
from emulator.surface import names
from emulator.surface.decoder import Decoder
from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.shapes import MessageShape, shape

_UNION = "google.cloud.ces.union"
_NO_WORD = re.compile(r"[^A-Za-z0-9_-]+")
_NOT_KEPT = ("create_time", "update_time", "etag", "invalid", "validation_errors")
_APP = ("app.json", "app.yaml")

Files = dict[str, bytes]


class BadLayout(ValueError):
    """An archive that has no app in it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A resource of an archive: its folder's name, its id if it has one, and its references."""

    collection: str
    folder: str
    id: str
    message: Message


@dataclass(slots=True)
class Contents:
    """What an archive has, and what of it is left out."""

    app: Message
    resources: list[Found] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def files(app: Message, resources: Sequence[Message], ending: str) -> Files:
    """The files of an app and its resources; `ending` is `json` or `yaml`."""
    folders = _folders(resources)
    found: Files = {}
    for one in (app, *resources):
        resource = _portable(one, folders)
        is_app = one is app
        folder = "" if is_app else f"{names.collection_id(one.name)}/{folders[one.name]}"
        more = texts.taken_out(resource, folder)
        path = f"app.{ending}" if is_app else f"{folder}/{folders[one.name]}.{ending}"
        found[path] = _written(encode(resource, _UNION), ending)
        found |= more
    return found


def contents(found: Files) -> Contents:
    """Read an archive's files; BadLayout if there is no app in them, or none that can be read.

    A resource that cannot be read is left out with a warning, as is what an app has no place for.
    """
    environment = values.Values(found)
    path = next((path for path in _APP if path in found), None)
    if path is None:
        raise BadLayout("it has no app.json or app.yaml")
    read = Contents(ces.App())
    try:
        read.app = _resource(found, path, "App", ("app",), environment, read.warnings)
    except _UNREADABLE as error:
        raise BadLayout(f"{path}: {_reason(error)}") from None
    for collection, folder, path in _paths(found):
        place = (collection, folder)
        kind = PARTS[collection]
        try:
            one = _resource(found, path, kind, place, environment, read.warnings)
        except _UNREADABLE as error:
            read.warnings.append(f"{path} is left out: {_reason(error)}")
            continue
        read.resources.append(Found(collection, folder, names.resource_id(one.name), one))
    known = {*_APP, *PARTS, "global_instruction.txt", values.FILE}
    others = dict.fromkeys(path.partition("/")[0] for path in found)
    read.warnings += [f"{one} is left out." for one in others if one not in known]
    return read


_UNREADABLE = (plain_text.BadText, texts.MissingText, UnicodeDecodeError, ApiError)


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
    links.translate(copy, lambda _, name: folders.get(name, names.resource_id(name)))
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


def _paths(found: Files) -> Iterator[tuple[str, str, str]]:
    """Collection, folder and path of each resource, in the archive's order."""
    for path in found:
        collection, _, rest = path.partition("/")
        folder, _, name = rest.partition("/")
        if collection in PARTS and name in (f"{folder}.json", f"{folder}.yaml"):
            yield collection, folder, path


def _resource(
    found: Files,
    path: str,
    kind: str,
    place: Sequence[str],
    environment: values.Values,
    warnings: list[str],
) -> Message:
    message = getattr(ces, kind)()
    value = environment.filled(plain_text.read(found[path].decode("utf-8-sig")), place)
    known = _known(value, shape(_UNION, message.DESCRIPTOR.full_name), path, warnings)
    decoder = Decoder(_UNION)
    decoder.body(message, "*", known)
    decoder.finish()
    texts.put_in(message, found)
    environment.fill_schema(message, place)
    return message


def _known(value: Any, kind: MessageShape, where: str, warnings: list[str]) -> Any:
    """The value without the fields that its message does not have."""
    if not isinstance(value, dict) or kind.read is not None or kind.is_any:
        return value
    kept = {}
    for name, one in value.items():
        found = kind.fields.get(name)
        if found is None:
            warnings.append(f"{where}: the field {name} is not known and left out.")
        elif not found.message:
            kept[name] = one
        else:
            inner, path = shape(_UNION, found.message), f"{where}: {name}"
            kept[name] = _all_known(one, inner, path, warnings, is_map=found.is_map)
    return kept


def _all_known(
    value: Any, kind: MessageShape, where: str, warnings: list[str], *, is_map: bool
) -> Any:
    if is_map and isinstance(value, dict):
        return {key: _known(one, kind, where, warnings) for key, one in value.items()}
    if isinstance(value, list):
        return [_known(one, kind, where, warnings) for one in value]
    return _known(value, kind, where, warnings)


def _written(value: Any, ending: str) -> bytes:
    if ending == "json":
        return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"
    import yaml

    text: str = yaml.safe_dump(value, allow_unicode=True, sort_keys=False)
    return text.encode()


def _reason(error: Exception) -> str:
    return error.message if isinstance(error, ApiError) else str(error)
