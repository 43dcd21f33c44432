"""Dates as people say them: "tomorrow", "on Friday", "Dec 3", "the 26th"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import MAXYEAR, MINYEAR, date, timedelta
from functools import lru_cache

from emulator.ces.runtime.arguments.mentions import Mention
from emulator.ces.runtime.arguments.numerals import ORDINAL, WORD, day_number, whole_number
from emulator.ces.runtime.arguments.times import CLOCK
from emulator.retrieval.text.calendar_names import ANY_MONTH, DAYS, month_number
from emulator.retrieval.text.letters import fold_case

_DAYS = {"day after tomorrow": 2, "tomorrow": 1, "yesterday": -1, "last night": -1}
_DAYS |= dict.fromkeys(("today", "tonight", "this morning", "this afternoon", "this evening"), 0)
_WEEKDAYS = DAYS.lower().split("|")
_MONTH = rf"(?P<month>{ANY_MONTH})\b\.?"
_DAY = rf"(?P<day>\d{{1,2}}|{ORDINAL})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year>\d{4}))?\b"
_ISO = re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b")
_SLASHED = re.compile(r"\b(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})\b")
_DOTTED = re.compile(r"\b(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})\b")
_NO_MONTH = rf"(?!{ORDINAL}\s+may\b|may\s+{ORDINAL})"  # "The second may do", "I may first look".
_SPELLED = re.compile(rf"\b{_NO_MONTH}{_DAY}\.?\s+(?:of\s+)?{_MONTH}{_YEAR}", re.IGNORECASE)
_SPELLED_FIRST = re.compile(rf"\b{_NO_MONTH}{_MONTH}\s+(?:the\s+)?{_DAY}\b{_YEAR}", re.IGNORECASE)
# The first of "the 7th to the 10th of April" and "2 and 3 June": the month is said once.
_SHARED = re.compile(
    rf"\b{_DAY}(?=(?:\s+(?:to|until|till|through|and)\s+(?:the\s+)?|\s?[-\u2013]\s?)"
    rf"(?:\d{{1,2}}|{ORDINAL})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}{_YEAR})",
    re.IGNORECASE,
)
_DATED = (_ISO, _SLASHED, _DOTTED, _SHARED, _SPELLED, _SPELLED_FIRST)
_NEAR = re.compile(rf"\b({'|'.join(_DAYS)})\b", re.IGNORECASE)
_AHEAD = re.compile(rf"\bin (\d+|{WORD}|a) (day|week)s?\b", re.IGNORECASE)
_WEEKDAY = re.compile(
    rf"\b(?:(last|next) )?({'|'.join(_WEEKDAYS)})(?: (?:of )?(next) week)?\b", re.IGNORECASE
)
_ROUGHLY = re.compile(
    r"\d\s*[./-]\s*\d|\b(?:in|of|early|mid|late|next) may\b"
    rf"|\b(?!may)(?:{ANY_MONTH}|{DAYS}|mon|tue|wed|thu|fri|sat|sun)s?\b"
    r"|\b(?:weekend|week|month|year|spring|summer|autumn|winter|easter|christmas)s?\b",
    re.IGNORECASE,
)
_WEEKDAY_OF_MONTH = re.compile(
    rf"\b({'|'.join(_WEEKDAYS)}),?\s+(?:the\s+)?(\d{{1,2}})(?:st|nd|rd|th)\b", re.IGNORECASE
)
_OF_MONTH = re.compile(r"\bthe (\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)


def find_date(text: str, today: str, month: str = "", is_past: bool = False) -> Mention | None:
    """The first date of a text, as `2026-12-03`.

    Without a year it is the next such day from `today` on, or the last one if `is_past`; "the
    26th" is in the month of the date `month`. "Friday the 13th" is none where that is no Friday.
    `today` and `month` are ISO dates or empty.
    """
    for pattern in _DATED:
        found = pattern.search(text)
        if found is not None:
            day = _dated(found, _date(today), is_past)
            return Mention(day.isoformat(), *found.span()) if day else None
    now = _date(today)
    if now is None:
        return None
    for pattern, reads in _RELATIVE.items():
        found = pattern.search(text)
        day = found and reads(found, _first_of(month) or now if pattern in _IN_MONTH else now)
        if found and day:
            return Mention(day.isoformat(), *found.span())
        if found and pattern is _WEEKDAY_OF_MONTH:
            return None
    return None


def has_impossible_date(text: str, today: str) -> bool:
    """Whether a text has a date that does not exist: 31 February."""
    return any(one.search(text) for one in _DATED) and find_date(text, today) is None


def has_vague_date(text: str) -> bool:
    """Whether a text has a vague date: "the end of the month", "12/5"."""
    return _ROUGHLY.search(text) is not None


@lru_cache(maxsize=64)  # Each parameter of each tool asks for it.
def without_dates(text: str) -> str:
    """The text with spaces in place of dates and times."""
    for pattern in (*_DATED, _WEEKDAY_OF_MONTH, _OF_MONTH, _AHEAD, CLOCK):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


def _date(text: str) -> date | None:
    """The date, unless days around it would be out of the calendar."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if MINYEAR < found.year < MAXYEAR else None


def _first_of(day: str) -> date | None:
    found = _date(day)
    return found and found.replace(day=1)


def _dated(found: re.Match[str], now: date | None, is_past: bool) -> date | None:
    named = found["month"]
    month = int(named) if named.isdecimal() else month_number(named)
    day, year = day_number(found["day"]), found["year"]
    if found.re is _SLASHED and month > 12:
        month, day = day, month
    if year or not now:
        return _day(int(year), month, day) if year else None
    coming = _next(now, month, day)
    return _day(coming.year - 1, month, day) if coming and is_past and coming > now else coming


def _next(now: date, month: int, day: int) -> date | None:
    this_year = _day(now.year, month, day)
    return this_year if this_year and this_year >= now else _day(now.year + 1, month, day)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _near(found: re.Match[str], now: date) -> date:
    return now + timedelta(_DAYS[fold_case(found[1])])


def _ahead(found: re.Match[str], now: date) -> date | None:
    count = 1 if found[1].lower() == "a" else whole_number(found[1])
    days = (count or 0) * (7 if found[2].lower() == "week" else 1)
    return now + timedelta(days) if days < 1000 else None


def _weekday(found: re.Match[str], now: date) -> date:
    """The next of its name; "next Friday" is in the week after this one, from Monday on."""
    ahead = _WEEKDAYS.index(fold_case(found[2])) - now.weekday()
    which = (found[1] or found[3] or "").lower()
    if which == "next":
        return now + timedelta(ahead + 7)
    return now + timedelta(ahead % 7 - 7 if which else (ahead - 1) % 7 + 1)


def _weekday_of_month(found: re.Match[str], now: date) -> date | None:
    day = _in_month(int(found[2]), now)
    weekday = _WEEKDAYS.index(fold_case(found[1]))
    return day if day and day.weekday() == weekday else None


def _of_month(found: re.Match[str], now: date) -> date | None:
    return _in_month(int(found[1]), now)


def _in_month(day: int, now: date) -> date | None:
    """The next day of that number in this month or the next one."""
    this_month = _day(now.year, now.month, day)
    if this_month and this_month >= now:
        return this_month
    following = now.replace(day=1) + timedelta(31)
    return _day(following.year, following.month, day)


_RELATIVE: Mapping[re.Pattern[str], Callable[[re.Match[str], date], date | None]] = {
    _NEAR: _near,
    _AHEAD: _ahead,
    _WEEKDAY_OF_MONTH: _weekday_of_month,
    _WEEKDAY: _weekday,
    _OF_MONTH: _of_month,
}
_IN_MONTH = (_WEEKDAY_OF_MONTH, _OF_MONTH)
