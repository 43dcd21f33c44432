"""The entity types of parameters, by their schema types, names and descriptions."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from functools import lru_cache

from emulator.ces.runtime.arguments.codes import code_pattern, without_examples
from emulator.ces.runtime.arguments.enums import listed_values
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_TYPES = ces.Schema.Type
_ANY_TEXT = (
    "query|question|text|message|request|description|comment|reason|note|details|summary|content|"
    "subject|problem|complaint|feedback|wish|words"
)
_ENDS_FREE = re.compile(rf"(?:{_ANY_TEXT})(?:s|es)?$")


# "The day of the visit", but not "What to do on that day".
_A_DAY = re.compile(r"(?:(?!of |per )\w+ ){0,2}(?:date|day)s?\b")


class EntityType(enum.Enum):
    """The kind of value that a parameter takes, the surest to recognize first.

    PATTERN is a code of the form that the description describes, CODE any other id or number.
    """

    ENUM = enum.auto()
    EMAIL = enum.auto()
    PHONE = enum.auto()
    TIME = enum.auto()
    DATE = enum.auto()
    PATTERN = enum.auto()
    ADDRESS = enum.auto()
    CODE = enum.auto()
    NUMBER = enum.auto()
    PROPER_NAME = enum.auto()
    ANY_TEXT = enum.auto()
    OTHER = enum.auto()


DISTINCTIVE = (
    EntityType.ENUM,
    EntityType.EMAIL,
    EntityType.PHONE,
    EntityType.TIME,
    EntityType.DATE,
    EntityType.PATTERN,
)
"""Types whose values look like those of no other type, unlike plain words and numbers."""

_MAY_BE_CODES = (
    EntityType.ADDRESS,
    EntityType.CODE,
    EntityType.PROPER_NAME,
    EntityType.OTHER,
)
_RECOGNIZED = (
    EntityType.ENUM,
    EntityType.CODE,
    EntityType.PATTERN,
    EntityType.EMAIL,
    EntityType.PHONE,
)

ID_TERMS = terms("id number code reference")
"""The terms of names for ids of any kind."""

_WORDS_FOR: Mapping[EntityType, re.Pattern[str]] = {
    EntityType.EMAIL: re.compile("mail"),
    EntityType.PHONE: re.compile("phone|mobile"),
    EntityType.TIME: re.compile("time"),
    EntityType.DATE: re.compile(r"(?<!up)(?<!man)(?<!vali)(?<!candi)date|(?<!holi)day"),
    EntityType.ADDRESS: re.compile(r"(?<!ip[_ ])(?<!web[_ ])address|street"),
    EntityType.CODE: re.compile(r"id\b|_id|number|code|sku|order|ticket|serial|reference|account"),
    EntityType.PROPER_NAME: re.compile(
        "city|town|place|location|country|region|origin|destination|station|stop|name|payee|recipient"
        "|(?<![a-z])(?:air)?port(?![a-z])"
    ),
    EntityType.ANY_TEXT: re.compile(_ANY_TEXT),
}


def entity_type(name: str, kind: Message) -> EntityType:
    """The entity type of a parameter, by its schema type, and its name or else its description."""
    return EntityType.ENUM if kind.enum else _entity_type(name, kind.type, kind.description)


@lru_cache(maxsize=4096)
def _entity_type(name: str, kind: int, description: str) -> EntityType:
    if listed_values(description):
        return EntityType.ENUM
    if kind in (_TYPES.INTEGER, _TYPES.NUMBER):
        return EntityType.NUMBER
    if kind not in (_TYPES.STRING, _TYPES.TYPE_UNSPECIFIED):
        return EntityType.OTHER
    about = entity_hint(name, description)
    if _ENDS_FREE.search(about):
        return EntityType.ANY_TEXT
    found = next(
        (one for one, words in _WORDS_FOR.items() if words.search(about)), EntityType.OTHER
    )
    is_pattern = found in _MAY_BE_CODES and code_pattern(description) is not None
    return EntityType.PATTERN if is_pattern else found


def takes_any_text(name: str, kind: Message) -> bool:
    """Whether a parameter takes any text, all that the user says."""
    return kind.type == _TYPES.STRING and entity_type(name, kind) is EntityType.ANY_TEXT


def is_open_ended(name: str, kind: Message) -> bool:
    """Whether any answer to the question for a parameter may be its value."""
    if kind.type == _TYPES.ARRAY:
        return bool(kind.items.type == _TYPES.STRING)
    is_string = kind.type in (_TYPES.STRING, _TYPES.TYPE_UNSPECIFIED)
    return is_string and entity_type(name, kind) not in _RECOGNIZED


def is_day(name: str, kind: Message) -> bool:
    """Whether a parameter is a date by its name, or by the beginning of its description."""
    named = _WORDS_FOR[EntityType.DATE].search(as_words(name).lower())
    begins = _A_DAY.match(kind.description.lower())
    return entity_type(name, kind) is EntityType.DATE and (named or begins) is not None


def entity_hint(name: str, description: str) -> str:
    """The name of a parameter if it tells its type, else its description."""
    words = as_words(name).lower().replace(" ", "_")
    tells = any(one.search(words) for one in _WORDS_FOR.values())
    return words if tells else without_examples(description).strip(" ,.").lower()
