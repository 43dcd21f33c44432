"""Every implemented service of CES, by the name of its gRPC service; imported when looked for."""

from __future__ import annotations

from typing import Any

from emulator import lazy
from emulator.ces.environment import Environment
from emulator.lazy import Lazy

# AgentService has the resources, one class a kind; those of the demo corpus come first.
_PARTS = {
    "AgentService": (
        ("agent_service.apps", "Apps"),
        ("agent_service.agents", "Agents"),
        ("agent_service.tools", "Tools"),
        ("agent_service.guardrails", "Guardrails"),
        ("agent_service.toolsets", "Toolsets"),
        ("agent_service.examples", "Examples"),
        ("agent_service.deployments", "Deployments"),
        ("agent_service.app_versions", "AppVersions"),
        ("agent_service.changelogs", "Changelogs"),
        ("agent_service.app_exports", "AppExports"),
        ("agent_service.app_imports", "AppImports"),
        ("agent_service.conversations", "Conversations"),
    ),
    "EvaluationService": (
        ("evaluation_service.evaluations", "Evaluations"),
        ("evaluation_service.evaluation_datasets", "EvaluationDatasets"),
        ("evaluation_service.evaluation_expectations", "EvaluationExpectations"),
        ("evaluation_service.evaluation_results", "EvaluationResults"),
        ("evaluation_service.evaluation_runs", "EvaluationRuns"),
        ("evaluation_service.generated", "GeneratedEvaluations"),
    ),
    "McpService": (("mcp_service", "McpService"),),
    "ToolService": (("tool_service", "ToolService"),),
    "SessionService": (("session_service", "SessionService"),),
    "WidgetService": (("widget_service", "WidgetService"),),
}


def services(environment: Environment) -> dict[str, Lazy[Any]]:
    """The objects that implement each service, over one environment."""
    return lazy.services(__package__, _PARTS, environment)
