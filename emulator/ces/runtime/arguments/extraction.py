"""The arguments that a text has for all parameters of a tool."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from emulator.ces.runtime.arguments.codes import example_words
from emulator.ces.runtime.arguments.entity_types import EntityType, entity_type, takes_any_text
from emulator.ces.runtime.arguments.enums import listed_values
from emulator.ces.runtime.arguments.reader import Reader
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message
from emulator.surface.wellknown import value_of

_LETTERS_AND_DIGITS = re.compile(r"(?=.*\d)(?=.*[^\W\d_])\S+$")
_NAME = re.compile(r"\bname\b", re.IGNORECASE)


@dataclass(slots=True)
class Arguments:
    """The arguments that were found, and the names of the required parameters without one."""

    found: dict[str, Any] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def add(self, others: Mapping[str, Any]) -> None:
        """Add the missing arguments that `others` have."""
        self.found |= {name: others[name] for name in self.missing if name in others}
        self.missing = [name for name in self.missing if name not in others]


def read_arguments(schema: Message, text: str, variables: Mapping[str, Any]) -> Arguments:
    """The arguments of a text; then those of variables with the names of parameters.

    `name=value` and `name: value` are read as they stand. An enum, or a parameter whose description
    lists its values, has the value that the text names. A number, date, time, address, code or
    proper name ("in Oslo") is the first in the text that no other parameter has. A required
    parameter that takes any text has all of it.
    """
    read, said = Arguments(), extracted(schema, text, variables)
    for name, kind in _parameters(schema):
        value = said.get(name)
        if value is None and name in schema.required and takes_any_text(name, kind):
            value = text.strip() or None
        if value is None:
            value = _of_variable(name, kind, variables)
        if value is None:
            value = _default(kind)
        if value is not None:
            read.found[name] = value
        elif name in schema.required:
            read.missing.append(name)
    return read


def _of_variable(name: str, kind: Message, variables: Mapping[str, Any]) -> Any:
    """The variable of a name; of `child_name` too for a `child` that is described as a name."""
    value = variables.get(name)
    if value in (None, "") and _NAME.search(kind.description):
        value = variables.get(f"{name}_name")
    return None if value == "" else value


def extracted(
    schema: Message,
    text: str,
    variables: Mapping[str, Any],
    given: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The arguments that a text certainly has.

    Parameters in `given` are left out unless they have their default there. `before` are the
    earlier arguments, which tell the month of "the 26th".
    """
    return extracted_by(
        schema, Reader(text, str(variables.get("current_date")), before or {}), given
    )


def extracted_by(
    schema: Message, reader: Reader, given: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The arguments that a reader finds, without those `given` as in `extracted`."""
    wanted = [
        (name, kind)
        for name, kind in _parameters(schema)
        if given is None or name not in given or given[name] == _default(kind)
    ]
    names = {name for name, _ in wanted}
    for name, kind in _parameters(schema):
        if name not in names and reader.is_named(name, kind):
            reader.value(name, kind)  # "Five adults" are no children.
    surest_first = sorted(wanted, key=lambda one: _reading_order(reader, one))
    found = {name: reader.value(name, kind) for name, kind in surest_first}
    return {name: found[name] for name, _ in wanted if found[name] is not None}


def count_enum_values(schema: Message, text: str) -> int:
    """How many parameters have an enum or example value of which a text has all words."""
    words, found = terms(text), 0
    for _, kind in _parameters(schema):
        few = kind.enum or listed_values(kind.description) or example_words(kind.description)
        found += any(terms(as_words(one)) <= words for one in few if terms(as_words(one)))
    return found


def count_codes(schema: Message, text: str) -> int:
    """How many arguments of a text are codes with both letters and digits."""
    if not any(map(_LETTERS_AND_DIGITS.match, text.split())):
        return 0
    said = extracted(schema, text, {})
    kinds = {name: entity_type(name, schema.properties[name]) for name in said}
    return sum(
        kinds[name] in (EntityType.CODE, EntityType.PATTERN)
        and _LETTERS_AND_DIGITS.match(value) is not None
        for name, value in said.items()
        if isinstance(value, str)
    )


def _reading_order(reader: Reader, parameter: tuple[str, Message]) -> tuple[int, bool, int]:
    """The sort key of parameters: the surest types first, then those named in the text.

    An address is so not read as a name, nor four digits after "limit" as those of a card.
    """
    about = entity_type(*parameter)
    is_any_name = about is EntityType.ADDRESS and not reader.has_street()
    told_best = (EntityType.ANY_TEXT if is_any_name else about).value
    return min(told_best, EntityType.PATTERN.value), not reader.is_named(*parameter), told_best


def _default(kind: Message) -> Any:
    return value_of(kind.default) if kind.HasField("default") else None


def _parameters(schema: Message) -> Iterator[tuple[str, Message]]:
    """The required parameters in the schema's order, then the others by name."""
    names = [*schema.required, *sorted(set(schema.properties) - set(schema.required))]
    return ((name, schema.properties[name]) for name in names if name in schema.properties)
