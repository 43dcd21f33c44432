"""The names that CES answers with have the project as the call has it, by its id or its number.

Discovery Engine answers with the number whatever was asked. Terraform's provider, whose tests run
against the service, compares the names in apps, agents and examples with those that it sent, and
takes what comes back with another project for changed (`google_ces_app_root_agent_association`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from emulator.surface import names
from emulator.surface.errors import ApiError, FieldViolation
from emulator.surface.registry import Message, Method, surface, union_name

_PROJECT = re.compile(r"projects/([^/]+)/")
_OF_CES = r"(?=/locations/[^/]+/(?:apps|operations)/)"
_ANY = "google.protobuf.Any"
# Those of both APIs have one URL; what is of Discovery Engine has none of the names looked for.
_OPERATIONS = "google.longrunning.Operations"


class Spelling:
    """How the call of a method names its project, once a request of it is seen."""

    def __init__(self, method: Method) -> None:
        self._looks = method.api == "ces" or method.service == _OPERATIONS
        self._given = ""
        self._stored: re.Pattern[str] | None = None
        self._mark = b""

    def see(self, request: Message) -> None:
        """Learn the project from the first name in a request, which is that of what it is about."""
        if self._looks and not self._given:
            self._given = _project(request)
            number = names.project_number(self._given)
            if self._given not in ("", "-", number):
                self._stored = re.compile(f"projects/{number}{_OF_CES}")
                self._mark = f"projects/{number}/".encode()

    def answer(self, response: Message) -> Message:
        """The response with the names as the caller writes them; what is stored stays as it is."""
        if self._stored is None:
            return response
        respelled = type(response).FromString(response.SerializeToString())
        self._respell(respelled)
        return respelled

    def refusal(self, error: ApiError) -> ApiError:
        """The error with the names as the caller writes them."""
        if self._stored is None:
            return error
        violations = [
            FieldViolation(one.field, self._text(one.description)) for one in error.violations
        ]
        return ApiError(error.code, self._text(error.message), violations, error.details)

    def _text(self, text: str) -> str:
        if self._stored is None:
            return text
        return self._stored.sub(lambda _: f"projects/{self._given}", text)

    def _name(self, text: str) -> str:
        return self._text(text) if self._stored and self._stored.match(text) else text

    def _respell(self, message: Message) -> None:
        if message.DESCRIPTOR.full_name == _ANY:
            self._respell_packed(message)
            return
        for field, value in message.ListFields():
            if field.message_type is not None:
                for one in _messages(field.message_type, value, field.is_repeated):
                    if self._mark in one.SerializeToString():  # Most parts have no names.
                        self._respell(one)
            elif field.type == FieldDescriptor.TYPE_STRING and field.is_repeated:
                value[:] = map(self._name, value)
            elif field.type == FieldDescriptor.TYPE_STRING and (name := self._name(value)) != value:
                setattr(message, field.name, name)

    def _respell_packed(self, packed: Message) -> None:
        full_name = packed.type_url.rpartition("/")[2]
        content = surface.message_class(union_name(full_name)).FromString(packed.value)
        self._respell(content)
        packed.value = content.SerializeToString()


def _messages(kind: Descriptor, value: Any, is_repeated: bool) -> Iterable[Message]:
    """The messages that a field of the kind has."""
    if kind.GetOptions().map_entry:
        of_messages = kind.fields_by_name["value"].message_type is not None
        return value.values() if of_messages else ()
    return value if is_repeated else (value,)


def _project(message: Message) -> str:
    """The project of the first name in a message, or of one further down if it has none itself."""
    below = []
    for field, value in message.ListFields():
        if field.is_repeated:
            continue
        if field.message_type is not None:
            below.append(value)
        elif field.type == FieldDescriptor.TYPE_STRING and (found := _PROJECT.match(value)):
            return found[1]
    return next(filter(None, map(_project, below)), "")
