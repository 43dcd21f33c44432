"""What a user says who was asked for an argument."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from typing import Any

from emulator.ces.runtime.arguments.dates import names_no_day, names_some_day
from emulator.ces.runtime.arguments.entity_types import (
    EntityType,
    entity_type,
    is_day,
    is_open_ended,
    takes_any_text,
)
from emulator.ces.runtime.arguments.extraction import extracted_by
from emulator.ces.runtime.arguments.reader import Reader
from emulator.ces.runtime.arguments.times import hour_in
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_TYPES = ces.Schema.Type
_WISH = re.compile(
    r"\b(?:please|cancel|actually|instead|make (?:it|that)|(?:can|could) you"
    r"|i(?:['\u2019]d| would)? (?:want|need|like)|i(?:['\u2019]ll| will))\b",
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
# An e-mail address and a number are no city, and "the one at 9" is nobody's name.
_NO_NAME = re.compile(
    r"\S+@\S+|[\d\s()+./-]{5,}|[A-Za-z]*-?\d{4,}|.*\b(?:the|that|this) (?:\w+ )?one\b.*",
    re.IGNORECASE,
)


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
    found = extracted_by(schema, reader, given)
    asked = next((name for name in schema.required if name not in {*given, *found}), None)
    if asked is None:
        return found
    kind = schema.properties[asked]
    if entity_type(asked, kind) is EntityType.TIME:
        value: Any = None if found else hour_in(text)
    elif takes_any_text(asked, kind):
        value = None if found else text.strip()
    elif not _may_be(text, today, asked, kind):
        value = None
    elif kind.type == _TYPES.ARRAY:
        value = None if found or not text.strip() else [text.strip()]
    else:
        value = _open(reader, asked, kind)
    return found if value is None else {**found, asked: value}


def _may_be(text: str, today: str, name: str, kind: Message) -> bool:
    """Whether a text may be the value of what is open: no question, and a day where one is."""
    if text.rstrip().endswith("?") or not is_open_ended(name, kind):
        return False
    is_no_day = is_day(name, kind) and not names_some_day(text)
    return not (is_no_day or names_no_day(text, today))


def _open(reader: Reader, name: str, kind: Message) -> str | None:
    """The first part of which nothing was taken, unless it is a wish, or no name is one."""
    about = terms(f"{as_words(name)} {kind.description}")
    said = next(filter(None, (_bare(one, about) for one in reader.left())), "")
    is_no_name = entity_type(name, kind) is EntityType.PROPER_NAME and _NO_NAME.fullmatch(said)
    return None if not said or is_no_name or _WISH.search(said) else said


def _bare(said: str, about: Set[str]) -> str:
    """An answer without the words that lead to it, such as what it is about, and that follow it."""
    rest = _BEFORE.sub("", said, count=1)
    called = _CALLED.match(rest)
    if called is not None and terms(called[1]) & about:
        rest = rest[called.end() :]
    return _AFTER.sub("", rest).strip()


def without_values(text: str, values: Mapping[str, Any]) -> str:
    """A text without the values that were read out of it."""
    for one in values.values():
        text = re.sub(rf"(?<!\w){re.escape(str(one))}(?!\w)", " ", text)
    return text
