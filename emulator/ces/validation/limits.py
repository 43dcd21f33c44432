"""The bounds that the reference gives the fields of resources: how much a number may be, how many
of something there may be, and how long a text."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.surface.registry import Message
from emulator.surface.validation import check_range, check_size, parts

# By the names of messages and their fields.
_RANGES: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "AmbientSoundConfig": {"volume_gain_db": (-96, 16)},
    "ConditionBoostSpec": {"boost": (-1, 1)},
    "ControlPoint": {"boost_amount": (-1, 1)},
    "ExpectationLevelMetricsThresholds": {
        "tool_invocation_parameter_correctness_threshold": (0, 1),
    },
    "GroundingConfig": {"grounding_level": (1, 5)},
    "SynthesizeSpeechConfig": {"speaking_rate": (0.25, 2)},
    "TrafficAllocation": {"traffic_percentage": (0, 100)},
    "TurnLevelMetricsThresholds": {
        "overall_tool_invocation_correctness_threshold": (0, 1),
        "semantic_similarity_success_threshold": (0, 4),
    },
}
_SIZES: Mapping[str, Mapping[str, int]] = {
    "GoogleSearchTool": {"context_urls": 20, "preferred_domains": 20, "exclude_domains": 2000},
    "SecuritySettings": {"allowed_origins": 100},
    "TrafficAllocation": {"id": 128},
}


def check_limits(message: Message, where: str) -> None:
    """INVALID_ARGUMENT for the first value out of its bounds, at any depth of a resource.

    `where` is the path to the resource in the request. What is not set has no bounds.
    """
    ranges = _RANGES.get(message.DESCRIPTOR.name, {})
    sizes = _SIZES.get(message.DESCRIPTOR.name, {})
    for field, value in message.ListFields():
        path = f"{where}.{field.name}"
        if field.name in sizes:
            check_size(value, sizes[field.name], path)
        if field.name in ranges:
            check_range(value, *ranges[field.name], path)
        for below, part in parts(field, value, path):
            check_limits(part, below)
