"""Questions that vary one part of the question before them: "What about Germany?"."""

from __future__ import annotations

import re
from typing import NamedTuple

from emulator.answering.names import full_names
from emulator.answering.rephrasing.topics import content_words, topic_of
from emulator.retrieval.analysis import is_stop_word

_VARIATION = re.compile(
    r"(?:(?:and|or|but|so|ok|okay)[, ]+)*(?:what about|how about|and|or)[, ]+"
    r"(?P<preposition>(?:of|in|for|at|on|from|to|with|by|during|after|before|under) )?"
    r"(?P<article>the |an? )?(?P<part>[^?.!]+)[?.! ]*",
    re.IGNORECASE,
)
# What follows is a question of its own.
_CLAUSE = re.compile(
    r"\b(?:who|whose|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|will|"
    r"would|should|has|have|had|it|they|its|their|he|she)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<= )\d\S*$")
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_APPENDED = re.compile(r" \([^()]+\)\??$")
_ARTICLE = "(?:the|an?|my|our|your) "
_WORDS = r"(?P<words>[^\W\d_][\w'\u2019-]*(?: [^\W\d_][\w'\u2019-]*)*)"
# "does the clinic open": a verb follows what it is asked of, as none does after "is".
_SUBJECT = re.compile(
    rf"\b(?:do|does|did|can|could|may|must|should|will|would|has|have|had) (?:{_ARTICLE})?{_WORDS}",
    re.IGNORECASE,
)
# What a question is asked of, or what comes last: "When can I visit the unit?".
_PLACES = (
    re.compile(rf"\bof (?:{_ARTICLE})?{_WORDS}$", re.IGNORECASE),
    re.compile(rf"\b(?:is|are|was|were) (?:{_ARTICLE})?{_WORDS}", re.IGNORECASE),
    _SUBJECT,
    re.compile(rf".*\b{_ARTICLE}{_WORDS}", re.IGNORECASE),
)
_LONGEST_PART = 6
# Real questions are far shorter.
_LONGEST = 1_000
# A question with more words of its own may speak of several things.
_CLEAR = 3


class Variation(NamedTuple):
    """An earlier question with another part, and the words of which that takes the place."""

    text: str
    instead_of: str = ""

    @property
    def alone(self) -> str:
        """The question with these words in brackets: of them the new part may be a part."""
        return f"{self.text[:-1]} ({self.instead_of})?" if self.instead_of else self.text


def vary(query: str, before: str, answer: str = "") -> Variation | None:
    """Return the earlier question with the part that the query changes; `None` if it does not.

    "And in Germany?" takes the place of "in France", "What about the X 200?" of the last name, and
    so does "And of the X 200?"; what has no counterpart is added at the end. "And tea?" takes the
    place of "breakfast"; the `answer` before helps to tell how far such words go.
    """
    found = _VARIATION.fullmatch(query)
    if found is None or not before:
        return None
    part, preposition = found["part"].strip(), (found["preposition"] or "").lower()
    if _CLAUSE.search(part) or len(part.split()) > _LONGEST_PART:
        return None
    is_name = bool(full_names(f"x {part}"))
    if not preposition and not is_name:
        return _exchange_noun(before, _POSSESSIVE.sub("", part), answer)
    if not preposition:
        return Variation(_exchange_name(before, part))
    phrase = f"{preposition}{found['article'] or ''}{part}"
    if (changed := _exchange_phrase(before, preposition, phrase, is_name)) is not None:
        return Variation(changed)
    if is_name and full_names(before):
        return Variation(_exchange_name(before, part))
    return Variation(f"{before.rstrip('?.! ')} {phrase}?")


def _exchange_phrase(before: str, preposition: str, phrase: str, is_name: bool) -> str | None:
    """Exchange what stands at the end, or for a name the name, behind the same preposition."""
    body, opening = before.rstrip("?.! "), rf"\b{preposition}(?:the |an? )?"
    for start, end in full_names(body) if is_name else ():
        if found := re.search(rf"{opening}$", body[:start], re.IGNORECASE):
            return f"{body[: found.start()]}{phrase}{body[end:]}?"
    found = re.search(rf"{opening}(?:\S+ ){{0,2}}\S+$", body, re.IGNORECASE)
    return f"{body[: found.start()]}{phrase}?" if found else None


def _exchange_name(before: str, part: str) -> str:
    names = full_names(before)
    if not names:
        return f"{before.rstrip('?.! ')} for {part}?"
    start, end = names[-1]
    number = _NUMBER.search(before, start, end)
    if number and part[0].isdigit():  # "the 3" is a thing of the same kind as the "Skylark 2".
        start = number.start()
    return before[:start] + part + before[end:]


def _exchange_noun(before: str, part: str, answer: str) -> Variation | None:
    """Exchange what the question was said to be about at its end, or else one of its nouns."""
    if len(before) > _LONGEST or not content_words(part) or topic_of(before).is_name:
        return None  # "And the warranty?" asks something else of the same thing.
    if appended := _APPENDED.search(before):
        return Variation(f"{before[: appended.start()]} ({part})?")
    body = before.rstrip("?.! ")
    found = filter(None, (place.search(body) for place in _PLACES))
    for each in found if len(content_words(body)) <= _CLEAR else ():
        if noun := _noun(each["words"].split(), answer, is_subject=each.re is _SUBJECT):
            start, end = each.start("words"), each.start("words") + len(noun)
            return Variation(f"{body[:start]}{part}{body[end:]}?", noun)
    return None


def _noun(words: list[str], answer: str, *, is_subject: bool) -> str:
    """How many of the words name a thing: those that the answer says in a row, or a guess."""
    stop = next((place for place, word in enumerate(words) if is_stop_word(word.lower())), None)
    words, said = words[:stop], f" {answer.lower()} "
    for most in range(len(words), 0, -1):
        if f" {' '.join(words[:most]).lower()} " in said:
            return " ".join(words[:most])
    return " ".join(words[:-1] or words if is_subject else words)
