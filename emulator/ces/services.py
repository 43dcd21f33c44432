"""Every implemented service of CES, by the name of its gRPC service; imported when looked for."""

from __future__ import annotations

from typing import Any

from emulator import lazy
from emulator.ces.environment import Environment
from emulator.lazy import Lazy

# AgentService has the resources, one class a kind; those of the demo corpus come first.
_PARTS = {
    "AgentService": (
        ("apps", "Apps"),
        ("agents", "Agents"),
        ("tools", "Tools"),
        ("guardrails", "Guardrails"),
        ("toolsets", "Toolsets"),
        ("examples", "Examples"),
        ("deployments", "Deployments"),
        ("app_versions", "AppVersions"),
        ("changelogs", "Changelogs"),
        ("app_exports", "AppExports"),
        ("app_imports", "AppImports"),
        ("conversations", "Conversations"),
    ),
    "McpService": (("mcp_service", "McpService"),),
    "ToolService": (("tool_service", "ToolService"),),
    "SessionService": (("sessions", "Sessions"),),
    "WidgetService": (("widget_service", "WidgetService"),),
}


def services(environment: Environment) -> dict[str, Lazy[Any]]:
    """The objects that implement each service, over one environment."""
    return lazy.services(__package__, _PARTS, environment)
