"""A tool of an MCP server: an RPC of the API and how it is described to a model."""

from __future__ import annotations

from dataclasses import dataclass

from emulator.surface.decoder import decode_into
from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError
from emulator.surface.registry import Message, Method, surface, union_package
from emulator.transports.mcp.messages import JsonObject
from emulator.transports.mcp.schemas import input_schema, output_schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One entry of a catalogue; the schemas follow from the RPC's request and response."""

    name: str
    title: str
    description: str
    path: str
    """The RPC, as gRPC calls it: `/google.cloud.discoveryengine.v1.SearchService/Search`."""
    read_only: bool = False
    destructive: bool = False

    @property
    def method(self) -> Method:
        """The RPC that a call of the tool makes."""
        return surface.method_by_path[self.path]

    def input_schema(self) -> JsonObject:
        """The JSON Schema of the arguments."""
        return input_schema(self.method.request)

    def output_schema(self) -> JsonObject:
        """The JSON Schema of the result."""
        return output_schema(self.method.response)

    def request(self, arguments: JsonObject) -> Message:
        """The request that arguments spell; they may have the fields of any version of the API."""
        request = surface.message_class(self.method.request)()
        decode_into(request, arguments, union_package(self.method.package))
        return request

    def result(self, response: Message) -> JsonObject:
        """The RPC's response as the result of a call."""
        return encode(response, union_package(self.method.package))

    def refused(self, error: ApiError) -> ApiError:
        """The RPC's error in the words of the arguments."""
        return error

    def shown(self) -> JsonObject:
        """The tool as `tools/list` shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema(),
            "outputSchema": self.output_schema(),
            "annotations": {
                "title": self.title,
                "readOnlyHint": self.read_only,
                "destructiveHint": self.destructive,
                "idempotentHint": self.read_only,
                "openWorldHint": False,
            },
        }
