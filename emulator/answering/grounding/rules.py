"""The rules of `grounding.toml`, compiled: what claims nothing, what denies, what is opposed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from emulator.answering.rulebook import section
from emulator.answering.rules import Patterns, patterns


class Unit(NamedTuple):
    """The dimension of a unit and its size in the dimension's base unit."""

    dimension: str
    factor: float


@dataclass(frozen=True, slots=True)
class GroundingRules:
    """All of them, ready to be applied to text in lower case with straight quotes.

    `units` are by the words for them.
    """

    no_claim: Patterns
    no_answer: re.Pattern[str]
    negations: Patterns
    no_negations: Patterns
    opposites: tuple[Patterns, ...]
    numbers: Mapping[str, int]
    units: Mapping[str, Unit]


@cache
def grounding_rules() -> GroundingRules:
    """Load the rules once."""
    data = section("grounding")
    return GroundingRules(
        no_claim=patterns(data["no_claim"]),
        no_answer=re.compile(f"{_any(data['no_answer_openings'])}*{_any(data['no_answer'])}"),
        negations=patterns(data["negations"]),
        no_negations=patterns(data["no_negations"]),
        opposites=tuple(patterns(pair) for pair in data["opposites"]),
        numbers=dict(data["numbers"]),
        units={
            word: Unit(unit["dimension"], float(unit["factor"]))
            for unit in data["units"]
            for word in unit["words"].split()
        },
    )


def _any(sources: list[str]) -> str:
    """A pattern for any of these; none of an empty list is found anywhere."""
    return f"(?:{'|'.join(f'(?:{source})' for source in sources) or '(?!)'})"
