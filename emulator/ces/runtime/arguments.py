"""The arguments of a tool, read out of what the user said by the schema of its parameters."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from emulator.ces.runtime.dates import date_in, names_no_day, time_in, without_dates
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import value_of

_TYPES = ces.Schema.Type
_CODE = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[^\W\d])[^\W_][\w-]*")
_DIGITS = re.compile(r"\b\d[\d-]+\b")
_BEGINS = re.compile(r"\b(?:begins?|starts?) with ['\"]?([\w-]+)")
_NUMBER = re.compile(r"(?<![\w.:-])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w:-])")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# What stands after a name: to the next space, or where any text is meant to the next name.
_VALUE = r"\"[^\"]*\"|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w|,\d)|[^\s,;]+"
_ANY_VALUE = r"\"[^\"]*\"|\S.*?(?=[,;]\s*\w+\s*[=:]|\s\w+=|\n|$)"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_QUOTED = re.compile('["\u201c]([^"\u201d]+)["\u201d]')

# What a parameter is about, by the words of its name or its description.
_MAIL, _TIME, _DATE = re.compile("mail"), re.compile("time"), re.compile("date|day")
_PART_OF_DATE = re.compile("time|date|day|year|month|hour|minute")
_CODED = re.compile(r"id\b|_id|number|code|sku|order|ticket|serial|reference|account")
_NAMES = re.compile(r"city|town|place|location|country|region|destination|name")
_ANY_TEXT = (
    "query|question|text|message|request|description|comment|reason|note|details|summary|content|"
    "subject|problem|complaint|feedback"
)
_FREE, _ENDS_FREE = re.compile(_ANY_TEXT), re.compile(rf"(?:{_ANY_TEXT})s?$")
_SUBJECTS = (_MAIL, _TIME, _DATE, _CODED, _NAMES, _FREE)

# One capital word or more; after a word that leads to it, as all there is, or two that are no
# beginning of a sentence.
_WORDS = r"[A-Z][\w'-]+(?:\s+(?:[A-Z][\w'-]*|\d+\b))*"
_PROPER = re.compile(
    rf"(?:\b(?:about|am|and|at|called|for|from|in|is|me|near|of|or|to)|'[ms])\s+({_WORDS})"
    rf"|^\s*({_WORDS})\s*(?:[,.;!?]|$)"
    rf"|(?<=[a-z,] )([A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)+)"
)
_TIMES = frozenset([*calendar.day_name, *calendar.month_name])
# A description that lists what may be said: "Why: damaged, wrong_item or not_wanted."
_ALTERNATIVES = re.compile(
    r"(?:^|[:(]|\bone of)\s*((?:['\"`]?[\w-]+['\"`]?,\s*)*['\"`]?[\w-]+['\"`]?,?\s+or\s+"
    r"['\"`]?[\w-]+['\"`]?)\s*(?:[.;)]|$)",
    re.IGNORECASE,
)
_BEYOND = 1e300
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(slots=True)
class Arguments:
    """What was found, and the names of the required parameters that were not."""

    found: dict[str, Any] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def add(self, others: Mapping[str, Any]) -> None:
        """Take what is missing from others."""
        self.found |= {name: others[name] for name in self.missing if name in others}
        self.missing = [name for name in self.missing if name not in others]


def read_arguments(schema: Message, text: str, variables: Mapping[str, Any]) -> Arguments:
    """The arguments that a text gives; then those that variables of the same names have.

    `name=value` and `name: value` are taken as they stand; of a string with an enum, or whose
    description lists what it may be, the value that the text names; of numbers, dates, times,
    addresses, codes and proper names ("in Oslo"), the first that is not taken yet. What a string is
    about that takes any text is the whole of it.
    """
    read, said = Arguments(), told(schema, text, variables)
    for name, kind in _parameters(schema):
        value = said.get(name)
        if value is None and _takes_all(name, kind):
            value = text.strip() or None
        if value is None:
            value = None if variables.get(name) == "" else variables.get(name)
        if value is None:
            value = _default(kind)
        if value is not None:
            read.found[name] = value
        elif name in schema.required:
            read.missing.append(name)
    return read


def told(
    schema: Message, text: str, variables: Mapping[str, Any], given: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The arguments that a text has without doubt, of those that are not given but by default."""
    read = _Reader(text, str(variables.get("current_date")))
    found = {}
    for name, kind in _parameters(schema):
        if given is None or name not in given or given[name] == _default(kind):
            value = read.value(name, kind)
            if value is not None:
                found[name] = value
    return found


def read_answer(
    schema: Message, text: str, variables: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """What a user says who was asked for the first required argument that is not given.

    It may have others. If it has none, or if the argument may be any text, it is the whole text,
    but for a question, a day that there is not, and a text without a digit where a code or a number
    is meant.
    """
    found = told(schema, text, variables, given)
    asked = next((name for name in schema.required if name not in {*given, *found}), None)
    if asked is not None:
        kind = schema.properties[asked]
        is_no_day = names_no_day(text, str(variables.get("current_date")))
        if _takes_all(asked, kind) or (not found and not is_no_day and _may_be(asked, kind, text)):
            found[asked] = text.strip()
    return found


def _may_be(name: str, kind: Message, text: str) -> bool:
    is_open = kind.type in (_TYPES.STRING, _TYPES.TYPE_UNSPECIFIED) and not kind.enum
    is_question = text.rstrip().endswith("?")
    coded = _CODED.search(_about(name, kind))
    return bool(is_open and text.strip() and not is_question and not coded)


def _takes_all(name: str, kind: Message) -> bool:
    about = _about(name, kind)
    if kind.type != _TYPES.STRING or kind.enum or not _FREE.search(about):
        return False
    return bool(_ENDS_FREE.search(about)) or not any(one.search(about) for one in _SUBJECTS[:-1])


def _default(kind: Message) -> Any:
    return value_of(kind.default) if kind.HasField("default") else None


def _parameters(schema: Message) -> Iterator[tuple[str, Message]]:
    """The required ones first, as they are listed."""
    names = [*schema.required, *sorted(set(schema.properties) - set(schema.required))]
    return ((name, schema.properties[name]) for name in names if name in schema.properties)


class _Reader:
    """Takes values out of a text, each once."""

    def __init__(self, text: str, today: str) -> None:
        self._text = text
        self._today = today
        self._used = set[str]()

    def value(self, name: str, kind: Message) -> Any:
        """The value of a parameter; None if the text has none."""
        value = _named(name, kind, self._text)
        return self._by_type(name, kind) if value is None else value

    def _by_type(self, name: str, kind: Message) -> Any:
        if kind.enum:
            return _said(self._text, kind.enum)
        if kind.type in (_TYPES.INTEGER, _TYPES.NUMBER):
            is_part = _PART_OF_DATE.search(_about(name, kind))
            found = self._first(_NUMBER, self._text if is_part else without_dates(self._text))
            return None if found is None else _converted(kind, found)
        if kind.type == _TYPES.BOOLEAN:
            return _YES_NO.get(self._text.strip(" .!").lower())
        if kind.type != _TYPES.STRING:
            return None
        return next((value for value in self._strings(name, kind) if value), None)

    def _strings(self, name: str, kind: Message) -> Iterator[str | None]:
        """What the text may give for a string, the likeliest first."""
        yield self._first(_QUOTED)
        yield _said(self._text, _alternatives(kind.description))
        if _takes_all(name, kind):
            return
        finders: Mapping[re.Pattern[str], Callable[[], str | None]] = {
            _MAIL: lambda: self._first(_EMAIL),
            _TIME: lambda: self._once(time_in(self._text)),
            _DATE: lambda: self._once(date_in(self._text, self._today)),
            _CODED: lambda: self._code(kind.description),
            _NAMES: lambda: self._first(_PROPER),
        }
        about = _about(name, kind)
        for subject, find in finders.items():
            if subject.search(about):
                yield find()

    def _code(self, description: str) -> str | None:
        """A code, which may have to begin in a certain way."""
        begins = _BEGINS.search(description)
        if begins is None:
            return self._first(_CODE) or self._first(_DIGITS)
        return self._first(re.compile(rf"\b{re.escape(begins[1])}[\w-]+", re.IGNORECASE))

    def _once(self, value: str | None) -> str | None:
        if value is None or value in self._used:
            return None
        self._used.add(value)
        return value

    def _first(self, pattern: re.Pattern[str], text: str = "") -> str | None:
        for found in pattern.finditer(text or self._text):
            value = next(filter(None, found.groups()), None) or found[0]
            if value not in _TIMES and self._once(value):
                return value
        return None


def _named(name: str, kind: Message, text: str) -> Any:
    value = _ANY_VALUE if _takes_all(name, kind) else _VALUE
    found = re.search(rf"\b{re.escape(name)}\b\s*[=:]\s*({value})", text, re.IGNORECASE)
    if found is None:
        return None
    said = found[1]
    return _converted(kind, said.strip('"') if said.startswith('"') else said.rstrip(" .!?"))


def _converted(kind: Message, text: str) -> Any:
    """The text as a value of its kind; None if it is none, or a number out of all range."""
    if kind.type in (_TYPES.INTEGER, _TYPES.NUMBER):
        try:
            digits = _THOUSANDS.sub("", text)
            value = int(digits) if kind.type == _TYPES.INTEGER else float(digits)
        except ValueError:
            return None
        return value if abs(value) < _BEYOND else None  # Not a number is not less either.
    return _YES_NO.get(text.lower()) if kind.type == _TYPES.BOOLEAN else text


def _about(name: str, kind: Message) -> str:
    """What tells what a parameter is about: its name, or if that tells nothing its description."""
    tells = any(subject.search(name.lower()) for subject in _SUBJECTS)
    return name.lower() if tells else kind.description.strip(" .").lower()


def _alternatives(description: str) -> Sequence[str]:
    found = _ALTERNATIVES.search(description)
    return re.findall(r"[\w-]+", re.sub(r"\s+or\s+", ",", found[1])) if found else ()


def _said(text: str, values: Sequence[str]) -> str | None:
    """The first of the values that a text names."""
    words = text.lower().replace("_", " ")
    for value in values:
        if re.search(rf"\b{re.escape(value.lower().replace('_', ' '))}\b", words):
            return value
    return None
