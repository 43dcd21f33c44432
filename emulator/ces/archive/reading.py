"""What an archive's files say: an app, its resources, and what is left out of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from emulator.ces import json_or_yaml
from emulator.ces.archive import environment_values, text_files
from emulator.ces.stored_resources import ARCHIVED
from emulator.surface import names
from emulator.surface.decoder import decode_into
from emulator.surface.errors import ApiError
from emulator.surface.message_shapes import FieldShape, MessageShape, shape
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_UNION = "google.cloud.ces.union"
_APP = ("app.json", "app.yaml")
_UNREADABLE = (json_or_yaml.BadText, text_files.MissingText, UnicodeDecodeError, ApiError)


class BadLayout(ValueError):
    """An archive that has no app in it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A resource of an archive, with the name of its folder and its id if it has one."""

    collection: str
    folder: str
    id: str
    message: Message


@dataclass(slots=True)
class Contents:
    """What an archive has, and what of it is left out."""

    app: Message
    resources: list[Found]
    warnings: list[str]


def contents(files: Mapping[str, bytes]) -> Contents:
    """Read an archive's files; BadLayout if there is no app in them, or none that can be read.

    A resource that cannot be read is left out with a warning, as is what an app has no place for.
    """
    path = next((path for path in _APP if path in files), None)
    if path is None:
        raise BadLayout("it has no app.json or app.yaml")
    reader = _Reader(files)
    try:
        found = Contents(reader.read(path, "App", ("app",)), [], reader.warnings)
    except _UNREADABLE as error:
        raise BadLayout(f"{path}: {_reason(error)}") from None
    for collection, folder, path in _paths(files):
        try:
            one = reader.read(path, ARCHIVED[collection], (collection, folder))
        except _UNREADABLE as error:
            found.warnings.append(f"{path} is left out: {_reason(error)}")
        else:
            found.resources.append(Found(collection, folder, names.resource_id(one.name), one))
    known = {*_APP, *ARCHIVED, "global_instruction.txt", environment_values.FILE}
    others = dict.fromkeys(path.partition("/")[0] for path in files)
    found.warnings.extend(f"{one} is left out." for one in others if one not in known)
    return found


class _Reader:
    """Reads the messages of one archive; `warnings` are the fields that it did not know."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._values = environment_values.Values(files)
        self.warnings: list[str] = []

    def read(self, path: str, kind: str, place: Sequence[str]) -> Message:
        """The message in a file; `place` is where `environment.json` has the values for it."""
        message = getattr(ces, kind)()
        value = json_or_yaml.read(self._files[path].decode("utf-8-sig"))
        filled = self._values.filled(value, place)
        known = self._known(filled, message.DESCRIPTOR.full_name, path)
        decode_into(message, known, _UNION)
        text_files.put_in(message, self._files)
        self._values.fill_schema(message, place)
        return message

    def _known(self, value: Any, message: str, where: str) -> Any:
        """The value without the fields that its message does not have."""
        kind: MessageShape = shape(_UNION, message)
        if not isinstance(value, dict) or kind.read is not None or kind.is_any:
            return value
        kept = {}
        for name, one in value.items():
            found = kind.fields.get(name)
            if found is None:
                self.warnings.append(f"{where}: the field {name} is not known and left out.")
            else:
                kept[name] = self._field(one, found, f"{where}: {name}")
        return kept

    def _field(self, value: Any, found: FieldShape, where: str) -> Any:
        if not found.message:
            return value
        if found.is_map and isinstance(value, dict):
            return {key: self._known(one, found.message, where) for key, one in value.items()}
        if isinstance(value, list):
            return [self._known(one, found.message, where) for one in value]
        return self._known(value, found.message, where)


def _paths(files: Mapping[str, bytes]) -> Iterator[tuple[str, str, str]]:
    """Collection, folder and path of each resource, in the archive's order."""
    for path in files:
        collection, _, rest = path.partition("/")
        folder, _, name = rest.partition("/")
        if collection in ARCHIVED and name in (f"{folder}.json", f"{folder}.yaml"):
            yield collection, folder, path


def _reason(error: Exception) -> str:
    return error.message if isinstance(error, ApiError) else str(error)
