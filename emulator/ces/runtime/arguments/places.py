"""Names of places in lower case: "the weather in london"."""

from __future__ import annotations

import re

from emulator.ces.runtime.words import as_words
from emulator.retrieval.text.analysis import is_stop_word
from emulator.retrieval.text.calendar_names import DAYS, MONTHS

_PLACES = re.compile(
    "city|town|place|location|country|region|origin|destination|(?:air)?port|station"
)
# Words after "in" that are no place.
_NO_PLACE = re.compile(
    "(?:general|particular|advance|cash|person|total|fact|short|full|detail|details|private|public"
    "|writing|return|addition|progress|case|time|stock|bulk|hand|mind|order|touch|trouble|charge"
    "|need|use|doubt|danger|debt|future|past|summer|winter|spring|autumn|fall|mornings?"
    "|afternoons?|evenings?|nights?|minutes?|hours?|days?|weeks?|weekends?|months?|years?|today"
    "|tomorrow|tonight|euros?|dollars?|pounds?|cents?|english|german|french|spanish|bed|work|home"
    "|school|excel|please|pls|thanks|now|right|and|or"
    rf"|(?i:{DAYS}|{MONTHS}))"
)
_NAME = rf"(?!{_NO_PLACE.pattern}\b)[^\W\dA-Z][\w'-]{{2,}}"
IN_PLACE = re.compile(
    rf"\b(?:in|near)\s+({_NAME}(?:\s{_NAME})?)\s*(?:[?.!,]|$|\s(?:please|now|right now|today)\b)"
)
"""A possible place after "in" or "near", at the end of a text, in group 1."""


def is_place(name: str) -> bool:
    """Whether a parameter is a place, by its name."""
    return _PLACES.search(as_words(name).lower()) is not None


def may_be_place(said: str) -> bool:
    """Whether words may be the name of a place: none is a stop word."""
    return not any(map(is_stop_word, said.split()))
