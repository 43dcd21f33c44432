"""Questions that name first what they go on to ask of: "The bank? When does it open?"."""

from __future__ import annotations

import re

from emulator.answering.rephrasing.coreference.context_dependence import (
    PRONOUN,
    THERE,
    is_personal_pronoun,
)
from emulator.answering.rephrasing.noun_phrases import AUXILIARY, replace_with_name
from emulator.answering.rephrasing.topics import content_words
from emulator.retrieval.text.analysis import is_stop_word
from emulator.retrieval.text.grammatical_number import is_plural

_WORD = r"[^\W_][\w'\u2019-]*"
_FRONTED = re.compile(
    r"(?:(?:and|but|so|now|ok|okay)[, ]+)*"
    r"(?:(?:and|but|what about|how about|as for|regarding|speaking of|back to)[, ]+"
    r"|(?=[^?]+\? ))"
    rf"(?P<thing>(?:(?:the|an?|my|our|your|this|that) )?{_WORD}(?: {_WORD}){{0,3}})(?:,| -|:|\?) "
    r"(?P<question>(?:(?:in|on|at|for|to|from|with) )?"
    rf"(?:who|whose|what|when|where|why|which|how|{AUXILIARY})\b.+)",
    re.IGNORECASE,
)
_ARTICLES = ("the", "a", "an", "my", "our", "your", "this", "that")
_ONE = ("this", "that")
_TIME = re.compile(
    r"(?:(?:the|this|that) )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun|week|holi|to)days?|weekends?"
    r"|tomorrow|tonight)$|(?:since|within|without) ",
    re.IGNORECASE,
)
# "how long is that", "how do I open that"; "that" may also open a clause.
_THAT = re.compile(
    rf"\b(?:(?:{AUXILIARY}|of|for|about) (?P<subject>that|this|those|these)(?=[?.! ]|$)"
    r"|(?P<object>that|this|those|these)(?=[?.! ]*$| (?:with|without|from|on|off|up)\b))",
    re.IGNORECASE,
)


def undo_fronting(query: str) -> str:
    """Return the question with the thing in its place: "When does the bank open?".

    A question that says what it asks of, or has no place for the thing, is left as it is.
    """
    found = _FRONTED.fullmatch(query)
    if found is None or not _names_thing(found["thing"]):
        return query
    thing, question = _inside_sentence(found["thing"]), found["question"]
    if (that := _THAT.search(question)) is not None:
        start, end = that.span("subject" if that["subject"] else "object")
        if is_plural(thing) and question[start:end].lower() in _ONE:
            return query
        return _opened(question[:start] + thing + question[end:])
    if there := THERE.search(question):
        return _opened(f"{question[: there.start()]}at {thing}{question[there.end() :]}")
    pronoun = PRONOUN.search(question)
    if pronoun is None or is_personal_pronoun(pronoun):
        return query
    return _opened(replace_with_name(question, pronoun, thing))


def _names_thing(words: str) -> bool:
    """Whether words name a thing, not when, where or whether: "on Sundays", "if I cancel"."""
    first = words.partition(" ")[0].lower()
    opens = first in _ARTICLES or not is_stop_word(first)
    return opens and not _TIME.match(words) and bool(content_words(words))


def _inside_sentence(thing: str) -> str:
    first, space, rest = thing.partition(" ")
    return f"{first.lower()}{space}{rest}" if first.lower() in _ARTICLES else thing


def _opened(question: str) -> str:
    return question[0].upper() + question[1:]
