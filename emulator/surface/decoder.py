"""proto3 JSON and query parameters to messages, refused in the words of Google's front end.

Fields may be spelled in lowerCamelCase or snake_case and enums by name or number. A field that the
version of the API does not have is refused, also if another version has it. All mistakes of a
request are collected and reported at once, as the service does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson

from emulator.surface.errors import ApiError, Code, FieldViolation
from emulator.surface.field_hints import unfit_message, unfit_scalar, unknown_field
from emulator.surface.message_shapes import FieldShape, MessageShape, shape
from emulator.surface.messages import pack
from emulator.surface.names import canonical
from emulator.surface.registry import Message, snake_case, surface, union_name
from emulator.surface.scalars import Unfit
from emulator.surface.wellknown import READERS, NestedTooDeep

_PAYLOAD = "Invalid JSON payload received."
_NO_LIST = "Proto field is not repeating, cannot start list."
_NO_OBJECT = "Starting an object on a scalar field"
# protobuf's parsers stop at 100 levels, most of which a Struct inside the messages may need.
_LEVELS = 30
# Enough to mend a request; the answer to a large one must not be larger still.
_MOST_VIOLATIONS = 100
_MOST_SHOWN = 200
_SESSION = "config.session"
_EMPTY = "google.protobuf.Empty"


def decode_into(message: Message, body: object, package: str) -> None:
    """Fill a message from JSON, as a version of the API has it; INVALID_ARGUMENT for mistakes."""
    decoder = Decoder(package)
    decoder.body(message, "*", body)
    decoder.finish()


class Decoder:
    """Fills the messages of one request; `finish` raises what was wrong with it."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._violations: list[FieldViolation] = []
        self._request = _EMPTY

    def finish(self) -> None:
        """Raise one INVALID_ARGUMENT for all the mistakes seen, if any."""
        if self._violations:
            text = "\n".join(violation.description for violation in self._violations)
            raise ApiError(Code.INVALID_ARGUMENT, text, self._violations)

    def body(self, message: Message, field: str, value: object) -> None:
        """Fill the message, or the one field that the HTTP rule names, from a JSON body."""
        if not isinstance(value, dict):
            self._unknown("", "", "Root element must be a message.")
            return
        path = "" if field == "*" else field
        target = message
        if path:
            target = getattr(message, field)
            target.SetInParent()
            self._request = message.DESCRIPTOR.full_name
        self._fill(target, shape(self._package, target.DESCRIPTOR.full_name), value, path, 1)

    def query(self, message: Message, parameters: Iterable[tuple[str, str]]) -> None:
        """Fill the message from query parameters, nested ones by their dotted path."""
        for name, text in parameters:
            self._parameter(message, name, text)

    def path(self, message: Message, field: str, text: str) -> None:
        """Set a field that the URL's path holds, such as `session.name`.

        A body that has the field too is passed over, but for a session that it would be said in.
        """
        *parents, last = field.split(".")
        for parent in parents:
            message = getattr(message, parent)
        given = getattr(message, last)
        if field == _SESSION and given and canonical(given) != canonical(text):
            self._report(field, f"Invalid value{_at(field)}, it is not the session of the URL.")
        setattr(message, last, text)

    def _fill(
        self, message: Message, kind: MessageShape, value: object, path: str, level: int
    ) -> None:
        """Fill a message from its JSON form; `path` is where it stands in the request."""
        if kind.read is not None:
            self._read_wellknown(message, kind, value, path)
        elif kind.is_any:
            self._fill_any(message, value, path, level)
        elif not isinstance(value, dict):
            self._invalid(path, kind.type_name, value, unfit_message(kind))
        elif level > _LEVELS:
            self._nested(path)
        else:
            self._fill_fields(message, kind, value, path, level)

    def _fill_fields(
        self, message: Message, kind: MessageShape, value: dict[str, Any], path: str, level: int
    ) -> None:
        chosen: set[str] = set()
        for name, item in value.items():
            field = kind.fields.get(name)
            if field is None:
                hint = self._meant(message, name, item)
                self._unknown(name, path, "Cannot find field.", hint)
            elif item is None and not field.takes_null:
                continue
            elif isinstance(item, list) and not field.takes_list:
                self._unknown(name, path, _NO_LIST)
            elif not field.oneof or self._choose(field, name, chosen, path):
                self._set(message, field, item, path, level)

    def _choose(self, field: FieldShape, name: str, chosen: set[str], path: str) -> bool:
        """Whether no other field of the oneof is set."""
        if field.oneof not in chosen:
            chosen.add(field.oneof)
            return True
        reason = f"oneof field '{field.oneof}' is already set. Cannot set '{name}'"
        self._report(path, f"Invalid value{_at(path)} (oneof), {reason}")
        return False

    def _set(
        self, message: Message, field: FieldShape, value: object, parent: str, level: int
    ) -> None:
        path = f"{parent}.{field.name}" if parent else field.name
        if field.is_map:
            self._set_map(message, field, value, path, level)
        elif field.is_repeated:
            self._set_repeated(message, field, value, path, level)
        elif field.message:
            child = getattr(message, field.name)
            child.SetInParent()
            self._fill(child, shape(self._package, field.message), value, path, level + 1)
        elif (read := self._read(field, value, path)) is not None:
            setattr(message, field.name, read)

    def _set_repeated(
        self, message: Message, field: FieldShape, value: object, path: str, level: int
    ) -> None:
        items = value if isinstance(value, list) else [value]
        target = getattr(message, field.name)
        for position, item in enumerate(items):
            where = f"{path}[{position}]"
            if field.message:
                kind = shape(self._package, field.message)
                self._fill(target.add(), kind, item, where, level + 1)
            elif (read := self._read(field, item, where)) is not None:
                target.append(read)

    def _set_map(
        self, message: Message, field: FieldShape, value: object, path: str, level: int
    ) -> None:
        if not isinstance(value, dict):
            self._invalid(path, "Map", value)
            return
        target = getattr(message, field.name)
        for position, (key, item) in enumerate(value.items()):
            where = f"{path}[{position}].value"
            if field.message:
                kind = shape(self._package, field.message)
                self._fill(target[key], kind, item, where, level + 2)
            elif (read := self._read(field, item, where)) is not None:
                target[key] = read

    def _read(self, field: FieldShape, value: object, path: str) -> Any:
        """The value of a scalar or enum field; None, and a violation, if it does not fit."""
        assert field.read is not None
        try:
            return field.read(value)
        except Unfit:
            hint = unfit_scalar(field)
            if isinstance(value, dict):
                parent = path.rpartition(".")[0]
                reason = f"Invalid value{_at(parent)} ({field.name}), {_NO_OBJECT}"
                self._report(parent, reason, hint)
            else:
                self._invalid(path, field.type_name, value, hint)
            return None

    def _read_wellknown(
        self, message: Message, kind: MessageShape, value: object, path: str
    ) -> None:
        assert kind.read is not None
        try:
            kind.read(message, value)
        except NestedTooDeep as error:
            self._too_deep(path, str(error))
        except (ValueError, TypeError, OverflowError):
            self._invalid(path, kind.type_name, value, unfit_message(kind))

    def _fill_any(self, message: Message, value: object, path: str, level: int) -> None:
        """An Any holds the message that its `@type` names, by the name of the request's version."""
        if value == {}:
            return
        url = value.get("@type") if isinstance(value, dict) else None
        known = union_name(str(url).rpartition("/")[2])
        try:
            inner = surface.message_class(known)()
        except KeyError:
            self._invalid(path, "Any", value)
            return
        assert isinstance(value, dict)
        content: object = {key: item for key, item in value.items() if key != "@type"}
        if known in READERS:
            content = value.get("value")
        self._fill(inner, shape(self._package, known), content, path, level + 1)
        message.CopyFrom(pack(inner, self._package))

    def _parameter(self, message: Message, name: str, text: str) -> None:
        *parents, last = name.split(".")
        if len(parents) >= _LEVELS:
            self._nested(_brief(name))
            return
        kind = shape(self._package, message.DESCRIPTOR.full_name)
        for parent in parents:
            field = kind.fields.get(parent)
            if field is None or not field.message or field.is_repeated or field.is_map:
                self._unbound(name, parent, "")
                return
            message, kind = getattr(message, field.name), shape(self._package, field.message)
        field = kind.fields.get(last)
        if field is None or field.is_map:
            self._unbound(name, last, self._meant(message, last, text))
        elif text or field.keeps_empty:
            above = ".".join(snake_case(part) for part in parents)
            self._set(message, field, text, above, len(parents) + 1)

    def _meant(self, message: Message, name: str, value: object) -> str:
        if len(self._violations) >= _MOST_VIOLATIONS or len(name) > _MOST_SHOWN:  # It is not told.
            return ""
        kind = message.DESCRIPTOR.full_name
        return unknown_field(self._package, kind, name, value, self._request)

    def _unbound(self, name: str, part: str, hint: str) -> None:
        reason = f"Field '{_brief(part)}' could not be found in request message."
        self._unknown(name, "", f"Cannot bind query parameter. {reason}", hint)

    def _unknown(self, name: str, path: str, reason: str, hint: str = "") -> None:
        self._report(path, f'{_PAYLOAD} Unknown name "{_brief(name)}"{_at(path)}: {reason}', hint)

    def _invalid(self, path: str, type_name: str, value: object, hint: str = "") -> None:
        shown = f'"{_brief(value)}"' if isinstance(value, str) else _brief(_json(value))
        self._report(path, f"Invalid value{_at(path)} ({type_name}), {shown}", hint)

    def _nested(self, path: str) -> None:
        self._too_deep(path, f"it is nested deeper than {_LEVELS} levels")

    def _too_deep(self, path: str, reason: str) -> None:
        self._report(path, f"Invalid value{_at(path)}: {reason}.")

    def _report(self, path: str, description: str, hint: str = "") -> None:
        if len(self._violations) < _MOST_VIOLATIONS:
            self._violations.append(FieldViolation(path, description, hint))


def _at(path: str) -> str:
    return f" at '{path}'" if path else ""


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


def _brief(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
