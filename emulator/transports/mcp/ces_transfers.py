"""`start_export_app` and `start_import_app`, whose messages only MCP clients see.

The RPCs of McpService are in no published client, so here they take the requests of AgentService.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError, invalid_argument, missing_field, renamed
from emulator.surface.registry import Message, Method
from emulator.transports.mcp.messages import JsonObject
from emulator.transports.mcp.tools import Tool

_PACKAGE = "google.cloud.ces.v1"
_UNION = "google.cloud.ces.union"
_STRING = {"type": "string"}
_IDS = {
    "projectId": {**_STRING, "description": "The project's id or number."},
    "locationId": {**_STRING, "description": "The location, such as `us`."},
    "appId": {**_STRING, "description": "The app's id."},
}
_BYTES = {**_STRING, "contentEncoding": "base64"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferTool(Tool):
    """A tool with arguments and results of its own."""

    message: str
    """The message that the arguments are made into."""
    arguments: Mapping[str, JsonObject]
    results: Mapping[str, JsonObject]
    fields: Callable[[JsonObject], JsonObject]
    """The message's JSON from the arguments."""
    shows: Callable[[JsonObject], JsonObject]
    """What the result has of a finished operation."""

    @property
    def method(self) -> Method:
        """The RPC that a call of the tool makes."""
        service, _, rpc = self.path[1:].partition("/")
        request, response = f"{_UNION}.{self.message}", "google.longrunning.Operation"
        return Method(service, rpc, _PACKAGE, request, response, False, False, (), None)

    def input_schema(self) -> JsonObject:
        """The JSON Schema of the arguments."""
        properties = dict(self.arguments)
        return {"type": "object", "properties": properties}

    def output_schema(self) -> JsonObject:
        """The JSON Schema of the result."""
        return {"type": "object", "properties": dict(self.results)}

    def request(self, arguments: JsonObject) -> Message:
        """The request that arguments spell."""
        for name, value in arguments.items():
            if name not in self.arguments:
                raise invalid_argument(name[:100], "there is no such argument.")
            if not isinstance(value, str):
                raise invalid_argument(name, "it must be a string.")
            if name in _IDS and "/" in value:
                raise invalid_argument(name, "it is an id, not a resource name.")
        for name in ("projectId", "locationId"):
            if not arguments.get(name):
                raise missing_field(name)
        # Not `super()`: a dataclass with slots is another class than the one that is written.
        return Tool.request(self, self.fields(arguments))

    def refused(self, error: ApiError) -> ApiError:
        """The zip file has another name here."""
        return renamed(error, "app_content", "content")

    def result(self, response: Message) -> JsonObject:
        """The RPC's response as the result of a call."""
        shown = encode(response, _UNION)
        return {"name": shown["name"], "done": shown.get("done", False), **self.shows(shown)}


def _location(arguments: JsonObject) -> str:
    return f"projects/{arguments['projectId']}/locations/{arguments['locationId']}"


def _exported(arguments: JsonObject) -> JsonObject:
    if not arguments.get("appId"):
        raise missing_field("appId")
    name = f"{_location(arguments)}/apps/{arguments['appId']}"
    return {"name": name, "exportFormat": "JSON"}


def _imported(arguments: JsonObject) -> JsonObject:
    if not arguments.get("content"):
        raise missing_field("content")
    given = {"appId": arguments.get("appId"), "appContent": arguments["content"]}
    return {"parent": _location(arguments), **{name: one for name, one in given.items() if one}}


TRANSFERS = (
    TransferTool(
        name="start_export_app",
        title="Start export app",
        description=(
            "Pack an app with its agents, tools, toolsets, guardrails and examples into a zip file,"
            " which is the `content` of the operation that is returned, in base64."
        ),
        path=f"/{_PACKAGE}.McpService/StartExportApp",
        message="ExportAppRequest",
        arguments=_IDS,
        results={"name": _STRING, "done": {"type": "boolean"}, "content": _BYTES},
        fields=_exported,
        shows=lambda shown: {"content": shown.get("response", {}).get("appContent", "")},
    ),
    TransferTool(
        name="start_import_app",
        title="Start import app",
        description=(
            "Make a new app of the zip file in `content`, in base64. An `appId` that is taken is"
            " refused; without one the app gets a UUID. `get_operation` has the app's name."
        ),
        path=f"/{_PACKAGE}.McpService/StartImportApp",
        destructive=True,
        message="ImportAppRequest",
        arguments={**_IDS, "content": {**_BYTES, "description": "The zip file, in base64."}},
        results={"name": _STRING, "done": {"type": "boolean"}, "status": {"type": "object"}},
        fields=_imported,
        shows=lambda shown: {"status": shown["error"]} if "error" in shown else {},
    ),
)
