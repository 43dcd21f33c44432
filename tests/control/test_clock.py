"""The clock: it never shows the same time twice, and can be set."""

from __future__ import annotations

import time

import pytest

from emulator.control.clock import Clock

NOON = 1_769_860_800_000_000


def test_a_clock_that_was_started_fixed_goes_on_by_microseconds() -> None:
    clock = Clock(NOON)
    assert [clock.now() for _ in range(3)] == [NOON, NOON + 1, NOON + 2]


def test_to_look_at_it_takes_no_time() -> None:
    clock = Clock(NOON)
    assert [clock.shown, clock.now(), clock.shown, clock.now()] == [NOON, NOON, NOON, NOON + 1]


@pytest.mark.parametrize("fixed", [None, NOON])
@pytest.mark.parametrize("to", [1, 4_000_000_000_000_000])
def test_it_stands_where_it_was_set(fixed: int | None, to: int) -> None:
    clock = Clock(fixed)
    clock.now()
    clock.set(to)
    assert clock.is_set
    assert [clock.now(), clock.now(), clock.shown] == [to, to + 1, to + 1]


def test_a_fixed_clock_goes_on_as_if_it_had_never_been_set() -> None:
    clock = Clock(NOON)
    clock.now()
    clock.set(NOON + 1)
    clock.now()
    clock.release()
    assert not clock.is_set
    assert clock.now() == NOON + 1


def test_a_running_clock_is_right_again() -> None:
    clock = Clock()
    before = clock.now()
    clock.set(4_000_000_000_000_000)
    clock.now()
    clock.release()
    assert before < clock.now() <= time.time_ns() // 1_000 + 1
