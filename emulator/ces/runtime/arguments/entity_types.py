"""What single parameters are about, by their types, names and descriptions."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from functools import lru_cache

from emulator.ces.runtime.arguments.codes import shape, without_examples
from emulator.ces.runtime.arguments.enums import alternatives
from emulator.ces.runtime.words import spelled, terms
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


class Subject(enum.Enum):
    """What a parameter is about, what a text tells best first."""

    CHOICE = enum.auto()
    MAIL = enum.auto()
    PHONE = enum.auto()
    TIME = enum.auto()
    DATE = enum.auto()
    SHAPED = enum.auto()
    STREET = enum.auto()
    CODED = enum.auto()
    NUMBER = enum.auto()
    NAMES = enum.auto()
    FREE = enum.auto()
    OTHER = enum.auto()


DISTINCT = (
    Subject.CHOICE,
    Subject.MAIL,
    Subject.PHONE,
    Subject.TIME,
    Subject.DATE,
    Subject.SHAPED,
)
"""What looks like nothing else: no plain word or number."""


KINDS_OF_CODES = terms("id number code reference")
"""The terms for what tells one thing of its kind from another, whatever it is."""

_WORDS_FOR: Mapping[Subject, re.Pattern[str]] = {
    Subject.MAIL: re.compile("mail"),
    Subject.PHONE: re.compile("phone|mobile"),
    Subject.TIME: re.compile("time"),
    Subject.DATE: re.compile(r"(?<!up)(?<!man)(?<!vali)(?<!candi)date|(?<!holi)day"),
    Subject.STREET: re.compile(r"(?<!ip[_ ])(?<!web[_ ])address|street"),
    Subject.CODED: re.compile(r"id\b|_id|number|code|sku|order|ticket|serial|reference|account"),
    Subject.NAMES: re.compile(
        "city|town|place|location|country|region|origin|destination|station|stop|name|payee|recipient"
        "|(?<![a-z])(?:air)?port(?![a-z])"
    ),
    Subject.FREE: re.compile(_ANY_TEXT),
}


def subject(name: str, kind: Message) -> Subject:
    """What a parameter is about, by its type, and its name or else its description."""
    return Subject.CHOICE if kind.enum else _subject(name, kind.type, kind.description)


@lru_cache(maxsize=4096)
def _subject(name: str, kind: int, description: str) -> Subject:
    if alternatives(description):
        return Subject.CHOICE
    if kind in (_TYPES.INTEGER, _TYPES.NUMBER):
        return Subject.NUMBER
    if kind not in (_TYPES.STRING, _TYPES.TYPE_UNSPECIFIED):
        return Subject.OTHER
    about = about_of(name, description)
    if _ENDS_FREE.search(about):
        return Subject.FREE
    found = next((one for one, words in _WORDS_FOR.items() if words.search(about)), Subject.OTHER)
    is_code = found in (Subject.STREET, Subject.CODED, Subject.NAMES, Subject.OTHER)
    return Subject.SHAPED if is_code and shape(description) else found


def takes_all(name: str, kind: Message) -> bool:
    """Whether a parameter takes any text: all that the user says."""
    return kind.type == _TYPES.STRING and subject(name, kind) is Subject.FREE


def is_open(name: str, kind: Message) -> bool:
    """Whether what a user answers may be the value although nothing in it tells so."""
    if kind.type == _TYPES.ARRAY:
        return bool(kind.items.type == _TYPES.STRING)
    is_string = kind.type in (_TYPES.STRING, _TYPES.TYPE_UNSPECIFIED)
    told = (Subject.CHOICE, Subject.CODED, Subject.SHAPED, Subject.MAIL, Subject.PHONE)
    return is_string and subject(name, kind) not in told


def is_day(name: str, kind: Message) -> bool:
    """Whether nothing but a day is meant: the name tells so, or how the description begins."""
    named = _WORDS_FOR[Subject.DATE].search(spelled(name).lower())
    begins = _A_DAY.match(kind.description.lower())
    return subject(name, kind) is Subject.DATE and (named or begins) is not None


def about_of(name: str, description: str) -> str:
    """What tells what a parameter is about."""
    words = spelled(name).lower().replace(" ", "_")
    tells = any(one.search(words) for one in _WORDS_FOR.values())
    return words if tells else without_examples(description).strip(" ,.").lower()
