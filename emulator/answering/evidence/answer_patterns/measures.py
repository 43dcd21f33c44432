"""How amounts are written: a number with the unit of what is measured.

Patterns are of sentences in lower case, in which a search is twice as fast as one of any case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from functools import lru_cache

from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.retrieval.text.calendar_names import MONTHS

NUMBER_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    "|sixteen|seventeen|eighteen|nineteen|twenty(?:-\\w+)?|thirty(?:-\\w+)?|forty(?:-\\w+)?"
    "|fifty(?:-\\w+)?|sixty(?:-\\w+)?|seventy(?:-\\w+)?|eighty(?:-\\w+)?|ninety(?:-\\w+)?|dozen"
    "|hundreds?|thousands?|millions?|billions?|trillions?|half|third|quarter|twice|once|zero|none"
    "|unlimited"
)
# Digits are read from the first to the last, however many there are.
_NUMBER = rf"(?:\d(?<![\d.,]\d)[\d.,]*+|\b(?:{NUMBER_WORDS})\b)"
SPAN = "(?:second|minute|hour|day|night|week|month|year|decade|centur(?:y|ie))s?"
# "480 devices a week" is no time that something takes, "half an hour" is.
_RATE = r"\w+s (?:an?|per|each|every)\b"
_SPANS = (
    rf"{_NUMBER}(?:[ -](?!and\b|{_RATE})\w+){{0,2}}[ -]{SPAN}\b|\b{SPAN}\)?:? \d"
    r"|(?<!\d{3})\d(?:[hs]| ?(?:ms|secs?|mins?|hrs?))\b"
)
_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?"
_CLOCK = (
    r"\d ?[ap]\.?m\b|\b\d{1,2}[:.]\d\d\b"
    r"|\b(?:o'clock|noon|midday|midnight|sunrise|sunset|dawn|dusk|day and night|any time|always)\b"
)
# "after four weeks", "two days before it"; "28 days of leave" says nothing of when.
_OCCASION = (
    r"\b(?:after|during|within|before|in|until|for) (?:(?:the|first|about|at least|another) ){0,2}"
    rf"(?:{_SPANS})"
    rf"|(?:{_SPANS}) (?:after|before|later|ahead|earlier|from)\b"
    r"|\b(?:by|from|on|until) the (?:(?:\w+ ){0,2}(?:day|week|month|year)|\d{1,2}(?:st|nd|rd|th))\b"
)
# With its host: the letters at the sign may be stop words, which are no news.
_ADDRESS = r"\w@\w[\w.-]*"
_MONEY = "dollar|euro|eur|usd|gbp|pound|cent|pence|franc|yen|yuan|rupee|crown"
_LENGTH = "(?:[munkc]?m|(?:kilo|centi|milli)?met(?:re|er)s?|miles?|yards?|feet|foot|ft|inch(?:es)?)"
# How long a text is: "at least 14 characters".
_TEXT_LENGTH = "(?:characters?|letters?|digits?|words?|lines?|pages?|bits?|bytes?)"
_WEIGHT = "(?:k?g|(?:kilo)?gram(?:me)?s?|tons?|tonnes?|pounds?|lbs?|ounces?|oz|stone)"
_HAS_TO_BE = "(?:must|should|shall|(?:have|has|need|needs) to) be"
_SIZES = rf"(?:(?:{_MONEY})s?|{_LENGTH}|{_WEIGHT})"


def _units(units: str) -> str:
    """A number before such a unit, or the unit in the name of a field: "Height (mm): 34"."""
    return rf"{_NUMBER}[ -]?(?:\w+[ -])?{units}\b|\b{units}\)?:? \d"


_SOURCES = {
    AnswerType.COUNT: rf"{_NUMBER}|\b(?:single|pair|several|majority)\b",
    AnswerType.MONEY: (
        r"[$\u00a3\u20ac\u00a5\u20b9] ?\d|\d ?[$\u00a3\u20ac\u00a5\u20b9%]"
        rf"|{_NUMBER}(?:[ -]\w+)? ?(?:{_MONEY}|per ?cent)s?\b"
        r"|\b(?:prices?|costs?|fees?|eur|usd|gbp)\b[^.]{0,80}\d"
        r"|\b(?:free|(?:costs?|pays?|for) nothing|included|complimentary)\b"
        r"|\b(?:(?:no|without|extra) (?:\w+ )?charge|charged? (?:for|extra))\b"
    ),
    AnswerType.DURATION: (
        rf"{_SPANS}|{_units(_LENGTH)}|{_NUMBER} {_TEXT_LENGTH}\b"
        r"|(?<!-)\b\d{4}s? ?(?:-|\u2013|to|until|and) ?\d{2,4}\b(?!-\d)"
        rf"|\b(?:until|till|since|for ?ever|for life|overnight|immediately|at once"
        rf"|(?:(?<!s )|(?<=takes )|(?<=lasts ))an? {SPAN})\b"
    ),
    AnswerType.FREQUENCY: (
        r"\b(?:every|each|per|daily|hourly|weekly|monthly|quarterly|yearly|annual(?:ly)?|once|twice"
        rf"|times|always|never|often|usually|sometimes|regularly|rarely|continuously|constantly"
        rf"|intervals?|an? {SPAN}|{_WEEKDAY}|rare|(?:very |un)?common)\b|\b\d+ in \d"
    ),
    AnswerType.CLOCK: rf"{_CLOCK}|\b24 hours\b|\b(?:from|at|until|by|between) {_NUMBER}\b",
    AnswerType.SCHEDULE: (
        rf"{_CLOCK}|{_OCCASION}|\b(?:{_WEEKDAY}|spring|summer|autumn|winter|daily|within an? {SPAN}"
        r"|every (?:day|week|month|year)|immediately|at once|20\d\d)\b|\buntil \w+ \w+"
    ),
    AnswerType.AGE: (
        rf"\bage[ds]?\b|\bborn\b|{_SPANS}|\b(?:1\d|20)\d\d\b"
        rf"|\b(?:over|under|between|least|from|{_HAS_TO_BE}) {_NUMBER}"
        rf"(?![ -]?(?:%|per ?cent|degree|{_SIZES}\b))"
    ),
    AnswerType.SHARE: (
        rf"%|\bper ?cent|{_NUMBER} (?:out of|in|of) (?:\w+ )?{_NUMBER}"
        r"|\b(?:half|thirds?|quarters?|majority|most|all|none)\b"
    ),
    AnswerType.DISTANCE: rf"{_units(_LENGTH)}|{_SPANS}",
    AnswerType.LENGTH: _units(_LENGTH),
    AnswerType.WEIGHT: rf"{_units(_WEIGHT)}|\bweight\b[^.]{{0,80}}\d",
    AnswerType.TEMPERATURE: rf"\u00b0|{_NUMBER} (?:degrees?|celsius|fahrenheit|kelvin|[cfk])\b",
    AnswerType.PHONE: (
        r"\d[\d ()/-]{4,20}\d|\b(?:number|extension|call|dial)\b[^.]{0,80}(?<![\w-])\d{3}"
    ),
    AnswerType.EMAIL: _ADDRESS,
    AnswerType.CONTACT: (
        rf"{_ADDRESS}|\+\d[\d ()/-]{{5,20}}\d|\bcontact form\b"
        r"|\b(?:write to|e-?mail|call|chat|dial|phone|telephone)\b"
    ),
}

_COMPARATIVES = (
    "more",
    "less",
    "extra",
    "longer",
    "shorter",
    "later",
    "cheaper",
    "higher",
    "lower",
)
# "32 euros more", "one day longer", but not "one or more".
_DIFFERENCE = re.compile(
    rf"{_NUMBER}(?:[ -](?!(?:and|no|not|or)\b)\w+){{1,3}} (?:{'|'.join(_COMPARATIVES)})\b"
)

# What makes a number count nothing: it is of a date, a clock, a version, a place in a text or a
# name, or of a unit, or picks one out of many.
_UNCOUNTED = re.compile(r"(?:1\d|20)\d\d|\d+(?:\.\d+){2,}|once")
_UNIT = re.compile(
    rf"[a-z:]| ?(?:[%\u00b0]|per ?cent|degrees?|{_MONEY})|(?:[ -](?!of\b|and\b)\w+)?[ -]{SPAN}\b"
    rf"|(?: of)? (?:{MONTHS.lower()})\b|(?<=\bone)(?: of\b|-[a-z])"
)
_JOINED = frozenset("$\u00a3\u20ac\u00a5\u20b9:.-_/")
_AFTER_LEAD = re.compile(
    rf".*\b(?:{MONTHS.lower()}|sections?|chapters?|appendix|pages?|figures?|tables?|steps?|versions?"
    r"|releases?) "
)
_LONGEST_LEAD = len("September ")


def asks_difference(words: Set[str]) -> bool:
    """Whether a question with such words asks how much more or less something is."""
    return not words.isdisjoint(_COMPARATIVES)


@lru_cache(maxsize=4096)  # The same sentences are looked at for one question after another.
def is_difference(sentence: str) -> bool:
    """Whether an amount tells how much more or less something is, and not how much."""
    return _DIFFERENCE.search(sentence.lower()) is not None


def unit_behind(number: re.Match[str]) -> str | None:
    """What a number in a text in lower case is of, if it is no count of things: "%", " hours"."""
    text, (start, end) = number.string, number.span()
    before = text[start - 1 : start]
    if before in _JOINED or before.isalnum() or _UNCOUNTED.fullmatch(number[0].rstrip(".,")):
        return number[0]
    if _AFTER_LEAD.fullmatch(text, max(0, start - _LONGEST_LEAD), start):
        return number[0]
    unit = _UNIT.match(text, end)
    return unit and unit[0]


MEASURES: Mapping[AnswerType, re.Pattern[str]] = {
    kind: re.compile(source) for kind, source in _SOURCES.items()
}
"""What an answer to a question of a kind holds."""

CASED_MEASURES: Mapping[AnswerType, re.Pattern[str]] = {
    AnswerType.MONEY: re.compile(r"\b[A-Z]{3} \d"),
    AnswerType.SCHEDULE: re.compile(rf"\b(?:{MONTHS})\b"),
}
"""What it may hold that is told by its capitals."""
