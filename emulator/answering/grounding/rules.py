"""The rules of `grounding.toml`, compiled: what claims nothing, what denies, what is opposed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from emulator.answering.rulebook import alternatives, section
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
    no_answer: Patterns
    no_answer_openings: re.Pattern[str]
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
        no_answer=patterns(data["no_answer"]),
        no_answer_openings=re.compile(rf"\A(?:{alternatives(data['no_answer_openings'])})*"),
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
