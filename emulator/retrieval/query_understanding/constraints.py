"""What was found in a text, and the filter that it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from emulator.retrieval.filters.lexer import literal
from emulator.retrieval.filters.syntax import Operator

OPPOSITE: Mapping[Operator, Operator] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
"""What is compared so by "not"; no operator tells that something is not equal."""


@dataclass(frozen=True, slots=True)
class NumberConstraint:
    """A number of the field compares to the value so; the words stand in `[start, end)`."""

    field: str
    operator: Operator
    value: float
    start: int
    end: int

    @property
    def filter(self) -> str:
        """The constraint in the filter language."""
        return f"{self.field} {self.operator} {self.value:.12g}"


@dataclass(frozen=True, slots=True)
class DateConstraint:
    """A date of the field compares to the value, a prefix of an ISO 8601 date."""

    field: str
    operator: Operator
    value: str
    start: int
    end: int

    @property
    def filter(self) -> str:
        """The constraint in the filter language."""
        return f'{self.field} {self.operator} "{self.value}"'


@dataclass(frozen=True, slots=True)
class ValueConstraint:
    """A text of the field is one of the values, or is none of them."""

    field: str
    values: tuple[str, ...]
    start: int
    end: int
    negated: bool

    @property
    def filter(self) -> str:
        """The constraint in the filter language."""
        listed = ", ".join(map(literal, self.values))
        return f"{'NOT ' if self.negated else ''}{self.field}: ANY({listed})"


@dataclass(frozen=True, slots=True)
class TruthConstraint:
    """The field is true, or false."""

    field: str
    value: bool
    start: int
    end: int

    @property
    def filter(self) -> str:
        """The constraint in the filter language."""
        return f'{self.field} = "{str(self.value).lower()}"'


@dataclass(frozen=True, slots=True)
class PlaceConstraint:
    """A place of the field is within so many metres of the address."""

    field: str
    address: str
    latitude: float
    longitude: float
    metres: float
    start: int
    end: int

    @property
    def filter(self) -> str:
        """The constraint in the filter language."""
        centre = f"{self.latitude:.7g}, {self.longitude:.7g}"
        return f"{self.field}: GEO_DISTANCE({centre}, {self.metres:.12g})"


Constraint: TypeAlias = (
    NumberConstraint | DateConstraint | ValueConstraint | TruthConstraint | PlaceConstraint
)
