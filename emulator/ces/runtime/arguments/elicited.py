"""The argument that a user was asked for, in the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from typing import Any

from emulator.ces.runtime.arguments.dates import has_impossible_date, has_vague_date
from emulator.ces.runtime.arguments.entity_types import (
    EntityType,
    entity_type,
    is_day,
    is_open_ended,
    takes_any_text,
)
from emulator.ces.runtime.arguments.extraction import extracted_by
from emulator.ces.runtime.arguments.reader import Reader
from emulator.ces.runtime.arguments.times import bare_hour
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
    r"\S+@\S+|[\d\s()+./-]{5,}|[A-Za-z]*-?\d{4,}|[A-Za-z]{1,4}-?\d{2,}"
    r"|.*\b(?:the|that|this) (?:\w+ )?one\b.*"
    r"|(?:for|with|from|about) (?:my|our|his|her|their|the|an?|me|us)\b.*"
    # "We'll be five" and "it is for my son" tell something of somebody.
    r"|(?:i|we|you|they|he|she|it|there)(?:['\u2019](?:ll|re|ve|d|m|s)\b|\s+(?:will|would|can|need"
    r"|want|have|has|are|is|am|was|were)\b).*",
    re.IGNORECASE,
)


def read_answer(
    schema: Message, text: str, variables: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of an answer to the question for the first required one that is not given.

    A parameter that takes any text has all of the answer. An open-ended one has the first part
    without other arguments, less its lead-in: "it's a Golf". That is no question and no wish, no
    address or number for a proper name, and a date for a day.
    """
    today = str(variables.get("current_date"))
    reader = Reader(text, today, {})
    found = extracted_by(schema, reader, given)
    asked = next((name for name in schema.required if name not in {*given, *found}), None)
    if asked is None:
        return found
    kind = schema.properties[asked]
    if entity_type(asked, kind) is EntityType.TIME:
        value: Any = None if found else bare_hour(text)
    elif takes_any_text(asked, kind):
        value = None if found else text.strip()
    elif not _may_be_answer(text, today, asked, kind):
        value = None
    elif kind.type == _TYPES.ARRAY:
        value = None if found or not text.strip() else [text.strip()]
    else:
        is_last = not found and {*schema.required} <= {*given, asked}
        value = _open_answer(reader, asked, kind, is_last)
    return found if value is None else {**found, asked: value}


def _may_be_answer(text: str, today: str, name: str, kind: Message) -> bool:
    """Whether a text may answer for an open-ended parameter; a day needs a vague date."""
    if text.rstrip().endswith("?") or not is_open_ended(name, kind):
        return False
    is_no_day = is_day(name, kind) and not has_vague_date(text)
    return not (is_no_day or has_impossible_date(text, today))


def _open_answer(reader: Reader, name: str, kind: Message, is_last: bool) -> str | None:
    """The first unread part, unless it is a wish, or cannot be a name where one is needed.

    All of them for the last argument that is missing, "the sofa and two chairs", but for a name.
    """
    about = terms(f"{as_words(name)} {kind.description}")
    is_any = is_last and entity_type(name, kind) is EntityType.OTHER
    parts = [reader.text] if is_any else reader.unread_parts()
    said = next(filter(None, (_without_lead_in(one, about) for one in parts)), "")
    is_no_name = entity_type(name, kind) is EntityType.PROPER_NAME and _NO_NAME.fullmatch(said)
    return None if not said or is_no_name or _WISH.search(said) else said


def _without_lead_in(said: str, about: Set[str]) -> str:
    """An answer without the words before and after it, such as the parameter's name."""
    rest = _BEFORE.sub("", said, count=1)
    called = _CALLED.match(rest)
    if called is not None and terms(called[1]) & about:
        rest = rest[called.end() :]
    return _AFTER.sub("", rest).strip()


def without_values(text: str, values: Mapping[str, Any]) -> str:
    """A text without these values."""
    for one in values.values():
        is_whole = isinstance(one, float) and one.is_integer()
        said = re.escape(str(int(one) if is_whole else one))
        text = re.sub(rf"(?<!\w){said}(?!\w)", " ", text)
    return text
