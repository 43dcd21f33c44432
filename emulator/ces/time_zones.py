"""The time zones that apps and sessions name."""

from __future__ import annotations

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

UNKNOWN = "the time zone '{:.100}' is unknown."


def time_zone(name: str) -> tzinfo | None:
    """The time zone of a name of the IANA database, UTC for none; None if it is unknown."""
    try:
        return ZoneInfo(name) if name else UTC
    except (KeyError, ValueError, OSError):
        return None
