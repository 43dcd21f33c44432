"""Dates and times as people say them: "tomorrow", "on Friday", "3 December", "2:30 pm"."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta

_ISO = re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b")
_NEAR = (
    ("day after tomorrow", 2),
    ("tomorrow", 1),
    ("today", 0),
    ("tonight", 0),
    ("yesterday", -1),
)
_WEEKDAYS = [name.lower() for name in calendar.day_name]
_WEEKDAY = re.compile(rf"\b(last )?({'|'.join(_WEEKDAYS)})\b")
_MONTHS = [name.lower() for name in calendar.month_name]
_NAMES = "|".join(_MONTHS[1:])
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year>\d{4}))?\b"
_SPELLED = (
    re.compile(rf"\b{_DAY}\.?\s+(?:of\s+)?(?P<month>{_NAMES}){_YEAR}", re.IGNORECASE),
    re.compile(rf"\b(?P<month>{_NAMES})\s+{_DAY}\b{_YEAR}", re.IGNORECASE),
)
_TIME = re.compile(r"\b(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\b|\b(\d{1,2}):(\d{2})\b", re.IGNORECASE)


def date_in(text: str, today: str) -> str | None:
    """The first date of a text, as `2026-12-03`.

    What leaves out the year, or more, is the next such day from `today` on, if that is a date.
    """
    iso = _ISO.search(text)
    if iso is not None:
        return iso[0] if _day(*map(int, iso.groups())) else None
    try:
        now = date.fromisoformat(today)
    except ValueError:
        now = None
    found = _spelled(text.lower(), now) or (now and _near(text.lower(), now))
    return found.isoformat() if found else None


def names_no_day(text: str, today: str) -> bool:
    """Whether it has a date that no calendar has: 31 February."""
    is_date = any(one.search(text) for one in (_ISO, *_SPELLED))
    return is_date and date_in(text, today) is None


def without_dates(text: str) -> str:
    """The text without its dates and times, whose numbers count nothing."""
    for pattern in (_ISO, *_SPELLED, _TIME):
        text = pattern.sub(" ", text)
    return text


def time_in(text: str) -> str | None:
    """The first time of day of a text, as `14:30`."""
    found = _TIME.search(text)
    if found is None:
        return None
    hour, minute, half = found[1] or found[4], found[2] or found[5] or "00", found[3]
    if half:
        hour = str(int(hour) % 12 + (12 if half.lower() == "p" else 0))
    return f"{int(hour):02}:{minute}" if int(hour) < 24 and int(minute) < 60 else None


def _spelled(text: str, now: date | None) -> date | None:
    for pattern in _SPELLED:
        found = pattern.search(text)
        if found is not None and (found["year"] or now):
            month, day = _MONTHS.index(found["month"]), int(found["day"])
            return _day(int(found["year"]), month, day) if found["year"] else _next(now, month, day)
    return None


def _next(now: date | None, month: int, day: int) -> date | None:
    if now is None:
        return None
    this_year = _day(now.year, month, day)
    return this_year if this_year and this_year >= now else _day(now.year + 1, month, day)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _near(text: str, now: date) -> date | None:
    for name, days in _NEAR:
        if re.search(rf"\b{name}\b", text):
            return now + timedelta(days)
    found = _WEEKDAY.search(text)
    if found is None:
        return None
    ahead = (_WEEKDAYS.index(found[2]) - now.weekday() - 1) % 7 + 1
    return now + timedelta(ahead % 7 - 7 if found[1] else ahead)
