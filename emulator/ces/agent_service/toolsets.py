"""AgentService's toolsets."""

from __future__ import annotations

from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.agent_service.tools import check_running
from emulator.ces.runtime.tools import injection, open_api
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import ces
from emulator.surface.registry import Message


class Toolsets(AppResources):
    """Toolsets of an app: where tools come from that are not made one by one."""

    collection, field = "toolsets", "toolset"

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse a toolset that lacks what its type asks for, and a name that another has."""
        kind = resource.WhichOneof("toolset_type")
        if kind is None:
            raise missing_field("toolset.toolset_type")
        body = resources.get(connection, resource.name)
        if body is not None and ces.Toolset.FromString(body).WhichOneof("toolset_type") != kind:
            raise invalid_argument(f"toolset.{kind}", "the type of a toolset cannot change.")
        check_running(resource, "toolset")
        if kind == "open_api_toolset":
            schema = resource.open_api_toolset.open_api_schema
            open_api.check(schema, "toolset.open_api_toolset.open_api_schema")
        injection.check(getattr(resource, kind), f"toolset.{kind}")
        for number, action in enumerate(resource.connector_toolset.connector_actions):
            if action.WhichOneof("action_spec") is None:
                where = f"toolset.connector_toolset.connector_actions[{number}]"
                raise missing_field(f"{where}.action_spec")
        if resource.display_name:
            self.check_name(connection, resource)
