"""A tool of an MCP server: an RPC of the API and how it is described to a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from emulator.surface.registry import Method, surface
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
    idempotent: bool = False

    @property
    def method(self) -> Method:
        """The RPC that a call of the tool makes."""
        return surface.method_by_path[self.path]

    def shown(self) -> dict[str, Any]:
        """The tool as `tools/list` shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": input_schema(self.method.request),
            "outputSchema": output_schema(self.method.response),
            "annotations": {
                "title": self.title,
                "readOnlyHint": self.read_only,
                "destructiveHint": self.destructive,
                "idempotentHint": self.idempotent,
                "openWorldHint": False,
            },
        }
