"""The arguments of a tool, read out of what the user said by the schema of its parameters."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import value_of

_TYPES = ces.Schema.Type
_CODE = re.compile(r"\b(?=[\w-]*\d)[^\W_][\w-]*")
_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?![\w-])")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_QUOTED = re.compile('["\u201c]([^"\u201d]+)["\u201d]')
_FREE = re.compile(
    r"query|question|text|message|request|description|comment|reason|note|details|summary|content"
)
_CODED = re.compile(r"id\b|_id|number|code|sku|order|ticket|serial|reference|account")
_PROPER = re.compile(
    r"\b(?:about|at|called|for|from|in|near|of|to)\s+([A-Z][\w'-]*(?:\s+(?:[A-Z][\w'-]*|\d+\b))*)"
)
_NAMES = re.compile(r"city|town|place|location|country|region|destination|name")
_TIMES = frozenset([*calendar.day_name, *calendar.month_name])
_BEYOND = 1e300
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(slots=True)
class Arguments:
    """What was found, and the names of the required parameters that were not."""

    found: dict[str, Any] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def read_arguments(schema: Message, text: str, variables: Mapping[str, Any]) -> Arguments:
    """The arguments that a text gives; then those that variables of the same names have.

    `name=value` and `name: value` are taken as they stand; of a string with an enum, the value that
    the text names; of numbers, dates, addresses, codes and proper names ("in Oslo"), the first that
    is not taken yet.
    """
    read, used = Arguments(), set[str]()
    for name, kind in _parameters(schema):
        value = _named(name, kind, text)
        if value is None:
            value = _by_type(name, kind, text, used)
        if value is None:
            value = variables.get(name)
        if value is None and kind.HasField("default"):
            value = value_of(kind.default)
        if value is not None:
            read.found[name] = value
        elif name in schema.required:
            read.missing.append(name)
    return read


def _parameters(schema: Message) -> Iterator[tuple[str, Message]]:
    """The required ones first, as they are listed."""
    names = [*schema.required, *sorted(set(schema.properties) - set(schema.required))]
    return ((name, schema.properties[name]) for name in names if name in schema.properties)


def as_answer(name: str, kind: Message, text: str) -> Any:
    """What a user says who was asked for just this parameter; None if it does not fit.

    A question is none, and neither is a text without a digit where a code or number is meant.
    """
    found = _by_type(name, kind, text, set())
    is_open = kind.type in (_TYPES.STRING, _TYPES.TYPE_UNSPECIFIED) and not kind.enum
    if found is not None or not is_open or text.rstrip().endswith("?"):
        return found
    return None if _CODED.search(_about(name, kind)) else text.strip() or None


def _named(name: str, kind: Message, text: str) -> Any:
    pattern = rf"\b{re.escape(name)}\b\s*[=:]\s*(\"[^\"]*\"|[^\s,;]+)"
    found = re.search(pattern, text, re.IGNORECASE)
    return None if found is None else _converted(kind, found[1].strip('"'))


def _converted(kind: Message, text: str) -> Any:
    """The text as a value of its kind; None if it is none, or a number out of all range."""
    if kind.type in (_TYPES.INTEGER, _TYPES.NUMBER):
        try:
            value = int(text) if kind.type == _TYPES.INTEGER else float(text)
        except ValueError:
            return None
        return value if abs(value) < _BEYOND else None  # Not a number is not less either.
    return _YES_NO.get(text.lower()) if kind.type == _TYPES.BOOLEAN else text


def _by_type(name: str, kind: Message, text: str, used: set[str]) -> Any:
    if kind.enum:
        said = text.lower()
        return next((one for one in kind.enum if _says(said, one.lower())), None)
    if kind.type in (_TYPES.INTEGER, _TYPES.NUMBER):
        found = _first(_NUMBER, text, used)
        return None if found is None else _converted(kind, found)
    if kind.type == _TYPES.BOOLEAN:
        return _YES_NO.get(text.strip(" .!").lower())
    if kind.type != _TYPES.STRING:
        return None
    return next((value for value in _strings(_about(name, kind), text, used) if value), None)


def _about(name: str, kind: Message) -> str:
    return f"{name} {kind.description}".lower()


def _says(text: str, value: str) -> bool:
    return re.search(rf"\b{re.escape(value.replace('_', ' '))}\b", text) is not None


def _strings(about: str, text: str, used: set[str]) -> Iterator[str | None]:
    """What the text may give for a string that is about something, the likeliest first."""
    yield _first(_QUOTED, text, used)
    tests: tuple[tuple[bool, Callable[[], str | None]], ...] = (
        ("mail" in about, lambda: _first(_EMAIL, text, used)),
        ("date" in about or "day" in about, lambda: _first(_DATE, text, used)),
        (_CODED.search(about) is not None, lambda: _first(_CODE, text, used)),
        (_NAMES.search(about) is not None, lambda: _first(_PROPER, text, used)),
        (_FREE.search(about) is not None, lambda: text.strip()),
    )
    for fits, find in tests:
        if fits:
            yield find()


def _first(pattern: re.Pattern[str], text: str, used: set[str]) -> str | None:
    for found in pattern.finditer(text):
        value = found[1] if pattern.groups else found[0]
        if value not in used and value not in _TIMES:
            used.add(value)
            return value
    return None
