"""Limits of processor time."""

from __future__ import annotations

from itertools import count

import pytest

from tests import pace
from tests.pace import within


@pytest.mark.parametrize("slowness", [1, 0.5])
def test_what_takes_more_than_its_time_fails(
    monkeypatch: pytest.MonkeyPatch, slowness: float
) -> None:
    monkeypatch.setattr(pace, "_time_to_add", lambda: pace._ADDED_SECONDS * slowness)
    with within(1.01, count().__next__):
        pass
    with (
        pytest.raises(AssertionError, match=r"1\.00 s, where 0\.99 s"),
        within(0.99, count().__next__),
    ):
        pass


def test_a_slower_machine_has_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "_time_to_add", lambda: pace._ADDED_SECONDS * 10)
    with within(0.11, count().__next__):
        pass
