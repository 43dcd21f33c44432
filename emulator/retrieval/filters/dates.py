"""ISO 8601 dates and times as periods of microseconds since the epoch.

A prefix stands for all that it leaves open: "2023" is a year, "2023-04-16T12:00Z" a minute.
Times without a zone are UTC.
"""

from __future__ import annotations

import re
from calendar import isleap, monthrange
from datetime import date
from typing import NamedTuple

_SECOND = 1_000_000
_MINUTE = 60 * _SECOND
_HOUR = 60 * _MINUTE
DAY = 24 * _HOUR

_EPOCH = date(1970, 1, 1).toordinal()
_PERIOD = re.compile(
    r"""(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)
    (?:[Tt\ ](?P<hour>\d\d)(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?:[.,](?P<fraction>\d+))?)?)?
    (?P<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?)?)?)?""",
    re.VERBOSE | re.ASCII,
)
_LONGEST = 40  # characters, with more digits of a second than anyone writes
_FRACTION_DIGITS = 6


class Period(NamedTuple):
    """The microseconds `[start, end)` since the epoch."""

    start: int
    end: int


def period(text: str) -> Period | None:
    """Return what an ISO 8601 date, time or prefix of one stands for; None if it is neither."""
    match = _PERIOD.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    start, length = _day(match), DAY
    if start is None:
        return None
    if match["day"] is None:
        length = _days(match) * DAY
    elif match["hour"]:
        time = _time(match)
        if time is None:
            return None
        start, length = start + time.start, time.end - time.start
    return Period(start, start + length)


def is_date(text: str) -> bool:
    """Whether a text is taken for a date without being told: a prefix must name the day."""
    return len(text) >= len("2023-04-16") and period(text) is not None


def _day(match: re.Match[str]) -> int | None:
    """The first microsecond of the year, month or day."""
    try:
        first = date(int(match["year"]), int(match["month"] or 1), int(match["day"] or 1))
    except ValueError:
        return None
    return (first.toordinal() - _EPOCH) * DAY


def _days(match: re.Match[str]) -> int:
    year = int(match["year"])
    if match["month"]:
        return monthrange(year, int(match["month"]))[1]
    return 366 if isleap(year) else 365


def _time(match: re.Match[str]) -> Period | None:
    """The time of day as microseconds since midnight UTC of the day written."""
    hour, minute, second = (int(match[part] or 0) for part in ("hour", "minute", "second"))
    zone = _zone(match["zone"] or "Z")
    if zone is None or hour > 23 or minute > 59 or second > 59:
        return None
    fraction = (match["fraction"] or "")[:_FRACTION_DIGITS]
    start = hour * _HOUR + minute * _MINUTE + second * _SECOND - zone
    start += int(fraction.ljust(_FRACTION_DIGITS, "0"))
    if fraction:
        return Period(start, start + 10 ** (_FRACTION_DIGITS - len(fraction)))
    unit = _SECOND if match["second"] else _MINUTE if match["minute"] else _HOUR
    return Period(start, start + unit)


def _zone(text: str) -> int | None:
    """The microseconds that a zone is ahead of UTC."""
    if text in "Zz":
        return 0
    hours, minutes = int(text[1:3]), int(text[3:].removeprefix(":") or 0)
    if hours > 23 or minutes > 59:
        return None
    return (hours * _HOUR + minutes * _MINUTE) * (-1 if text[0] == "-" else 1)
