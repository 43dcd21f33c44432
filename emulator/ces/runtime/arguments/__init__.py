"""The arguments of a tool, read out of what the user said by the schema of its parameters.

`subjects` tells what a parameter is about, `reading` finds its value in a text: one of a few
`choices`, a number (`numerals`), a date or a time (`dates`), or what looks as `codes` do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from emulator.ces.runtime.arguments.dates import hour_in, names_no_day, names_some_day
from emulator.ces.runtime.arguments.reading import Reader
from emulator.ces.runtime.arguments.subjects import Subject, is_day, is_open, subject, takes_all
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import value_of

_TYPES = ces.Schema.Type
_WISH = re.compile(
    r"\b(?:please|cancel|actually|instead|make (?:it|that)|(?:can|could) you"
    r"|i(?:['\u2019]d| would)? (?:want|need|like))\b",
    re.IGNORECASE,
)


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
        if value is None and name in schema.required and takes_all(name, kind):
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
    schema: Message,
    text: str,
    variables: Mapping[str, Any],
    given: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The arguments that a text has without doubt, of those that are not given but by default.

    `before` has what they were before, which tells the month of "the 26th".
    """
    wanted = [
        (name, kind)
        for name, kind in _parameters(schema)
        if given is None or name not in given or given[name] == _default(kind)
    ]
    reader = Reader(text, str(variables.get("current_date")), before or {})
    surest_first = sorted(wanted, key=lambda one: _certainty(reader, one))
    found = {name: reader.value(name, kind) for name, kind in surest_first}
    return {name: found[name] for name, _ in wanted if found[name] is not None}


def _certainty(reader: Reader, parameter: tuple[str, Message]) -> tuple[int, bool, int]:
    """What can be told best comes first: an address is no name, and a day is no number.

    Codes and numbers are told best beside their names: four digits after "limit" are no card's.
    """
    told_best = subject(*parameter).value
    return min(told_best, Subject.SHAPED.value), not reader.names(*parameter), told_best


def read_answer(
    schema: Message, text: str, variables: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """What a user says who was asked for the first required argument that is not given.

    It may have others. If it has none it is the whole text, but for a day that there is not, a
    question or a wish unless the argument may be any text, and what names no day where a day is
    meant, nor has a digit where a code or a number is.
    """
    found = told(schema, text, variables, given)
    asked = next((name for name in schema.required if name not in {*given, *found}), None)
    if asked is None:
        return found
    kind = schema.properties[asked]
    about = subject(asked, kind)
    if about is Subject.TIME:
        hour = None if found else hour_in(text)
        return found | {asked: hour} if hour else found
    is_no_day = names_no_day(text, str(variables.get("current_date")))
    is_no_day = is_no_day or (is_day(asked, kind) and not names_some_day(text))
    may_be = not is_no_day and not text.rstrip().endswith("?") and not _WISH.search(text)
    if not found and (takes_all(asked, kind) or (may_be and is_open(asked, kind) and text.strip())):
        found[asked] = [text.strip()] if kind.type == _TYPES.ARRAY else text.strip()
    return found


def _default(kind: Message) -> Any:
    return value_of(kind.default) if kind.HasField("default") else None


def _parameters(schema: Message) -> Iterator[tuple[str, Message]]:
    """The required ones first, as they are listed."""
    names = [*schema.required, *sorted(set(schema.properties) - set(schema.required))]
    return ((name, schema.properties[name]) for name in names if name in schema.properties)
