"""Conditions asked of one document."""

from __future__ import annotations

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters.conditions import (
    DOCUMENT_ID,
    Condition,
    DateIn,
    FieldCondition,
    IsTrue,
    NumberIn,
    TextIn,
    Within,
)
from emulator.retrieval.filters.syntax import And, Not, Or


def matches(condition: Condition, attributes: Attributes, document_id: str = "") -> bool:
    """Whether a document is one that the condition matches in an index."""
    match condition:
        case Not(operand):
            return not matches(operand, attributes, document_id)
        case And(operands):
            return all(matches(operand, attributes, document_id) for operand in operands)
        case Or(operands):
            return any(matches(operand, attributes, document_id) for operand in operands)
        case TextIn(path, values) if path == DOCUMENT_ID:
            return document_id in values
        case _:
            return _has(condition, attributes)


def _has(condition: FieldCondition, attributes: Attributes) -> bool:
    """Whether any value of the field fits."""
    match condition:
        case TextIn(path, values):
            return any(text in values for text in attributes.texts.get(path, ()))
        case IsTrue(path, value):
            return value in attributes.truths.get(path, ())
        case NumberIn(path, least, greatest):
            return any(least <= number <= greatest for number in attributes.numbers.get(path, ()))
        case DateIn(path, first, last):
            return any(first <= date <= last for date in attributes.dates.get(path, ()))
        case Within(path, circle):
            return any(circle.holds(place) for place in attributes.points.get(path, ()))
