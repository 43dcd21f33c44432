"""The time zones that apps and sessions name."""

from __future__ import annotations

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from emulator.surface.errors import invalid_argument

UNKNOWN = "the time zone '{:.100}' is unknown."


def time_zone(name: str) -> tzinfo | None:
    """The time zone of a name of the IANA database, UTC for none; None if it is unknown."""
    try:
        return ZoneInfo(name) if name else UTC
    except (KeyError, ValueError, OSError):
        return None


def check_time_zone(name: str, field: str) -> None:
    """INVALID_ARGUMENT for a time zone that is unknown."""
    if time_zone(name) is None:
        raise invalid_argument(field, UNKNOWN.format(name))
