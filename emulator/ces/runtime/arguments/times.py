"""Times of day as people say them: "2:30 pm", "half past two", "at noon"."""

from __future__ import annotations

import re

from emulator.ces.runtime.arguments.mentions import Mention
from emulator.ces.runtime.arguments.numerals import WORD, whole_number

_HALF = r"(?:\s*[ap]\.?m\b\.?|\s+in the (?:morning|afternoon|evening)|\s+(?:at )?night\b)"
_SECOND_HALF = re.compile(r"\s*p\.?m|.*(?:afternoon|evening|night)", re.IGNORECASE)
CLOCK = re.compile(
    rf"\b(?P<hour>\d{{1,2}})(?::(?P<minute>\d{{2}}))?(?P<half>{_HALF})"
    r"|\b(?P<hour_of_24>\d{1,2}):(?P<minute_of_24>\d{2})\b",
    re.IGNORECASE,
)
"""Times in digits."""

_NOON = re.compile(r"\b(?:noon|midday|(?P<midnight>midnight))\b", re.IGNORECASE)
_SPOKEN = re.compile(
    r"\b(?P<lead>half past|quarter past|quarter to|at)?\s*"
    rf"\b(?P<hour>\d{{1,2}}|{WORD})(?P<clock>\s+o'?clock)?(?P<half>{_HALF})?",
    re.IGNORECASE,
)
_MINUTES = {"half past": 30, "quarter past": 15, "quarter to": -15}


def find_time(text: str) -> Mention | None:
    """The first time of day of a text, as `14:30`; one in digits before all others."""
    clock = CLOCK.search(text)
    if clock is not None and not _is_led(clock):
        return _in_digits(clock)
    noon = _NOON.search(text)
    if noon is not None:
        return Mention("00:00" if noon["midnight"] else "12:00", *noon.span())
    return next(filter(None, map(_in_words, _SPOKEN.finditer(text))), None)


def bare_hour(text: str) -> str | None:
    """The full hour that the only number of a text is, `HH:00`: "9 is fine"; None if none."""
    numbers = re.findall(rf"\b(?:\d+|{WORD})\b", text, re.IGNORECASE)
    hour = whole_number(numbers[0]) if len(numbers) == 1 else None
    return f"{hour:02}:00" if hour is not None and hour < 24 else None


def _is_led(clock: re.Match[str]) -> bool:
    """Whether "half past" or the like is right before a time."""
    return clock.string[: clock.start()].lower().rstrip().endswith(tuple(_MINUTES))


def _in_digits(clock: re.Match[str]) -> Mention | None:
    hour, minute = clock["hour"] or clock["hour_of_24"], clock["minute"] or clock["minute_of_24"]
    return _found(clock, int(hour), int(minute or 0))


def _in_words(said: re.Match[str]) -> Mention | None:
    """A time in words; a number alone is none."""
    lead = (said["lead"] or "").lower()
    if not (lead in _MINUTES or said["half"] or said["clock"]):
        return None
    return _found(said, whole_number(said["hour"]) or 0, _MINUTES.get(lead, 0))


def _found(said: re.Match[str], hour: int, minute: int) -> Mention | None:
    """The time of day `minute` minutes after an hour; None if there is no such time."""
    if said["half"] and hour <= 12:
        hour = hour % 12 + (12 if _SECOND_HALF.match(said["half"]) else 0)
    minutes = hour * 60 + minute
    is_time = hour < 24 and -60 < minute < 60
    return Mention(f"{minutes // 60:02}:{minutes % 60:02}", *said.span()) if is_time else None
