"""What every request must satisfy before a service sees it, as the surface declares it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sized
from functools import lru_cache
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message, Method, surface

_WELL_KNOWN = "google.protobuf."  # A Struct holds the enum of the one value null.
_APIS = "google.cloud."
_TIMES = frozenset({"google.protobuf.Timestamp", "google.protobuf.Duration"})
_VARIABLE = re.compile(r"\{([\w.]+)=([^}]*)\}")
_LOCATION = re.compile(r"projects/[^/]*/locations/([^/]*)")
_LOCATION_ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9-]*")

# Documented as required, yet not needed: with another source of the documents to purge, where what
# the user searched for last is to be suggested, where the time is that of the request, and where
# "if no filter is provided all products will be boosted".
_OPTIONAL = {
    "google.cloud.discoveryengine.union.PurgeDocumentsRequest": {"filter"},
    "google.cloud.discoveryengine.union.AdvancedCompleteQueryRequest": {"query"},
    "google.cloud.discoveryengine.union.RemoveSuggestionRequest": {"remove_time"},
    "google.cloud.discoveryengine.union.Control.BoostAction": {"filter"},
    # Apps and clients of Google's own leave these out; the same text says what none means; a schema
    # may refer to another one instead.
    "google.cloud.ces.union.App.VariableDeclaration": {"description"},
    "google.cloud.ces.union.TriggerAction.GenerativeAnswer": {"prompt"},
    "google.cloud.ces.union.Guardrail.LlmPolicy": {"policy_scope"},
    "google.cloud.ces.union.Schema": {"type"},
}


def validate(method: Method, request: Message) -> None:
    """INVALID_ARGUMENT for a missing required field or a resource name of the wrong form.

    Over REST the URL's path gives the name its form; gRPC and MCP callers may send anything.
    """
    for field in required_fields(method.request):
        if not _is_set(request, field):
            raise missing_field(field)
    for path, templates in _name_templates(method):
        check_name(path, _value(request, path), *templates)


def resource_names(method: Method, request: Message) -> Iterator[str]:
    """The names of resources that stand in the URL of a call over REST."""
    return (_value(request, path) for path, _ in _name_templates(method))


@lru_cache(maxsize=2048)
def required_fields(message: str) -> tuple[str, ...]:
    """Without which of its fields a message is refused, in their order of declaration."""
    behaviors = surface.behaviors.get(message, {})
    optional = _OPTIONAL.get(message, set())
    return tuple(
        field.name
        for field in surface.descriptor(message).fields
        if "required" in behaviors.get(field.name, ()) and field.name not in optional
    )


def check_required(message: Message, where: str) -> None:
    """INVALID_ARGUMENT for the first required field that is missing anywhere in a resource.

    `where` is the path to the resource in the request.
    """
    for field in required_fields(message.DESCRIPTOR.full_name):
        if not _is_set(message, field):
            raise missing_field(f"{where}.{field}")
    for field, value in message.ListFields():
        for path, part in parts(field, value, f"{where}.{field.name}"):
            check_required(part, path)


def parts(field: FieldDescriptor, value: Any, where: str) -> Iterable[tuple[str, Message]]:
    """The messages that a field has, with their paths."""
    kind = field.message_type
    if kind is None or not (kind.full_name.startswith(_APIS) or kind.full_name in _TIMES):
        return ()
    if kind.GetOptions().map_entry:
        of_messages = kind.fields_by_name["value"].message_type is not None
        return ((f"{where}.{key}", value[key]) for key in value) if of_messages else ()
    if field.is_repeated:
        return ((f"{where}[{place}]", one) for place, one in enumerate(value))
    return ((where, value),)


def check_times(message: Message, where: str = "") -> None:
    """INVALID_ARGUMENT for a time or a duration, anywhere in a message, that JSON could not tell.

    `where` is the path to the message in the request, empty for the request itself.
    """
    if message.DESCRIPTOR.full_name in _TIMES:
        try:
            message.ToJsonString()
        except ValueError:
            raise invalid_argument(where, "it is out of range.") from None
    known = _with_times(message.DESCRIPTOR)
    for field, value in message.ListFields() if known else ():
        if field.name in known:
            for path, part in parts(field, value, f"{where}.{field.name}".lstrip(".")):
                check_times(part, path)


@lru_cache(maxsize=2048)
def _with_times(descriptor: Descriptor) -> frozenset[str]:
    """The fields that are times, or have one at whatever depth."""
    return frozenset(field.name for field in descriptor.fields if _has_time(field, set()))


def _has_time(field: FieldDescriptor, seen: set[str]) -> bool:
    kind = field.message_type
    if kind is None or kind.full_name in seen:
        return False
    if kind.full_name.startswith(_WELL_KNOWN):
        return kind.full_name in _TIMES
    seen.add(kind.full_name)
    return any(_has_time(below, seen) for below in kind.fields)


def check_text(text: str, most: int, field: str) -> None:
    """INVALID_ARGUMENT for a required text that is blank or has too many characters."""
    if not text.strip():
        raise missing_field(field)
    check_size(text, most, field)


def check_size(value: Sized, most: int, field: str) -> None:
    """INVALID_ARGUMENT for too many characters of a text, or too many of anything else."""
    if len(value) > most:
        unit = "characters " if isinstance(value, str) else ""
        raise invalid_argument(field, f"at most {most} {unit}are allowed, got {len(value)}.")


def check_range(value: float, low: float, high: float, field: str) -> None:
    """INVALID_ARGUMENT for a number out of its bounds."""
    if not low <= value <= high:
        # In single precision 1.1 is 1.10000002384.
        got = value if isinstance(value, int) else f"{value:g}"
        raise invalid_argument(field, f"{got} is not within [{low:g}, {high:g}].")


def check_count(value: int, field: str) -> None:
    """INVALID_ARGUMENT for a negative number of anything."""
    if value < 0:
        raise invalid_argument(field, f"must not be negative, got {value}.")


def check_choice(value: str, known: Collection[str], field: str) -> None:
    """INVALID_ARGUMENT for a text that is none of those that are known."""
    if value not in known:
        raise invalid_argument(field, f"'{value[:100]}' is none of {', '.join(known)}.")


def enum_name(message: Message, field: str) -> str:
    """The name of an enum field's value; INVALID_ARGUMENT for a number that the enum does not have.

    Clients may send any number over the wire.
    """
    number = getattr(message, field)
    known = message.DESCRIPTOR.fields_by_name[field].enum_type.values_by_number.get(number)
    if known is None:
        raise invalid_argument(field, f"{number} is not one of its values.")
    return str(known.name)


def check_enums(message: Message, where: str = "") -> None:
    """INVALID_ARGUMENT for a number, anywhere in a message, that its enum does not have.

    `where` is the path to the message in the request, empty for the request itself.
    """
    known = _with_enums(message.DESCRIPTOR)
    for field, value in message.ListFields() if known else ():
        if (enum := known.get(field.number)) is None:
            continue
        path = f"{where}.{enum.name}" if where else enum.name
        if enum.is_repeated:
            for position, item in enumerate(value):
                _check_enum(enum, item, f"{path}[{position}]")
        else:
            _check_enum(enum, value, path)


class _EnumField(NamedTuple):
    """A field that is an enum of these numbers, or for None a message that has one in it."""

    name: str
    is_repeated: bool
    numbers: frozenset[int] | None


def _check_enum(field: _EnumField, value: Any, path: str) -> None:
    if field.numbers is None:
        check_enums(value, path)
    elif value not in field.numbers:
        raise invalid_argument(path, f"{value} is not one of its values.")


@lru_cache(maxsize=2048)
def _with_enums(descriptor: Descriptor) -> Mapping[int, _EnumField]:
    """The fields that are enums, or have one at whatever depth, by number; no maps."""
    return {
        field.number: _EnumField(
            field.name,
            field.is_repeated,
            frozenset(field.enum_type.values_by_number) if field.enum_type else None,
        )
        for field in descriptor.fields
        if _has_enum(field, set())
    }


def _has_enum(field: FieldDescriptor, seen: set[str]) -> bool:
    if field.enum_type is not None:
        return True
    kind = field.message_type
    if kind is None or kind.full_name in seen or kind.GetOptions().map_entry:
        return False
    if kind.full_name.startswith(_WELL_KNOWN):
        return False
    seen.add(kind.full_name)
    return any(_has_enum(below, seen) for below in kind.fields)


@lru_cache(maxsize=2048)
def _name_templates(method: Method) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The fields that stand in the method's URLs, with every form they have there."""
    found: dict[str, list[str]] = {}
    for binding in method.bindings:
        for path, template in _VARIABLE.findall(binding.template):
            found.setdefault(path, []).append(template)
    return tuple((path, tuple(dict.fromkeys(forms))) for path, forms in found.items())


def _is_set(request: Message, field: str) -> bool:
    if request.DESCRIPTOR.fields_by_name[field].has_presence:
        return bool(request.HasField(field))
    return bool(getattr(request, field))


def _value(request: Message, path: str) -> str:
    for part in path.split("."):
        request = getattr(request, part)
    return str(request)


def check_name(path: str, name: str, *templates: str) -> None:
    """INVALID_ARGUMENT for a resource name that is missing, or of none of these forms."""
    if not name:
        raise missing_field(path)
    if any(names.matches(name, template) for template in templates):
        _check_location(path, name)
        return
    forms = " or ".join(templates[:3])
    raise invalid_argument(path, f"'{name[:200]}' is not a resource name of the form {forms}.")


def _check_location(path: str, name: str) -> None:
    """INVALID_ARGUMENT for a name in what can be no location, such as `-`."""
    place = _LOCATION.match(name)
    if place is not None and not _LOCATION_ID.fullmatch(place[1]):
        raise invalid_argument(path, f"'{place[1][:200]}' is not the id of a location.")
