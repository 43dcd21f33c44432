"""What settings describe."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from emulator import CommandError, from_settings
from emulator.settings import Settings

NOON = datetime(2026, 1, 31, 12, 0, 0, 250_000, tzinfo=UTC)


def told(**settings: Any) -> tuple[list[int], list[str]]:
    clock, ids = from_settings.control(Settings(**settings))
    return [clock.now() for _ in range(3)], [ids.new(), ids.uuid()]


def test_a_fixed_time_goes_on_by_a_microsecond_and_has_ids_of_its_own() -> None:
    first = 1_769_860_800_250_000
    times, ids = told(ephemeral=True, fixed_time=NOON)
    assert times == [first, first + 1, first + 2]
    assert told(ephemeral=True, fixed_time=NOON) == (times, ids)
    other = NOON.replace(year=2025)
    assert told(ephemeral=True, fixed_time=other)[1] != ids


def test_time_goes_on_otherwise() -> None:
    times, ids = told()
    assert abs(times[0] / 1e6 - datetime.now(UTC).timestamp()) < 60
    assert told()[1] != ids


def test_a_folder_has_no_fixed_time() -> None:
    with pytest.raises(CommandError, match="--fixed-time needs --ephemeral"):
        told(fixed_time=NOON)
