"""AgentService's tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from emulator.ces import system_tools
from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.listing import SYSTEM_TOOLS, Row, Rows, asks_for, of_all
from emulator.ces.runtime.tools import code, injection
from emulator.ces.runtime.tools.signatures import described
from emulator.ces.stored_resources import app
from emulator.ces.validation import data_store_tools
from emulator.ces.validation.schemas import check_schema
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import (
    already_exists,
    failed_precondition,
    invalid_argument,
    missing_field,
)
from emulator.surface.messages import ces
from emulator.surface.registry import Message

# Made by toolsets and by the platform, never by a request.
_NOT_MADE = ("mcp_tool", "system_tool")

_DEFINITION = re.compile(r"^(?:async\s+)?def\s+(\w+)", re.MULTILINE)


class Tools(AppResources):
    """Tools of an app; the system's own are listed if the filter asks for them."""

    collection, field = "tools", "tool"

    def update(self, request: Message) -> Message:
        """Change a tool of the app's own."""
        _check_own(request.tool.name, "changed")
        return super().update(request)

    def delete(self, request: Message) -> Message:
        """Delete a tool of the app's own."""
        _check_own(request.name, "deleted")
        return super().delete(request)

    def require(self, connection: Connection, name: str) -> Message:
        """The tool, one of the system's included."""
        if not system_tools.is_one(name):
            return super().require(connection, name)
        app(connection, names.parent(name))
        return system_tools.system_tool(name)

    def rows(self, connection: Connection, parent: str, request: Message) -> Rows:
        """The tools of an app, without those that toolsets have."""
        rows = super().rows(connection, parent, request)
        if not asks_for(request.filter, SYSTEM_TOOLS):
            return rows
        # They have no creation time, and stand before all that do.
        own = system_tools.system_tools(parent)
        more = [Row(0, one.name, one.SerializeToString()) for one in own]
        return of_all([*more, *rows(())])

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse a tool that lacks what its type asks for."""
        if system_tools.is_one(resource.name):
            raise already_exists("Tool", resource.name)
        kind = resource.WhichOneof("tool_type")
        if kind is None:
            raise missing_field("tool.tool_type")
        if kind in _NOT_MADE:
            raise invalid_argument(f"tool.{kind}", "it cannot be created or updated directly.")
        body = resources.get(connection, resource.name)
        if body is not None and ces.Tool.FromString(body).WhichOneof("tool_type") != kind:
            raise invalid_argument(f"tool.{kind}", "the type of a tool cannot change.")
        tool = getattr(resource, kind)
        if kind == "python_function":
            _check_code(tool, "tool.python_function")
        _check_schemas(tool, f"tool.{kind}")
        check_running(resource, "tool")
        if kind == "open_api_tool":
            _check_open_api(tool, "tool.open_api_tool")
        injection.check(tool, f"tool.{kind}")
        if kind == "connector_tool" and tool.action.WhichOneof("action_spec") is None:
            raise missing_field("tool.connector_tool.action.action_spec")
        if kind == "data_store_tool":
            data_store_tools.check_values(tool, "tool.data_store_tool")

    def check_given(
        self, connection: Connection, resource: Message, before: Message | None = None
    ) -> None:
        """Refuse what the reference requires and is missing, and data stores that are not here.

        Those that an import has brought may stay.
        """
        super().check_given(connection, resource, before)
        tool, old = resource.data_store_tool, (before or ces.Tool()).data_store_tool
        if data_store_tools.sources(tool) != data_store_tools.sources(old):
            data_store_tools.check_sources(connection, tool, "tool.data_store_tool")

    def complete(self, connection: Connection, resource: Message) -> None:
        """Derive the display name, which no other tool of the app may have."""
        resource.display_name = _display_name(resource)
        if resource.WhichOneof("tool_type") == "python_function":
            resource.python_function.description = _docstring(resource.python_function)
        if resource.HasField("data_store_tool"):
            data_store_tools.describe(connection, resource.data_store_tool)
        if resource.HasField("agent_tool"):
            body = resources.get(connection, resource.name) or b""
            _name_agent_twice(resource.agent_tool, ces.Tool.FromString(body).agent_tool)
        self.check_name(connection, resource)


def _name_agent_twice(tool: Message, before: Message) -> None:
    """What one field has into the other: clients of v1 read `root_agent`, those of v1beta `agent`.

    If they differ, one is still what it was before.
    """
    given = [name for name in (tool.agent, tool.root_agent) if name]
    changed = [name for name in given if name != before.agent]
    tool.agent = tool.root_agent = next(iter(changed or given), "")


def _check_own(name: str, done: str) -> None:
    canonical = names.canonical(name)
    if system_tools.is_one(canonical):
        raise failed_precondition(f"{canonical} is a tool of the system, which cannot be {done}.")


def check_running(resource: Message, where: str) -> None:
    """INVALID_ARGUMENT for no time to run in."""
    if resource.HasField("timeout") and resource.timeout.ToNanoseconds() <= 0:
        raise invalid_argument(f"{where}.timeout", "it must be longer than nothing.")


def _check_code(function: Message, where: str) -> None:
    """Refuse code that lacks the function; what is no Python can be kept and not be run."""
    if not function.python_code:
        raise missing_field(f"{where}.python_code")
    try:
        functions = code.read(function.python_code).functions
    except code.BadCode:
        return
    if function.name and function.name not in functions:
        raise invalid_argument(
            f"{where}.name", f"the code defines no function '{function.name[:100]}'."
        )


def _check_open_api(tool: Message, where: str) -> None:
    from emulator.ces.runtime.tools import open_api  # No other tool needs it.

    open_api.check(tool.open_api_schema, f"{where}.open_api_schema")


def _check_schemas(tool: Message, where: str) -> None:
    fields: Iterable[str] = tool.DESCRIPTOR.fields_by_name
    for name in ("parameters", "response"):
        if name in fields and tool.HasField(name):
            check_schema(getattr(tool, name), f"{where}.{name}")


def _display_name(tool: Message) -> str:
    kind = tool.WhichOneof("tool_type")
    part = getattr(tool, kind)
    derive = _DERIVED.get(kind)
    name = str(part.name) or (derive(part) if derive else "")
    if not name:
        raise missing_field(f"tool.{kind}.name")
    return name


def _defined(function: Message) -> str:
    """The first function in the code; of what is no Python, what looks like one."""
    with suppress(code.BadCode):
        return code.read(function.python_code).entry("").name
    found = _DEFINITION.search(function.python_code)
    if found is None:
        raise invalid_argument("tool.python_function.python_code", "it does not define a function.")
    return found[1]


def _docstring(function: Message) -> str:
    """What the function says of itself; nothing, if it can only be kept and not be run."""
    try:
        return described(code.read(function.python_code).entry(function.name))
    except code.BadCode:
        return ""


def _operation(tool: Message) -> str:
    """The id of the first operation in the schema."""
    from emulator.ces.runtime.tools import open_api

    return next(iter(open_api.read(tool.open_api_schema).operations), "")


_DERIVED: Mapping[str, Callable[[Message], str]] = {
    "python_function": _defined,
    "open_api_tool": _operation,
}
