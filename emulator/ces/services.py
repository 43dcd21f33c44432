"""Every implemented service of CES, by the name of its gRPC service; imported when looked for."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

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
}


def services(environment: Environment) -> dict[str, Lazy[Any]]:
    """The objects that implement each service, over one environment."""
    return {
        name: Lazy(partial(_made, module, part, environment) for module, part in parts)
        for name, parts in _PARTS.items()
    }


def _made(module: str, part: str, environment: Environment) -> Any:
    return getattr(import_module(f"{__package__}.{module}"), part)(environment)
