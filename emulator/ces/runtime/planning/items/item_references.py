"""The listed item that a text refers to by its properties: "the morning one", "that with Ben"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from typing import Any, NamedTuple

from emulator.ces.runtime.arguments.dates import find_date
from emulator.ces.runtime.arguments.elicited import without_values
from emulator.ces.runtime.arguments.entity_types import EntityType, entity_type
from emulator.ces.runtime.arguments.extraction import extracted
from emulator.ces.runtime.arguments.mentions import Mention
from emulator.ces.runtime.arguments.times import find_time
from emulator.ces.runtime.planning.items.listed_items import IDENTIFIES, MOST, NAMES, first_list
from emulator.ces.runtime.planning.items.superlatives import superlative
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message

_CLOCK = re.compile(r"(?<!\d)([01]?\d|2[0-3]):[0-5]\d(?!\d)")
_HOURS = re.compile(r"([01]?\d|2[0-3])(?::[0-5]\d)?\s*(?:-|to)\s*\d")
_HALF = re.compile(r"\b[ap]\.?m\b", re.IGNORECASE)
_HALF_A_DAY = 12
_EVENING = 17
# How people select. Any other word than these and _BESIDE says something of the item.
_TAKEN = re.compile(
    r"\bgo (?:for|with)\b|\b(?:give me|make it)\b|\bsounds (?:good|great|fine|perfect)\b"
    r"|\bworks(?: (?:best|well|fine))?(?: for me)?\b"
    r"|\bis (?:good|great|fine|perfect|ok(?:ay)?)(?: (?:for|with) me)?\b"
    r"|\b(?:i|we)(?:['\u2019](?:ll|d)| will| would)(?: (?:like|love|rather|prefer))?(?: to)?"
    r"(?: (?:take|have|choose|pick))?\b|\b(?:i|we) (?:want|need|prefer|choose|take|pick)(?: to)?\b"
    r"|\blet(?:['\u2019]s| us) (?:take|do)\b|\b(?:it|that)(?:['\u2019]s| is)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"the|an?|one|please|ok(?:ay)?|yes|yeah|yep|sure|great|good|fine|perfect|well|so|then|hmm?|oh"
    r"|sorry|actually|just|and|at|on|in|with|for|from|of|by|to|that|this|take|thanks",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"\b(?:my|the|his|her) (?:\w+ ){1,3}is\b|\bi(?:['\u2019]m| am)\b", re.IGNORECASE
)
_POINTS = re.compile(r"\b(?:the|that|this) (?:\w+ ){0,3}ones?\b", re.IGNORECASE)
_ANY = re.compile(r"\b(?:anything|something|any(?:one)?)\b", re.IGNORECASE)
_BUT = re.compile(r"\b(?:without|not|no|except|but|else|other|\w+n['\u2019]t)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


class _Reference(NamedTuple):
    """The name of a list, one of its items, and the text without the item's day and time."""

    about: str
    thing: Mapping[str, Any]
    rest: str


def referenced_values(
    names: Iterable[str], text: str, today: str, response: Mapping[str, Any]
) -> dict[str, str | int]:
    """The values of these parameters in the item that a text refers to; empty if to none.

    It is the one item with most of the text's words, days and times: "the hot stone one", "the one
    on the 21st". A parameter is named like list and field: `slot_id` is the `id` of `slots`.
    """
    found = _referenced(text, today, response)
    return {} if found is None else _values(names, found)


def referenced_item(text: str, today: str, response: Mapping[str, Any]) -> Mapping[str, Any]:
    """The item that "the evening one" or "anything in the evening" refers to; empty if none."""
    any_one = _ANY.search(text) and not _BUT.search(text)
    points = any_one or _POINTS.search(text) or superlative(text, *first_list(response))
    found = _referenced(text, today, response) if points else None
    return {} if found is None else found.thing


def values_of_selection(
    schema: Message, verbs: Set[str], text: str, today: str, response: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a text that only selects an item; `verbs` are the terms of the request.

    The text may have further arguments, "The morning one please, my name is Nora Quist", but must
    say nothing else: "The second one is too late", "not the first one".
    """
    if not referenced_values(schema.required, text, today, response):
        return {}
    said = _said(schema, text, today, response)
    names = {one: said[one] for one in said if _is_name(one, schema)}
    # "Ida Morning" is in no morning.
    found = _referenced(without_values(text, names), today, response)
    if found is None:
        return {}
    picks = _values(schema.required, found)
    rest = _TAKEN.sub(" ", without_values(found.rest, said))
    rest = _INTRODUCED.sub(" ", rest) if said else rest
    called = terms(" ".join(map(as_words, (found.about, *found.thing, *said))))
    known = _words(found.thing) | verbs | called
    is_all = all(_is_known(word, known) for word in _WORD.findall(rest))
    return {**said, **picks} if picks and is_all else {}


def _said(schema: Message, text: str, today: str, response: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a text; words of an item are not taken for a proper name."""
    listed = [_words(one) for one in first_list(response)[1]]
    return {
        name: one
        for name, one in extracted(schema, text, {"current_date": today}).items()
        if not (_is_name(name, schema) and any(terms(str(one)) <= words for words in listed))
    }


def _is_name(name: str, schema: Message) -> bool:
    return entity_type(name, schema.properties[name]) is EntityType.PROPER_NAME


def _is_known(word: str, known: Set[str]) -> bool:
    return _BESIDE.fullmatch(word) is not None or (bool(terms(word)) and terms(word) <= known)


def _referenced(text: str, today: str, response: Mapping[str, Any]) -> _Reference | None:
    """The only item with most of a text's words, days and times, or the one of its superlative."""
    about, things = first_list(response)
    if not things:
        return None
    most = superlative(text, about, things)
    if most is not None and len(things) < MOST:  # Else there may be more.
        return _Reference(about, *most)
    day = find_date(text, today)
    time = find_time(text)
    words = f"{text[: time.start]} {text[time.end :]}" if time else text
    times = _times(time, text) if time else set()
    said = terms(words) | ({day.value} if day else set()) | times
    shared = [len(said & _words(one)) + _count_labels(text, one) for one in things]
    best = max(shared, default=0)
    if best == 0 or shared.count(best) > 1:
        return None
    thing = things[shared.index(best)]
    rest = words if times & _words(thing) else text
    if day and day.value in _words(thing):
        rest = rest.replace(text[day.start : day.end], " ")
    return _Reference(about, thing, rest)


def _values(names: Iterable[str], found: _Reference) -> dict[str, str | int]:
    return {name: one for name in names if (one := _value(name, found)) is not None}


def _value(name: str, found: _Reference) -> str | int | None:
    """The value of an item for a parameter of that name."""
    wanted = terms(as_words(name))
    for key, value in found.thing.items():
        own = terms(f"{as_words(found.about)} {as_words(key)}")
        names_it = IDENTIFIES.search(key) or NAMES.match(key) or terms(key) == terms(found.about)
        if isinstance(value, str | int) and names_it and wanted <= own:
            return value
    return None


def _words(thing: Mapping[str, Any]) -> frozenset[str]:
    """The terms of an item's values, the values as they are, times and part of day."""
    values = [str(one) for one in thing.values() if isinstance(one, str | int)]
    times = {found[0].zfill(5) for one in values for found in _CLOCK.finditer(one)}
    parts = " ".join(part for one in values if (part := _part_of_day(one)))
    return terms(f"{' '.join(values)} {parts}") | frozenset(values) | times


def _count_labels(text: str, thing: Mapping[str, Any]) -> int:
    """How many short values of an item a text has behind what they are called: "zone A"."""
    labels = (
        rf"\b{re.escape(as_words(key).split()[-1])} {re.escape(str(one))}(?!\w)"
        for key, one in thing.items()
        if isinstance(one, str | int) and len(str(one)) == 1 and as_words(key).split()
    )
    return sum(re.search(one, text, re.IGNORECASE) is not None for one in labels)


def _part_of_day(value: str) -> str:
    found = _CLOCK.search(value) or _HOURS.match(value)
    if found is None:
        return ""
    hour = int(found[1])
    return "evening" if hour >= _EVENING else "afternoon" if hour >= _HALF_A_DAY else "morning"


def _times(time: Mention, text: str) -> Set[str]:
    """A time `HH:MM`, and twelve hours later unless a text has am or pm."""
    if _HALF.search(text):
        return {time.value}
    hour, minute = time.value.split(":")
    return {time.value, f"{(int(hour) + _HALF_A_DAY) % 24:02}:{minute}"}
