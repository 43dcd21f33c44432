"""Names of places in lower case: "the weather in london", "from oslo to bergen"."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
_IN = re.compile(
    rf"\b(?:in|near)\s+({_NAME}(?:\s{_NAME})?)\s*(?:[?.!,]|$|\s(?:please|now|right now|today)\b)"
)
# A way goes on with its other end, or with the day.
_PART = rf"(?!(?:to|from|via|on|in|at|for|with|and|by|next|this|leaving)\b){_NAME}"
_END = rf"({_PART}(?:\s{_PART})?)(?=\s|[?.!,]|$)"
_FROM = re.compile(rf"\b(?i:from)\s+{_END}")
# "Going to cancel" and "a flight to book" lead nowhere; what was read is blank: "from      to".
_TO = re.compile(
    rf"(?:^|\b(?i:from)\s+(?:[^\W\d][\w'-]+\s+){{0,2}}"
    r"|\b(?:flights?|fly|flying|tickets?|trips?|trains?|bus|buses|travel|travell?ing)\s)"
    rf"\s*to\s+(?!(?:book|cancel|catch|change|move|see)\b){_END}"
)
_ENDS = (
    (re.compile(r"origin|departure|\bfrom\b"), _FROM),
    (re.compile(r"destination|arrival|\bto\b"), _TO),
)


def place_patterns(name: str) -> Sequence[re.Pattern[str]]:
    """The patterns for a place in lower case that a parameter takes, in group 1; none if no place.

    One end of a way follows its own word, "to"; any place follows "in" at the end of a text.
    """
    about = as_words(name).lower()
    if _PLACES.search(about) is None:
        return ()
    return (*(way for words, way in _ENDS if words.search(about)), _IN)


def may_be_place(said: str) -> bool:
    """Whether words may be the name of a place: none is a stop word."""
    return not any(map(is_stop_word, said.split()))
