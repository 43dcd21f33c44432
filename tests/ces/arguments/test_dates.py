"""Dates and times as people say them, without a server."""

from __future__ import annotations

import pytest

from emulator.ces.runtime.arguments.dates import find_date
from emulator.ces.runtime.arguments.times import find_time

SATURDAY = "2026-11-21"


def date_in(text: str, today: str) -> str | None:
    found = find_date(text, today)
    return found and found.value


def time_in(text: str) -> str | None:
    found = find_time(text)
    return found and found.value


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("On 2026-12-03 at nine", "2026-12-03"),
        ("today", "2026-11-21"),
        ("Tomorrow at 10:00", "2026-11-22"),
        ("the day after tomorrow", "2026-11-23"),
        ("on Friday", "2026-11-27"),
        ("Friday the 4th", "2026-12-04"),
        ("on Friday, 27th", "2026-11-27"),
        ("Friday the 13th", None),
        ("next Saturday", "2026-11-28"),
        ("next Monday", "2026-11-23"),
        ("last Friday", "2026-11-20"),
        ("last Saturday", "2026-11-14"),
        ("yesterday", "2026-11-20"),
        ("on Fr\u0131day", "2026-11-27"),
        ("the 2nd of \u017fept", "2027-09-02"),
        ("3 December", "2026-12-03"),
        ("from the 7th to the 10th of April", "2027-04-07"),
        ("2 and 3 June 2028", "2028-06-02"),
        ("28-30 November", "2026-11-28"),
        ("3 to 4 people on 5 December", "2026-12-05"),
        ("31 and 30 June", None),
        ("the 3rd of March", "2027-03-03"),
        ("March 3rd, 2028", "2028-03-03"),
        ("December 24", "2026-12-24"),
        ("17 May 1980", "1980-05-17"),
        ("Dec 3", "2026-12-03"),
        ("4th of sept.", "2027-09-04"),
        ("from the first of January", "2027-01-01"),
        ("December twenty-fourth", "2026-12-24"),
        ("the twenty first of May", "2027-05-21"),
        ("the second may do", None),
        ("I may first look at it", None),
        ("3/25/2027", "2027-03-25"),
        ("25/3/2027", "2027-03-25"),
        ("14.11.2026", "2026-11-14"),
        ("11.14.2026", None),
        ("the 26th", "2026-11-26"),
        ("the 3rd", "2026-12-03"),
        ("the 31st", "2026-12-31"),
        ("in two weeks", "2026-12-05"),
        ("in a week", "2026-11-28"),
        ("in 12 days", "2026-12-03"),
        ("in 2000 days", None),
        ("this morning", "2026-11-21"),
        ("this may be 3", None),
        ("30 February", None),
        ("2026-02-30", None),
        ("some day", None),
    ],
)
def test_a_date_is_read(text: str, date: str | None) -> None:
    assert date_in(text, SATURDAY) == date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("on Wednesday", "2026-11-25"),
        ("next Wednesday", "2026-12-02"),
        ("Wednesday next week", "2026-12-02"),
        ("next Monday", "2026-11-30"),
    ],
)
def test_the_next_of_a_weekday_is_that_of_next_week(text: str, date: str) -> None:
    tuesday = "2026-11-24"
    assert date_in(text, tuesday) == date


@pytest.mark.parametrize(
    ("text", "date"), [("tomorrow", None), ("3 December", None), ("3 May 2027", "2027-05-03")]
)
def test_where_nobody_knows_the_day_only_whole_dates_are_read(text: str, date: str | None) -> None:
    assert date_in(text, "None") == date


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("at 14:30", "14:30"),
        ("at 9:05 sharp", "09:05"),
        ("2 pm", "14:00"),
        ("12:15 a.m.", "00:15"),
        ("12 PM", "12:00"),
        ("noon", "12:00"),
        ("around midnight", "00:00"),
        ("half past ten in the morning", "10:30"),
        ("quarter to 5", "04:45"),
        ("8 in the evening", "20:00"),
        ("seven o'clock", "07:00"),
        ("25:00", None),
        ("25:00 p.m.", None),
        ("at 9", None),
        ("3 nights", None),
        ("two nights", None),
        ("ten at night", "22:00"),
    ],
)
def test_a_time_is_read(text: str, time: str | None) -> None:
    assert time_in(text) == time


@pytest.mark.parametrize(
    ("text", "date"), [("on 3 December", "2025-12-03"), ("on 21 November", SATURDAY)]
)
def test_what_is_past_is_the_last_day_of_its_name(text: str, date: str) -> None:
    found = find_date(text, SATURDAY, is_past=True)
    assert found is not None
    assert found.value == date


@pytest.mark.parametrize("today", ["9999-12-31", "0001-01-01"])
def test_nothing_is_reckoned_from_the_ends_of_the_calendar(today: str) -> None:
    for text in ("tomorrow", "yesterday", "in 3 weeks", "on Friday", "the 31st"):
        assert date_in(text, today) is None
