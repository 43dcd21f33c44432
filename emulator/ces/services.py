"""Every implemented service of CES, by the name of its gRPC service; imported when it is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from emulator.ces.environment import Environment

# AgentService has the resources, one class a kind.
_PARTS = {
    "AgentService": (
        ("apps", "Apps"),
        ("agents", "Agents"),
        ("tools", "Tools"),
        ("toolsets", "Toolsets"),
        ("examples", "Examples"),
        ("guardrails", "Guardrails"),
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


def services(environment: Environment) -> dict[str, Callable[[], list[Any]]]:
    """What makes the objects that implement each service, over one environment."""
    return {name: partial(_made, parts, environment) for name, parts in _PARTS.items()}


def _made(parts: tuple[tuple[str, str], ...], environment: Environment) -> list[Any]:
    modules = ((import_module(f"{__package__}.{module}"), name) for module, name in parts)
    return [getattr(module, name)(environment) for module, name in modules]
