"""The arguments of a tool, read out of what the user said by the schema of its parameters.

`subjects` tells what a parameter is about, `reading` finds its value in a text: one of a few
`choices`, a number (`numerals`), a date or a time (`dates`), or what looks as `codes` do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from emulator.ces.runtime.arguments.choices import alternatives
from emulator.ces.runtime.arguments.codes import samples
from emulator.ces.runtime.arguments.dates import hour_in, names_no_day, names_some_day
from emulator.ces.runtime.arguments.reading import Reader
from emulator.ces.runtime.arguments.subjects import Subject, is_day, is_open, subject, takes_all
from emulator.ces.runtime.words import spelled, terms
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import value_of

_TYPES = ces.Schema.Type
_WISH = re.compile(
    r"\b(?:please|cancel|actually|instead|make (?:it|that)|(?:can|could) you"
    r"|i(?:['\u2019]d| would)? (?:want|need|like))\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:(?:and|no|nope|oh|ok(?:ay)?|well|sorry|actually|wait|yes|hm+|so|then|um|uh"
    r"|(?:it|that)(?:['\u2019]?s| is)|(?:i|we) (?:mean|meant|think|guess|have|choose|take))"
    r"\b[\s,.:]*)*",
    re.IGNORECASE,
)
_CALLED = re.compile(r"(?:the|my|our|his|her) ((?:\w+ ){1,3})is\b[\s:]*", re.IGNORECASE)
_AFTER = re.compile(r"[\s,]*\b(?:please|pls|thanks|thank you|thx)?[\s.!]*$", re.IGNORECASE)
_LETTERS_AND_DIGITS = re.compile(r"(?=.*\d)(?=.*[^\W\d_])\S+$")
# An e-mail address and a number are no city.
_NO_NAME = re.compile(r"\S+@\S+|[\d\s()+./-]{5,}|[A-Za-z]*-?\d{4,}")


def without(text: str, values: Mapping[str, Any]) -> str:
    """A text without the values that were read out of it."""
    for one in values.values():
        text = re.sub(rf"(?<!\w){re.escape(str(one))}(?!\w)", " ", text)
    return text


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
    return _taken(schema, Reader(text, str(variables.get("current_date")), before or {}), given)


def _taken(schema: Message, reader: Reader, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a reader finds of the arguments that are not given but by default."""
    wanted = [
        (name, kind)
        for name, kind in _parameters(schema)
        if given is None or name not in given or given[name] == _default(kind)
    ]
    surest_first = sorted(wanted, key=lambda one: _certainty(reader, one))
    found = {name: reader.value(name, kind) for name, kind in surest_first}
    return {name: found[name] for name, _ in wanted if found[name] is not None}


def chosen(schema: Message, text: str) -> int:
    """How many arguments are one of a few values that a text has all words of."""
    words, found = terms(text), 0
    for _, kind in _parameters(schema):
        few = kind.enum or alternatives(kind.description) or samples(kind.description)
        found += any(terms(spelled(one)) <= words for one in few if terms(spelled(one)))
    return found


def coded(schema: Message, text: str) -> int:
    """How many arguments are codes of letters and digits that a text has."""
    said = told(schema, text, {})
    kinds = {name: subject(name, schema.properties[name]) for name in said}
    return sum(
        kinds[name] in (Subject.CODED, Subject.SHAPED)
        and _LETTERS_AND_DIGITS.match(value) is not None
        for name, value in said.items()
        if isinstance(value, str)
    )


def _certainty(reader: Reader, parameter: tuple[str, Message]) -> tuple[int, bool, int]:
    """What can be told best comes first: an address is no name, and a day is no number.

    Codes and numbers are told best beside their names: four digits after "limit" are no card's.
    """
    about = subject(*parameter)
    is_any_name = about is Subject.STREET and not reader.has_street()
    told_best = (Subject.FREE if is_any_name else about).value
    return min(told_best, Subject.SHAPED.value), not reader.names(*parameter), told_best


def read_answer(
    schema: Message, text: str, variables: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """What a user says who was asked for the first required argument that is not given.

    It may have others. What takes any text is all of it; what is open is the first part that has
    none of the others, without the words that lead to it: "it's a Golf". It is no question and no
    wish, no address or number where a name is meant, and a day where one is.
    """
    today = str(variables.get("current_date"))
    reader = Reader(text, today, {})
    found = _taken(schema, reader, given)
    asked = next((name for name in schema.required if name not in {*given, *found}), None)
    if asked is None:
        return found
    kind = schema.properties[asked]
    if subject(asked, kind) is Subject.TIME:
        hour = None if found else hour_in(text)
        return found | {asked: hour} if hour else found
    if takes_all(asked, kind):
        return found or {asked: text.strip()}
    is_no_day = names_no_day(text, today) or (is_day(asked, kind) and not names_some_day(text))
    if is_no_day or text.rstrip().endswith("?") or not is_open(asked, kind):
        return found
    if kind.type == _TYPES.ARRAY:
        return found or ({asked: [text.strip()]} if text.strip() else {})
    about = terms(f"{spelled(asked)} {kind.description}")
    said = next(filter(None, (_bare(one, about) for one in reader.left())), "")
    is_no_name = subject(asked, kind) is Subject.NAMES and _NO_NAME.fullmatch(said)
    if not said or is_no_name or _WISH.search(said):
        return found
    return {**found, asked: said}


def _bare(said: str, about: Set[str]) -> str:
    """An answer without the words that lead to it, such as what it is about, and that follow it."""
    rest = _BEFORE.sub("", said, count=1)
    called = _CALLED.match(rest)
    if called is not None and terms(called[1]) & about:
        rest = rest[called.end() :]
    return _AFTER.sub("", rest).strip()


def _default(kind: Message) -> Any:
    return value_of(kind.default) if kind.HasField("default") else None


def _parameters(schema: Message) -> Iterator[tuple[str, Message]]:
    """The required ones first, as they are listed."""
    names = [*schema.required, *sorted(set(schema.properties) - set(schema.required))]
    return ((name, schema.properties[name]) for name in names if name in schema.properties)
