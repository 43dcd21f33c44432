"""What a filter asks of fields whose types are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from emulator.retrieval.filters.geo import Circle
from emulator.retrieval.filters.syntax import And, Not, Or, Tree

# The path that stands for the document's id, which is no part of its structured data.
DOCUMENT_ID = "#id"

# Bounds of open date ranges: no date is so early or late.
EARLIEST, LATEST = -(2**62), 2**62


@dataclass(frozen=True, slots=True)
class TextIn:
    """A text of the field is one of `values`."""

    path: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberIn:
    """A number of the field is in `[least, greatest]`."""

    path: str
    least: float
    greatest: float


@dataclass(frozen=True, slots=True)
class DateIn:
    """A date of the field begins in `[first, last]`, microseconds since the epoch."""

    path: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class IsTrue:
    """A truth value of the field is `value`."""

    path: str
    value: bool


@dataclass(frozen=True, slots=True)
class Within:
    """A place of the field is in the circle."""

    path: str
    circle: Circle


FieldCondition: TypeAlias = TextIn | NumberIn | DateIn | IsTrue | Within
Condition: TypeAlias = Tree[FieldCondition]

EVERYTHING: Condition = And(())
NOTHING: Condition = Or(())


def without_fields(condition: Condition, paths: frozenset[str]) -> Condition:
    """Return what is left of a condition when fields do not restrict any more.

    A negation or an alternative with such a field restricts no more either.
    """
    return _without(condition, paths) or EVERYTHING


def _without(condition: Condition, paths: frozenset[str]) -> Condition | None:
    match condition:
        case Not(operand):
            return condition if _without(operand, paths) == operand else None
        case And(operands):
            left = [_without(operand, paths) for operand in operands]
            kept = tuple(operand for operand in left if operand is not None)
            return And(kept) if kept or not operands else None
        case Or(operands):
            left = [_without(operand, paths) for operand in operands]
            return None if None in left else Or(tuple(filter(None, left)))
        case _:
            return None if condition.path in paths else condition
