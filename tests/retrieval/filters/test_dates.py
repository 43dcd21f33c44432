from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from emulator.retrieval.filters.dates import is_date, period

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(*parts):
    return (datetime(*parts, tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2023", moment(2023, 1, 1), moment(2024, 1, 1)),
        ("2024-02", moment(2024, 2, 1), moment(2024, 3, 1)),
        ("2023-12", moment(2023, 12, 1), moment(2024, 1, 1)),
        ("2024-04-16", moment(2024, 4, 16), moment(2024, 4, 17)),
        ("2024-04-16T12", moment(2024, 4, 16, 12), moment(2024, 4, 16, 13)),
        ("2024-04-16T12:05", moment(2024, 4, 16, 12, 5), moment(2024, 4, 16, 12, 6)),
        ("2024-04-16T12:05:01Z", moment(2024, 4, 16, 12, 5, 1), moment(2024, 4, 16, 12, 5, 2)),
        ("2024-04-16 12:05:01", moment(2024, 4, 16, 12, 5, 1), moment(2024, 4, 16, 12, 5, 2)),
        (
            "2024-04-16T12:05:01.25Z",
            moment(2024, 4, 16, 12, 5, 1, 250_000),
            moment(2024, 4, 16, 12, 5, 1, 260_000),
        ),
        (
            "2024-04-16T12:05:01.123456789Z",
            moment(2024, 4, 16, 12, 5, 1, 123_456),
            moment(2024, 4, 16, 12, 5, 1, 123_457),
        ),
        ("1969-12-31T23:59:59Z", -1_000_000, 0),
        ("0001-01-01T00:00:00+14:00", moment(1, 1, 1) - 14 * 3_600_000_000, None),
        ("2024", moment(2024, 1, 1), moment(2025, 1, 1)),
        ("9999", moment(9999, 1, 1), moment(9999, 12, 31) + 86_400_000_000),
    ],
)
def test_a_prefix_stands_for_all_it_leaves_open(text, start, end):
    found = period(text)
    assert found.start == start
    assert end is None or found.end == end


@pytest.mark.parametrize("zone", ["-07:00", "-0700", "-07"])
def test_zones(zone):
    assert period(f"2024-04-16T12:00:00{zone}") == period("2024-04-16T19:00:00Z")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "23",
        "20230",
        "2023-1",
        "2023-13",
        "2023-02-29",
        "0000",
        "2023-04-16T24:00",
        "2023-04-16T12:60",
        "2023-04-16T12:00:60Z",
        "2023-04-16T12:00+24:00",
        "2023-04-16T12:00+10:60",
        "2023-04-16Z",
        "2023-04-16T",
        "2023-04-16T12:00:00.Z",
        "16.04.2023",
        "٢٠٢٣",
        "2023\n",
        "2023-04-16T12:00:00." + "1" * 100,
    ],
)
def test_what_is_no_date(text):
    assert period(text) is None


@given(st.datetimes(timezones=st.timezones()))
def test_python_agrees(time):
    assume(not time.utcoffset() % timedelta(minutes=1))  # Old zones have seconds.
    assert period(time.isoformat()).start == (time - EPOCH) // timedelta(microseconds=1)


def test_a_date_unasked_names_the_day():
    assert is_date("2023-04-16")
    assert is_date("2023-04-16T12:00Z")
    assert not is_date("2023")
    assert not is_date("2023-04")
    assert not is_date("2023-04-16 to 2023-04-17")
