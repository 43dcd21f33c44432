"""McpService, which Google has for MCP clients alone: exports and imports that are only started.

Its messages are published nowhere: `transports.mcp` makes requests of AgentService from arguments.
"""

from __future__ import annotations

from emulator.ces.agent_service.app_exports import AppExports
from emulator.ces.agent_service.app_imports import AppImports
from emulator.ces.environment import Environment, Service
from emulator.resources.worker import in_worker
from emulator.storage import resources
from emulator.surface import names
from emulator.surface.errors import ApiError, Code
from emulator.surface.registry import Message


class McpService(Service):
    """Exports and imports of whole apps."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._exports = AppExports(environment)
        self._imports = AppImports(environment)

    @in_worker
    def start_export_app(self, request: Message) -> Message:
        """Pack an app."""
        return self._exports.export_app(request)

    @in_worker
    def start_import_app(self, request: Message) -> Message:
        """Unpack a new app; ALREADY_EXISTS for an id that is taken: nothing may be overwritten."""
        name = f"{names.canonical(request.parent)}/apps/{request.app_id}"
        with self.environment.store.read() as connection:
            if resources.get(connection, name) is not None:
                raise ApiError(Code.ALREADY_EXISTS, "App already exists")
        return self._imports.import_app(request)
