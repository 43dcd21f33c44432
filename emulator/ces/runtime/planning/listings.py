"""What a tool has listed, and which of it the user means: "the second one", "the last slot"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any

from emulator.ces.runtime.arguments.dates import find_date
from emulator.ces.runtime.arguments.found import Found
from emulator.ces.runtime.arguments.numerals import ORDINAL, day_number
from emulator.ces.runtime.arguments.times import find_time
from emulator.ces.runtime.words import spelled, terms

_MOST = 20
_LONGEST = 200
_LONGEST_PLAIN = 40  # What is listed by itself may be a sentence, which names nothing.
_NEAR = 10
IDENTIFIES = re.compile(r"(?:id|code|number|reference)$", re.IGNORECASE)
"""Found in the names of fields that say which thing it is."""

_NAMES = re.compile(r"^(?:name|title)$", re.IGNORECASE)
_COUNTED = re.compile(
    rf"\bthe ({ORDINAL}|last|(\d{{1,2}})(?:st|nd|rd|th))\b(?: (\w+)|(?=\W*$|[,.;!]))",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"(?<!\d)([01]?\d|2[0-3]):[0-5]\d(?!\d)")
_HOURS = re.compile(r"([01]?\d|2[0-3])(?::[0-5]\d)?\s*(?:-|to)\s*\d")
_HALF = re.compile(r"\b[ap]\.?m\b", re.IGNORECASE)
_HALF_A_DAY = 12
_EVENING = 17
_DAY = re.compile(r"\b(?:on|by|until|till|from|to|before|after|since)\s+$", re.IGNORECASE)
_ONE = terms("one option choice entry item result")


def listed(response: Mapping[str, Any]) -> list[str]:
    """The things of the first list of a tool's response, each by what names it: "slot id S-2"."""
    about, things = _first_list(response)
    return [name for one in things if (name := _name(about, one))]


def _first_list(response: Mapping[str, Any]) -> tuple[str, Sequence[Mapping[str, Any]]]:
    """The name of the first list in a response, and the first of it; texts have that name."""
    inner = response.get("output")
    for about, value in (inner if isinstance(inner, dict) else response).items():
        things = value if isinstance(value, list) else []
        objects = [one if isinstance(one, dict) else {about: one} for one in things if _is_one(one)]
        if objects:
            return about, objects[:_MOST]
    return "", ()


def _is_one(thing: Any) -> bool:
    return isinstance(thing, dict) or (isinstance(thing, str) and len(thing) <= _LONGEST_PLAIN)


def picked(name: str, text: str, today: str, response: Mapping[str, Any]) -> str | int | None:
    """The value of a parameter that one of the things listed has, if a text tells which it is.

    That is the one that has most of the text's words, days and times: "the hot stone one", "the one
    on the 21st", "the morning one". It is called as its list or its field is: a `slot_id` is the
    `id` of `slots`.
    """
    about, things = _first_list(response)
    day = find_date(text, today)
    time = find_time(text)
    words = f"{text[: time.start]} {text[time.end :]}" if time else text
    said = terms(words) | ({day.value} if day else set()) | (_times(time, text) if time else set())
    shared = [len(said & _words(one)) for one in things]
    best = max(shared, default=0)
    if best == 0 or shared.count(best) > 1:
        return None
    thing, wanted = things[shared.index(best)], terms(spelled(name))
    for key, value in thing.items():
        own = terms(f"{spelled(about)} {spelled(key)}")
        names_it = IDENTIFIES.search(key) or _NAMES.match(key) or terms(key) == terms(about)
        if isinstance(value, str | int) and names_it and wanted <= own:
            return value
    return None


def _words(thing: Mapping[str, Any]) -> frozenset[str]:
    """What tells which a thing is: the words of its values, these as they are, and when it is."""
    values = [str(one) for one in thing.values() if isinstance(one, str | int)]
    times = {found[0].zfill(5) for one in values for found in _CLOCK.finditer(one)}
    parts = " ".join(part for one in values if (part := _part_of_day(one)))
    return terms(f"{' '.join(values)} {parts}") | frozenset(values) | times


def _part_of_day(value: str) -> str:
    found = _CLOCK.search(value) or _HOURS.match(value)
    if found is None:
        return ""
    hour = int(found[1])
    return "evening" if hour >= _EVENING else "afternoon" if hour >= _HALF_A_DAY else "morning"


def _times(time: Found, text: str) -> Set[str]:
    """A time of day, and the same of the other half of the day if a text does not tell which."""
    if _HALF.search(text):
        return {time.value}
    hour, minute = time.value.split(":")
    return {time.value, f"{(int(hour) + _HALF_A_DAY) % 24:02}:{minute}"}


def _name(about: str, thing: Mapping[str, Any]) -> str:
    one = spelled(about).removesuffix("s")
    for pattern in (IDENTIFIES, _NAMES):
        for key, value in thing.items():
            if (
                pattern.search(key)
                and isinstance(value, str | int)
                and 0 < len(str(value)) <= _LONGEST
            ):
                return f"{spelled(key)} {value}" if one in spelled(key) else f"{one} {value}"
    return f"{one} {thing[about]}" if isinstance(thing.get(about), str) else ""


def in_full(text: str, things: Sequence[str]) -> str:
    """The text with the names of those of the things that it counts: "the second one"."""
    return _COUNTED.sub(lambda found: _meant(found, things) or found[0], text)


def _meant(found: re.Match[str], things: Sequence[str]) -> str:
    if not _is_of(things, found):
        return ""
    if found[1].lower() == "last":
        return next(reversed(things), "")
    number = day_number(found[2] or found[1])
    return things[number - 1] if 0 < number <= len(things) else ""


def _is_of(things: Sequence[str], found: re.Match[str]) -> bool:
    """Whether one of the things is counted: "the third slot", "the third", but not "on the 3rd"."""
    if found[3]:
        return bool(terms(found[3]) & (_ONE | terms(" ".join(things))))
    before = found.string[max(0, found.start() - _NEAR) : found.start()]
    return _DAY.search(before) is None
