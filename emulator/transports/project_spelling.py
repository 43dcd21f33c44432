"""Names in answers of CES have the project as the request has it, by its id or its number.

Discovery Engine answers with the number whatever was asked. Terraform's provider, whose tests run
against the service, compares the names in apps, agents and examples with those that it sent, and
takes what comes back with another project for changed (`google_ces_app_root_agent_association`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from emulator.surface import caller, names
from emulator.surface.errors import ApiError, FieldViolation
from emulator.surface.registry import Message, Method, snake_case, surface, union_name

_PROJECT = re.compile(r"projects/([^/]+)(?:/|$)")
# A location, or what CES has below it: names of data stores come as they were sent.
_OF_CES = r"(?=/locations/[^/\s]++(?!/(?!apps/|operations/)))"
# Both APIs have these methods at one URL.
_OPERATIONS = "google.longrunning.Operations"
_OPERATION = "google.longrunning.Operation"
_ANY = "google.protobuf.Any"
_STRUCT = "google.protobuf.Struct"
_CHANGELOG = "google.cloud.ces.union.Changelog"

NAMES = frozenset(
    {
        *("name", "resource", "session", "app", "app_version", "deployment", "guardrails"),
        *("root_agent", "child_agents", "child_agent", "agent", "entry_agent", "target_agent"),
        *("tools", "tool", "tool_id", "source_tool_name", "toolset"),
        *("deleted_conversations", "failed_conversations"),
        *("evaluations", "evaluation_dataset", "evaluation_datasets", "evaluation_run"),
        *("evaluation_runs", "evaluation_results", "evaluation_run_summaries"),
        *("conversation", "operation", "evaluation_expectations", "evaluation_expectation"),
    }
)
"""The fields that name resources, maps by their keys; a name elsewhere is a text of the user's."""

# Texts of the emulator, which may have names anywhere: messages of errors and of imports.
_TOLD = frozenset({"message", "error_messages", "validation_errors", "warnings"})


class ProjectSpelling:
    """The spelling of the project in the calls of a method, known once a request was seen."""

    def __init__(self, method: Method) -> None:
        self._looks = method.api == "ces" or method.service == _OPERATIONS
        self._given = ""
        self._stored: re.Pattern[str] | None = None
        self._mark = b""

    def see(self, request: Message) -> None:
        """Learn the spelling from the first name in a request."""
        if self._looks and not self._given:
            self._given = _project(request)
            caller.project.set(self._given)
            number = names.project_number(self._given)
            if self._given not in ("", "-", number):
                self._stored = re.compile(f"projects/{number}{_OF_CES}")
                self._mark = f"projects/{number}/".encode()

    def answer(self, response: Message) -> Message:
        """A copy of the response with names as the caller writes them."""
        if self._stored is None:
            return response
        written = response.SerializeToString()
        if self._mark not in written:
            return response
        respelled = type(response).FromString(written)
        self._respell(respelled)
        return respelled

    def refusal(self, error: ApiError) -> ApiError:
        """The error with the names as the caller writes them."""
        if self._stored is None:
            return error
        violations = [
            FieldViolation(one.field, self._text(one.description), one.hint)
            for one in error.violations
        ]
        message, hint = self._text(error.message), self._text(error.hint)
        return ApiError(error.code, message, violations, error.details, hint)

    def _text(self, text: str) -> str:
        if self._stored is None:
            return text
        return self._stored.sub(lambda _: f"projects/{self._given}", text)

    def _name(self, text: str) -> str:
        return self._text(text) if self._stored and self._stored.match(text) else text

    def _respell(self, message: Message) -> None:
        kind = message.DESCRIPTOR.full_name
        if kind == _ANY:
            self._respell_packed(message)
            return
        if kind == _OPERATION and ".discoveryengine." in message.metadata.type_url:
            return
        if kind == _CHANGELOG:
            dependents = message.dependent_resources
            for shown in (message.original_resource, message.new_resource, *dependents):
                self._respell_shown(shown)
        for field, value in message.ListFields():
            if field.message_type is not None:
                for one in _messages(field.message_type, value, field.is_repeated):
                    if self._mark in one.SerializeToString():  # Most parts have no names.
                        self._respell(one)
                if field.name in NAMES and field.message_type.GetOptions().map_entry:
                    self._respell_keys(value)
            elif field.name in NAMES:
                _change(message, field, self._name)
            elif field.name in _TOLD:
                _change(message, field, self._text)

    def _respell_keys(self, values: Any) -> None:
        for key in list(values):
            if (spelled := self._name(key)) != key:
                values[spelled].CopyFrom(values[key])
                del values[key]

    def _respell_packed(self, packed: Message) -> None:
        full_name = packed.type_url.rpartition("/")[2]
        content = surface.message_class(union_name(full_name)).FromString(packed.value)
        self._respell(content)
        packed.value = content.SerializeToString()

    def _respell_shown(self, resource: Message) -> None:
        """Respell a resource that a Struct shows as JSON."""
        for key, value in resource.fields.items():
            self._respell_value(value, snake_case(key) in NAMES)

    def _respell_value(self, value: Message, is_name: bool) -> None:
        if value.HasField("struct_value"):
            self._respell_shown(value.struct_value)
        elif value.HasField("list_value"):
            for one in value.list_value.values:
                self._respell_value(one, is_name)
        elif is_name and value.HasField("string_value"):
            value.string_value = self._name(value.string_value)


def _change(message: Message, field: FieldDescriptor, spelled: Callable[[str], str]) -> None:
    value = getattr(message, field.name)
    if field.is_repeated:
        value[:] = map(spelled, value)
    else:
        setattr(message, field.name, spelled(value))


def _messages(kind: Descriptor, value: Any, is_repeated: bool) -> Iterable[Message]:
    """The messages in a field; none of a Struct, which has texts of users and tools."""
    if kind.full_name == _STRUCT:
        return ()
    if kind.GetOptions().map_entry:
        of_messages = kind.fields_by_name["value"].message_type is not None
        return value.values() if of_messages else ()
    return value if is_repeated else (value,)


def _project(message: Message) -> str:
    """The project of the first name in a message, else in one of its submessages."""
    below = []
    for field, value in message.ListFields():
        if field.is_repeated:
            continue
        if field.message_type is not None:
            below.append(value)
        elif field.type == FieldDescriptor.TYPE_STRING and (found := _PROJECT.match(value)):
            return found[1]
    return next(filter(None, map(_project, below)), "")
