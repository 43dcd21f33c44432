"""How likely a text does harm, by the rules of `safety.toml`."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import cache

from emulator.answering.rulebook import section
from emulator.answering.rules import Patterns, matches, normalized, patterns


class Level(enum.IntEnum):
    """The levels of `SafetyRating.HarmProbability`, and of severity alike."""

    NEGLIGIBLE = 1
    LOW = 2
    MEDIUM = 3
    HIGH = 4

    @property
    def score(self) -> float:
        """A number in [0, 1] for it, since rules measure nothing: the middle of its range."""
        return _SCORES[self]


BLOCKED_FROM: Mapping[str, Level] = {
    "BLOCK_LOW_AND_ABOVE": Level.LOW,
    "BLOCK_MEDIUM_AND_ABOVE": Level.MEDIUM,
    "BLOCK_ONLY_HIGH": Level.HIGH,
}
"""The lowest level that a `HarmBlockThreshold` blocks; the others block none."""

_SCORES = {Level.NEGLIGIBLE: 0.1, Level.LOW: 0.35, Level.MEDIUM: 0.6, Level.HIGH: 0.85}


def harm(text: str) -> dict[str, Level]:
    """Return the level of each harm category, named as in the API."""
    parts = [normalized(part) for part in text.splitlines()]
    return {
        category: max((_level(levels, part) for part in parts), default=Level.NEGLIGIBLE)
        for category, levels in _rules().items()
    }


def _level(levels: Mapping[Level, Patterns], text: str) -> Level:
    return next(
        (level for level, found in levels.items() if matches(found, text)), Level.NEGLIGIBLE
    )


@cache
def _rules() -> Mapping[str, Mapping[Level, Patterns]]:
    """The patterns of each category, by level from the highest."""
    return {
        category: {
            level: patterns(table.get(level.name.lower(), []))
            for level in sorted(Level, reverse=True)
        }
        for category, table in section("safety").items()
    }
