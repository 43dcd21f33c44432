"""Ranges of numbers as cells of tables tell them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.answering.document_text.number_ranges import number_range


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("20 to 49", (20, 35.5, 49), (19.9, 50)),
        ("0\u20134", (0, 4), (5,)),
        ("5-15 years", (5, 15), (16,)),
        ("2 kg to 5 kg", (2, 5), (5.1,)),
        ("between 1,000 and 2,500", (1000, 2500), (999, 2501)),
        ("up to 2 kg", (0, 2), (2.1,)),
        ("≤ 3", (3,), (4,)),
        ("under 5", (4.9,), (5,)),
        ("less than 1.5 m", (1.4,), (1.5,)),
        ("over 10 kg", (10.1,), (10,)),
        ("> 10", (11,), (10,)),
        ("at least 100", (100, 1e9), (99,)),
        ("65+", (65, 90), (64,)),
        ("100 or more people", (100,), (99,)),
        ("50 kg and above", (50,), (49,)),
        ("4 or fewer", (4, 0), (5,)),
    ],
)
def test_what_is_in_a_range(text: str, inside: tuple[float, ...], outside: tuple[float, ...]):
    found = number_range(text)
    assert found is not None
    assert all(each in found for each in inside)
    assert not any(each in found for each in outside)


@pytest.mark.parametrize(
    ("text", "unit"),
    [("2 to 5 kg", "kg"), ("2 kg to 5 kg", "kg"), ("20 to 49", ""), ("over 10 %", "%")],
)
def test_the_unit_of_a_range(text: str, unit: str):
    found = number_range(text)
    assert found is not None
    assert found.unit == unit


@pytest.mark.parametrize(
    "text", ["", "25", "2024-05-01", "Monday to Friday", "9:00 to 17:00", "3 of 5", "1 to 2 to 3"]
)
def test_what_is_no_range(text: str):
    assert number_range(text) is None


@given(st.text(max_size=30))
def test_any_text_is_a_range_or_none(text: str):
    number_range(text)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_the_ends_of_a_range_are_in_it(low: int, high: int):
    found = number_range(f"{low:,} to {high:,}")
    assert found is not None
    assert (low in found) == (high in found) == (low <= high)
