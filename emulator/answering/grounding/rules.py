"""The rules of `grounding.toml`, compiled: what claims nothing, what denies, what is opposed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from emulator.answering.rulebook import section
from emulator.answering.rules import Patterns, patterns


@dataclass(frozen=True, slots=True)
class Unit:
    """The words for a unit, its dimension and its size in the dimension's base unit."""

    dimension: str
    factor: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroundingRules:
    """All of them, ready to be applied to text in lower case with straight quotes."""

    no_claim: Patterns
    negations: Patterns
    no_negations: Patterns
    opposites: tuple[Patterns, ...]
    numbers: Mapping[str, int]
    units: tuple[Unit, ...]


@cache
def grounding_rules() -> GroundingRules:
    """Load the rules once."""
    data = section("grounding")
    return GroundingRules(
        no_claim=patterns(data["no_claim"]),
        negations=patterns(data["negations"]),
        no_negations=patterns(data["no_negations"]),
        opposites=tuple(patterns(pair) for pair in data["opposites"]),
        numbers=dict(data["numbers"]),
        units=tuple(
            Unit(unit["dimension"], float(unit["factor"]), tuple(unit["words"].split()))
            for unit in data["units"]
        ),
    )
