"""Conditions on named columns as plain values, and their meaning in SQL or over plain values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, and_, func, not_, or_, true

LABEL_SEPARATOR = "\x1f"


@dataclass(frozen=True, slots=True)
class Compare:
    """`column operator value`.

    `:` asks whether a list holds the value, `search` whether a text does, in any case, and `set`
    whether there is anything, which in SQL is what differs from the value.
    """

    column: str
    operator: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class All:
    """Every condition holds; true if there is none."""

    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Either:
    """At least one condition holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition


Condition: TypeAlias = Compare | All | Either | Not

_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def labels_text(labels: Sequence[str]) -> str:
    """A list of labels as the text of one column, in which `:` finds a label."""
    return "".join(f"{LABEL_SEPARATOR}{label}" for label in labels) + LABEL_SEPARATOR


def to_sql(condition: Condition, columns: Mapping[str, Any]) -> ColumnElement[bool]:
    """The condition over the columns of a table."""
    if isinstance(condition, Compare):
        column = columns[condition.column]
        # Not with LIKE, whose patterns may have 50,000 bytes.
        if condition.operator == ":":
            return func.instr(column, labels_text([str(condition.value)])) > 0
        if condition.operator == "search":  # `lower` is Python's, which `Store` gives to SQLite.
            return func.instr(func.lower(column), str(condition.value).lower()) > 0
        if condition.operator == "set":
            return column != condition.value  # type: ignore[no-any-return]
        return _OPERATORS[condition.operator](column, condition.value)  # type: ignore[no-any-return]
    if isinstance(condition, Not):
        return not_(to_sql(condition.condition, columns))
    parts = [to_sql(part, columns) for part in condition.conditions]
    return or_(*parts) if isinstance(condition, Either) else and_(true(), *parts)


def holds(condition: Condition, value_of: Callable[[str], Any]) -> bool:
    """Whether the condition holds for the values that `value_of` gives for its columns."""
    if isinstance(condition, Compare):
        value = value_of(condition.column)
        if condition.operator == ":":
            return condition.value in value
        if condition.operator == "search":
            return str(condition.value).lower() in value.lower()
        if condition.operator == "set":
            return bool(value)
        return bool(_OPERATORS[condition.operator](value, condition.value))
    if isinstance(condition, Not):
        return not holds(condition.condition, value_of)
    parts = (holds(part, value_of) for part in condition.conditions)
    return any(parts) if isinstance(condition, Either) else all(parts)
