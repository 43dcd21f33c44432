"""Reads the values of single parameters from a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from emulator.ces.runtime.arguments.codes import as_described, code_pattern, example_words
from emulator.ces.runtime.arguments.dates import find_date, without_dates
from emulator.ces.runtime.arguments.entity_types import (
    DISTINCTIVE,
    ID_TERMS,
    EntityType,
    entity_hint,
    entity_type,
)
from emulator.ces.runtime.arguments.enums import enum_value, listed_values
from emulator.ces.runtime.arguments.mentions import Mention
from emulator.ces.runtime.arguments.named_values import YES_NO, converted, named_value
from emulator.ces.runtime.arguments.numerals import NUMBER, as_digits
from emulator.ces.runtime.arguments.places import may_be_place, place_patterns
from emulator.ces.runtime.arguments.proper_names import (
    is_calendar_name,
    leads_to,
    name_patterns,
    names_of_other_directions,
    part_of_person,
)
from emulator.ces.runtime.arguments.rejections import without_rejected
from emulator.ces.runtime.arguments.small_counts import small_count
from emulator.ces.runtime.arguments.times import find_time
from emulator.ces.runtime.words import as_words, terms
from emulator.retrieval.text.analysis import is_stop_word
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_TYPES = ces.Schema.Type
_CODE = re.compile(r"(?<![\w,.])(?=[\w-]*\d)(?=[\w-]*[^\W\d])[^\W_][\w-]*")
_GROUPS = re.compile(r"(?<![\w,.])[A-Z]{0,2}\d{2,4}(?: [A-Z\d]{2,4}){2,}(?![\w])")  # An IBAN.
_DIGITS = re.compile(r"(?<![\w,.])\d[\d-]+\b(?![,.]\d)")
_SUM = re.compile(
    r"[$\u20ac\u00a3]\s?[\d.,]+|\d[\d.,]*\s?(?:[$\u20ac\u00a3%]|(?:euros?|dollars?|pounds?|cents?|percent)\b)"
    r"|\b(?:cost|costs|paid|spent)\s+\d[\d.,]*",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w-])\+?\(?\d(?:[\s()./-]{0,2}\d){5,14}(?![\w-])")
# "My username is jdoe" and "plate KO-LB 77", but not "is wrong".
_SAID = r"[^\s,;.!?]+(?: \d+\b)?"
_NO_VALUE = (
    r"(?:not?|the|an?|my|your|on|in|at|of|still|already|wrong|missing|unknown|lost|gone|locked|blocked"
    r"|invalid|incorrect|correct|different|expired|required|needed|what|which|where|who)\b"
)
_QUOTED = re.compile('["\u201c]\\s*([^"\u201d\\s][^"\u201d]*)["\u201d]')
_AMOUNT = re.compile(r"\d\s*(?:[A-Z]*\s*\b(?:TO|IN|INTO)\s+)?$")  # "20 " and "20 USD TO ".
# "14 Mill Lane" or "Lange Gasse 7b", with a town behind it.
_STREET = re.compile(
    r"\b(?:\d+[a-z]?(?:\s+[A-Z][\w'-]+)+|[A-Z][\w'-]+\.?(?:\s+[A-Z][\w.'-]+)*\s+\d{1,3}[a-z]?\b)"
    r"(?:,?\s+\d{4,5}(?:\s+[A-Z][\w'-]+)?|,\s+[A-Z][\w'-]+(?=\s*(?:[.,;!?]|$)))?"
)
_BORDER = re.compile(r"[,;]|\band\b|$")
_NAME = re.compile(r"[a-z,] [A-Z][\w'-]*[a-z]\s$")  # "At Mill Lane 12", but not "Book 12".
_NEXT = re.compile(r"[\s-]+([^\W\d]+)")
_LAST = re.compile(
    r"([^\W\d]+)(?:\s+(?:id|number|code|reference))?(?:\s+(?:of|is|to|for))?\W*$", re.IGNORECASE
)
_NEAR = 60  # A name may stand this many characters before its value.
_PART_OF_DATE = re.compile("time|date|day|year|month|hour|minute")
_DIGIT = re.compile(r"\d")
_PAST = re.compile("incident|birth|happen|occur|bought|purchase|loss|accident")


class Reader:
    """Reads values from a text; each part of it is read once."""

    def __init__(self, text: str, today: str, before: Mapping[str, Any]) -> None:
        self.text = text
        self._meant = self._rest = without_rejected(text)
        self._today = today
        self._before = before

    def value(self, name: str, kind: Message) -> Any:
        """The value of a parameter; None if the text has none."""
        if entity_type(name, kind) is EntityType.ENUM:
            return enum_value(self.text, kind.enum or listed_values(kind.description))
        value = named_value(name, kind, self.text)
        return self._by_type(name, kind) if value is None else value

    def _by_type(self, name: str, kind: Message) -> Any:
        about = entity_type(name, kind)
        if about is EntityType.NUMBER:
            found = small_count(name, self.text) or self._number(name, kind)
            return None if found is None else converted(kind, found)
        if kind.type == _TYPES.BOOLEAN:
            return YES_NO.get(self.text.strip(" .!").lower())
        if kind.type != _TYPES.STRING:
            return None
        if about in DISTINCTIVE:
            return self._string(about, name, kind)
        return self._quoted() or self._string(about, name, kind)

    def unread_parts(self) -> Iterator[str]:
        """The parts of the text of which nothing was read."""
        start = 0
        for border in _BORDER.finditer(self.text):
            part = self.text[start : border.start()]
            if self._rest[start : border.start()] == self._meant[start : border.start()]:
                yield part.strip()
            start = border.end()

    def has_street(self) -> bool:
        """Whether the text has a street with a number; without one it looks like any name."""
        return _STREET.search(self.text) is not None

    def is_named(self, name: str, kind: Message) -> bool:
        """Whether a number or a code is beside the parameter's name: "10 years"."""
        match entity_type(name, kind):
            case EntityType.NUMBER:
                return any(_is_beside_name(name, one) for one in self._numbers(name, kind))
            case EntityType.PATTERN | EntityType.CODE as about:
                return any(_follows_name(name, one) for one in self._codes(about, kind))
        return False

    def _number(self, name: str, kind: Message) -> str | None:
        numbers = list(self._numbers(name, kind))
        beside = (one for one in numbers if _is_beside_name(name, one))
        found = next(beside, numbers[0] if numbers else None)
        return None if found is None else as_digits(self._take(Mention(found[0], *found.span())))

    def _numbers(self, name: str, kind: Message) -> Iterator[re.Match[str]]:
        is_part = _PART_OF_DATE.search(entity_hint(name, kind.description))
        found = NUMBER.finditer(self._rest if is_part else without_dates(self._rest))
        return (one for one in found if not _NAME.search(_before(one)))

    def _string(self, about: EntityType, name: str, kind: Message) -> str | None:
        match about:
            case EntityType.EMAIL:
                return self._last(_EMAIL)
            case EntityType.PHONE:
                return self._first(_PHONE)
            case EntityType.TIME:
                found = find_time(self._rest)
                return found and self._take(found)
            case EntityType.DATE:
                return self._date(name, kind)
            case EntityType.PATTERN:
                code = self._code(about, name, kind)
                return code and as_described(code, kind.description)
            case EntityType.ADDRESS:
                is_named = "street" in entity_hint(name, kind.description)
                return self._first(_STREET) or (self._name(name) if is_named else None)
            case EntityType.CODE:
                return self._code(about, name, kind)
            case EntityType.PROPER_NAME | EntityType.OTHER:
                own = self._name(name) if about is EntityType.PROPER_NAME else None
                return own or self._said_to_be(name) or self._sample(kind)
        return None

    def _sample(self, kind: Message) -> str | None:
        """An example of the description that the text has."""
        return enum_value(self._rest, example_words(kind.description))

    def _code(self, about: EntityType, name: str, kind: Message) -> str | None:
        codes = list(self._codes(about, kind))
        led = (one for one in codes if _follows_name(name, one))
        found = next(led, codes[0] if codes else None)
        return found and self._take(Mention(found[0], *found.span()))

    def _codes(self, about: EntityType, kind: Message) -> Iterator[re.Match[str]]:
        shaped = code_pattern(kind.description) if about is EntityType.PATTERN else None
        sums = [one.span() for one in _SUM.finditer(self._rest)]
        for pattern in (shaped,) if shaped else (_GROUPS, _CODE, _DIGITS):
            for one in self._found(pattern):
                is_sum = any(start <= one.start() < end for start, end in sums)
                if not (is_sum or self._is_word(one)):
                    yield one

    def _is_word(self, code: re.Match[str]) -> bool:
        """Whether capitals are a word and no code: "NOT", "the USA", or in an all-capital text."""
        said, before = code[0], _before(code)
        if not said.isalpha():
            return False
        is_loud = self.text.isupper() and self.text.strip(" .!?") != said
        is_amount = _AMOUNT.search(before) is not None
        return (is_loud and not is_amount) or is_stop_word(said) or before.endswith("the ")

    def _found(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """The matches of a pattern outside of dates: the "1987" of "4 May 1987" is no code."""
        undated = without_dates(self._rest)
        for found in pattern.finditer(self._rest):
            if undated[slice(*found.span())].strip():
                yield found

    def _name(self, name: str) -> str | None:
        barred = names_of_other_directions(name, self._rest)
        found = (self._first(one, barred, name) for one in name_patterns(name))
        return next(filter(None, found), None) or self._lower(name)

    def _lower(self, name: str) -> str | None:
        mentions = (one for pattern in place_patterns(name) for one in self._found(pattern))
        found = next((one for one in mentions if may_be_place(one[1])), None)
        return found and self._take(Mention(found[1], *found.span(1)))

    def _said_to_be(self, name: str) -> str | None:
        """The value after a name and "is", in any case; without "is" it needs a digit."""
        called = "|".join(map(re.escape, (name, as_words(name), *_head_noun(name))))
        value = rf"(?:\s+is|:)\s+(?!{_NO_VALUE})({_SAID})|\s+(?=\S*\d|\S+ \d)({_SAID})"
        return self._first(re.compile(rf"\b(?:{called})(?:{value})", re.IGNORECASE))

    def _date(self, name: str, kind: Message) -> str | None:
        about = f"{name} {kind.description}".lower()
        month = str(self._before.get(name, ""))
        found = find_date(self._rest, self._today, month, _PAST.search(about) is not None)
        if found and "birth" in about and not _DIGIT.search(self._rest[found.start : found.end]):
            return None  # A date of birth is not "this morning".
        return found and self._take(found)

    def _take(self, found: Mention) -> str:
        """The value of a mention, whose span is not read again."""
        gap = " " * (found.end - found.start)
        self._rest = self._rest[: found.start] + gap + self._rest[found.end :]
        return found.value

    def _quoted(self) -> str | None:
        found = _QUOTED.search(self._rest)
        return found and self._take(Mention(found[1], *found.span()))

    def _first(
        self, pattern: re.Pattern[str], barred: Set[int] = frozenset(), name: str = ""
    ) -> str | None:
        """The first match that is no day or month and does not start at a barred place."""
        for found in self._found(pattern):
            value = next(filter(None, found.groups()), None) or found[0]
            start = found.start() + found[0].index(value)
            if not is_calendar_name(value) and start not in barred:
                own = part_of_person(name, value)
                start += 0 if value.startswith(own) else value.rindex(own)
                return self._take(Mention(own, start, start + len(own)))
        return None

    def _last(self, pattern: re.Pattern[str]) -> str | None:
        """The last match: of two the second corrects the first."""
        found = [Mention(one[0], *one.span()) for one in pattern.finditer(self._rest)]
        return self._take(found[-1]) if found else None


def _head_noun(name: str) -> Sequence[str]:
    """The last word of a name, "seat" of `new_seat`, unless it is one such as "number"."""
    *before, last = as_words(name).split() or [""]
    return [last] if before and not terms(last) & ID_TERMS else []


def _is_beside_name(name: str, number: re.Match[str]) -> bool:
    """Whether a word of a name is right before or after a number: "an amount of 500"."""
    after = _NEXT.match(number.string, number.end())
    is_followed = after is not None and bool(terms(after[1]) & terms(as_words(name)))
    return is_followed or _follows_name(name, number)


def _before(value: re.Match[str]) -> str:
    """The text right before a value."""
    return value.string[max(0, value.start() - _NEAR) : value.start()]


def _follows_name(name: str, value: re.Match[str]) -> bool:
    """Whether a value follows a word of a name: "patient id P-7"."""
    before = _LAST.search(_before(value))
    if before is None:
        return False
    way = before[0].split()[-1].lower()
    return leads_to(name, way) or bool(terms(before[1]) & terms(as_words(name)))
