"""What is added to the scores of documents: fixed amounts, and curves over a field's value.

Scores are shares of the best one, in [0, 1]. The amounts of all boosts whose condition a document
matches are summed, and the sum is kept in [-1, 1].
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters import dates
from emulator.retrieval.filters.conditions import Condition
from emulator.retrieval.filters.evaluate import matches
from emulator.retrieval.filters.fields import Field, Fields

_DURATION = re.compile(
    r"P?(?:(?P<days>\d{1,9})D)?(?:T(?=\d)"
    r"(?:(?P<hours>\d{1,9})H)?(?:(?P<minutes>\d{1,9})M)?(?:(?P<seconds>\d{1,9}(?:\.\d+)?)S)?)?",
    re.ASCII | re.IGNORECASE,
)
_SECOND = 1_000_000

_POINTS = "control_points"
_ATTRIBUTE_TYPES = {"NUMERICAL": ("number", "integer"), "FRESHNESS": ("datetime",)}

# Rounding keeps a curve monotonic where it is all but flat, and sums of equal amounts equal.
_AMOUNT_DIGITS = 9
# Amounts come as 32-bit numbers, which tell so many digits of what is at most 1.
_WRITTEN_DIGITS = 7


class BoostError(ValueError):
    """A boost that is refused, with the reason and the part of a boostControlSpec that is wrong."""

    def __init__(self, reason: str, part: str = "") -> None:
        super().__init__(reason)
        self.part = part


@dataclass(frozen=True, slots=True)
class Curve:
    """Amounts by a field's first value: straight lines between points, level outside them.

    The points are (value, amount), values ascending and amounts monotonic; values of a date are
    microseconds since the epoch.
    """

    field: Field
    points: tuple[tuple[float, float], ...]

    def amount(self, value: float) -> float:
        """Return the amount for a value."""
        place = bisect_left(self.points, value, key=lambda point: point[0])
        if place == 0:
            return self.points[0][1]
        if place == len(self.points):
            return self.points[-1][1]
        (left, low), (right, high) = self.points[place - 1 : place + 1]
        if math.isinf(right - left):  # Halves of what is so far apart are not.
            left, value, right = left / 2, value / 2, right / 2
        return round(low + (high - low) * ((value - left) / (right - left)), _AMOUNT_DIGITS)


@dataclass(frozen=True, slots=True)
class Boost:
    """What a document that matches the condition gets added; nothing if the curve has no value.

    The name tells people which one it is.
    """

    condition: Condition
    amount: float | Curve
    name: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.amount, Curve):
            return
        _check_amount(self.amount)


def total_boost(amounts: Iterable[float]) -> float:
    """Return what several boosts add together."""
    return min(max(round(math.fsum(amounts), _AMOUNT_DIGITS), -1.0), 1.0)


def written_amount(amount: float) -> float:
    """Return an amount as it was written: 0.3 for the 32-bit number nearest to it."""
    return round(amount, _WRITTEN_DIGITS)


def boost_of(boosts: Sequence[Boost], attributes: Attributes, document_id: str = "") -> float:
    """Return what is added to the score of a document."""
    fitting = [boost for boost in boosts if matches(boost.condition, attributes, document_id)]
    return total_boost(_amount(boost, attributes) for boost in fitting)


def read_curve(
    name: str, attribute_type: str, points: Iterable[tuple[str, float]], fields: Fields, now: int
) -> Curve:
    """Return the curve of a boostControlSpec. Raises BoostError.

    `attribute_type` is NUMERICAL, with numbers as the values of the points, or FRESHNESS, with
    durations like `3DT12H30M` before `now` (microseconds since the epoch).
    """
    types = _types(attribute_type)
    field = fields.find(name, types)
    if field is None:
        reason = f"Field '{name}' is not known as one of type {' or '.join(types)}"
        raise BoostError(reason, "field_name")
    return Curve(field, read_points(attribute_type, points, now))


def read_points(
    attribute_type: str, points: Iterable[tuple[str, float]], now: int
) -> tuple[tuple[float, float], ...]:
    """Return the points of a curve in the order of their values. Raises BoostError."""
    is_age = "datetime" in _types(attribute_type)
    read = []
    for place, (text, amount) in enumerate(points):
        part = f"{_POINTS}[{place}]"
        try:
            read.append((now - parse_duration(text) if is_age else _number(text), amount))
        except BoostError as error:
            raise BoostError(str(error), f"{part}.attribute_value") from None
        _check_amount(amount, f"{part}.boost_amount")
    return _checked(read)


def _types(attribute_type: str) -> tuple[str, ...]:
    """The types of the fields that a curve may go over."""
    types = _ATTRIBUTE_TYPES.get(attribute_type)
    if types is None:
        reason = f"Attribute type '{attribute_type}' is not NUMERICAL or FRESHNESS"
        raise BoostError(reason, "attribute_type")
    return types


def parse_duration(text: str) -> int:
    """Return the microseconds of `[nD][T[nH][nM][nS]]`. Raises BoostError."""
    match = _DURATION.fullmatch(text)
    if match is None or text in ("", "P"):
        raise BoostError(f"'{text}' is not a duration like 5D, 3DT12H30M or T24H")
    days, hours, minutes, seconds = (float(part or 0) for part in match.groups())
    return int(days) * dates.DAY + round((hours * 3600 + minutes * 60 + seconds) * _SECOND)


def _checked(points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    points.sort()
    if not points:
        raise BoostError("A curve needs control points", _POINTS)
    steps = list(pairwise(points))
    if any(left[0] == right[0] for left, right in steps):
        raise BoostError("Two control points have the same attribute value", _POINTS)
    rises = {right[1] > left[1] for left, right in steps if left[1] != right[1]}
    if len(rises) > 1:
        reason = "The boost amounts of the control points must only rise or only fall"
        raise BoostError(reason, _POINTS)
    return tuple(points)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BoostError(f"'{text}' is not a number")
    return number


def _check_amount(amount: float, part: str = "") -> None:
    if not -1 <= amount <= 1:
        raise BoostError(f"The boost {amount:g} is not in [-1, 1]", part)


def _amount(boost: Boost, attributes: Attributes) -> float:
    if not isinstance(boost.amount, Curve):
        return boost.amount
    curve = boost.amount
    values = attributes.dates if curve.field.type == "datetime" else attributes.numbers
    first = next(iter(values.get(curve.field.path, ())), None)
    return 0.0 if first is None else curve.amount(first)
