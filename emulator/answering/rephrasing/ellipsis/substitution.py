"""Substitution of one part of an earlier question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from emulator.answering.document_text.named_entities import Span, full_names
from emulator.answering.rephrasing.noun_phrases import (
    AUXILIARY,
    BE,
    DO,
    WORDS,
    replace_with_name,
    without_verb,
)
from emulator.answering.rephrasing.topics import content_words, is_thing, topic_of
from emulator.retrieval.text.analysis import is_stop_word, terms
from emulator.retrieval.text.grammatical_number import is_plural
from emulator.retrieval.text.letters import fold_case

APPENDED = re.compile(r" \([^()]+\)\??$")
"""The words that were appended to an earlier question, in brackets."""

# Pronouns that an earlier question left unresolved.
_OPEN = re.compile(
    r"\b(?:(?P<possessive>its|their)|it|they|them|both|(?:these|those|this|that)(?=$))\b",
    re.IGNORECASE,
)
_IS_MANY = re.compile(r"they|their|both|these|those", re.IGNORECASE)
_LAST = re.compile(r"(?<= )the [^\W\d_]+$", re.IGNORECASE)
_NUMBER = re.compile(r"(?<= )\d\S*$")
_DIGIT = re.compile(r"\d")
_ARTICLE = "(?:the|an?|my|our|your) "
_BEFORE = re.compile(rf"\b{_ARTICLE}$", re.IGNORECASE)
_ONE = re.compile(r"\ban? $", re.IGNORECASE)
_NEW = ("a ", "an ", None)
# "the soft one" is a bread as well.
_OF_THEM = re.compile(r"(?<= )ones?$", re.IGNORECASE)
# "the first Rook" has its article.
_QUALIFIED = re.compile(rf"\b{_ARTICLE}\w+ $", re.IGNORECASE)
# "does the clinic open": a verb follows what it is asked of, as none does after "is".
_SUBJECT = re.compile(
    rf"\b(?:{DO}|has|have|had) (?:{_ARTICLE})?{WORDS}",
    re.IGNORECASE,
)
# "is the soup spicy": what is asked of it comes last.
_IS = re.compile(rf"\b{BE} (?:{_ARTICLE})?{WORDS}", re.IGNORECASE)
_NUMBERED = re.compile(
    rf"\b(?P<verb>does|do|has|have|is|are|was|were) (?:{_ARTICLE})?$", re.IGNORECASE
)
_AUXILIARY = re.compile(rf"\b{AUXILIARY}\b", re.IGNORECASE)
_PAIRS = (("does", "do"), ("has", "have"), ("is", "are"), ("was", "were"))
_OTHER_NUMBER = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
# What a question is asked of, or what comes last: "When can I visit the unit?".
_PLACES = (
    re.compile(rf"\bof (?:{_ARTICLE})?{WORDS}$", re.IGNORECASE),
    re.compile(rf"\b{BE} there (?:an?|any|some) {WORDS}", re.IGNORECASE),
    _IS,
    _SUBJECT,
    re.compile(rf".*\b{_ARTICLE}{WORDS}", re.IGNORECASE),
    re.compile(rf"\b{DO} (?:I|we|you|one) (?:not )?\w+ {WORDS}$", re.IGNORECASE),
)
# The things that are asked for, for which others may be: "Which plans do you have?", "And tools?".
_THINGS = (
    re.compile(rf"^(?:which|how many) {WORDS}(?= (?:{BE}|{DO})\b)", re.IGNORECASE),
    re.compile(rf"^(?:list|name|show(?: me)?)(?: (?:all|the|your|our))* {WORDS}$", re.IGNORECASE),
)
# "Who is the chair of the council?" has a counterpart to "the head of the office".
_OF = re.compile(rf"{BE} (?:{_ARTICLE})?(?P<words>\S+(?: \S+)? of .+)$", re.IGNORECASE)
_REACH = 20  # More than a preposition and an article have letters.
# Real questions are far shorter.
_LONGEST = 1_000
# A question with more words of its own may speak of several things.
_CLEAR = 3


class Variation(NamedTuple):
    """An earlier question with a new part, and the words that it replaced.

    It is not `sure` if the query may also ask something new, as a noun alone may.
    """

    text: str
    replaced: str = ""
    sure: bool = True

    @property
    def standalone(self) -> str:
        """The question with the replaced words in brackets: the new part may belong to them."""
        return f"{self.text[:-1]} ({self.replaced})?" if self.replaced else self.text


def substitute_phrase(before: str, preposition: str, phrase: str, *, is_name: bool) -> str | None:
    """Replace the phrase behind the same preposition: at the end, or a name by a name."""
    body, opening = before.rstrip("?.! "), rf"\b{preposition}(?:the |an? )?"
    for start, end in full_names(body) if is_name else ():
        if found := re.search(rf"{opening}$", body[:start][-_REACH:], re.IGNORECASE):
            return f"{body[: start - len(found[0])]}{phrase}{body[end:]}?"
    found = re.search(rf"{opening}(?:\S+ ){{0,2}}\S+$", body, re.IGNORECASE)
    return f"{body[: found.start()]}{phrase}?" if found else None


def add_phrase(before: str, phrase: str) -> str:
    """Append a phrase that has no counterpart."""
    body, appended = _split_appended(before)
    return f"{body} {phrase}{appended}?"


def substitute_name(before: str, part: str, article: str) -> str:
    """Replace the last of the names that are its counterparts, or append it where there is none.

    Its `article` comes with it, unless a name only tells which thing it is, "the Berlin shop",
    stands among words or behind one that has an article.
    """
    names = _counterparts(before, part)
    if not names:
        return f"{before.rstrip('?.! ')} for {article}{part}?"
    start, end = names[-1]
    number = _NUMBER.search(before, start, end)
    if number and part[0].isdigit():  # "the 3" is a thing of the same kind as the "Skylark 2".
        return before[: number.start()] + part + before[end:]
    opening, after = before[:start], before[end:]
    is_free = not after.startswith((" ", ")")) and not _QUALIFIED.search(opening)
    if is_free and (article or not _DIGIT.search(part)):
        opening = _BEFORE.sub("", opening) + article
    return opening + part + after


def _counterparts(before: str, part: str) -> Sequence[Span]:
    """The names that a part may replace: those that share a word with it, or else all.

    A time, a year or a number replaces only another one.
    """
    names = full_names(before)
    if is_thing(part):
        names = tuple(span for span in names if is_thing(before[slice(*span)]))
    elif part[0].isdigit():
        names = tuple(span for span in names if _NUMBER.search(before, *span)) or names
    said = set(filter(is_thing, terms(part)))
    return [span for span in names if not said.isdisjoint(terms(before[slice(*span)]))] or names


def substitute_noun(before: str, part: str, answer: str, article: str | None) -> Variation | None:
    """Replace the words that were appended, or else one of the nouns.

    The `article` takes the place of the one that was there, which stays if there is none.
    """
    if len(before) > _LONGEST or not content_words(part) or topic_of(before).is_name:
        return None  # "And the warranty?" asks something else of the same thing.
    body, appended = _split_appended(before)
    if appended:
        return Variation(f"{body} ({part})?")
    if " of " in part and (whole := _OF.search(body)):
        return Variation(f"{body[: whole.start('words')]}{part}?")
    places = _PLACES if article else _PLACES + _THINGS
    found = [found for place in places if (found := place.search(body))]
    if article in _NEW:  # "And a sauna?" is no counterpart to "the hotel", but to "a gym".
        found.sort(key=lambda each: body.endswith("the ", 0, each.start("words")))
    for each in found if len(content_words(body)) <= _CLEAR else ():
        if noun := _noun(each["words"].split(), answer, is_subject=_ends_in_predicate(each)):
            start = each.start("words")
            after = _without_repeated(part, body[start + len(noun) :])
            return _substituted(body[:start], after, noun, part, article)
    return None


def _without_repeated(part: str, after: str) -> str:
    """What stands behind a noun, without the word that takes its place too: "annual" leave."""
    last = part.split()[-1]
    return re.sub(rf"^ {re.escape(last)}\b", "", after, flags=re.IGNORECASE)


def _substituted(before: str, after: str, noun: str, part: str, article: str | None) -> Variation:
    """The question with the part for the noun, in the number of its verb.

    Where the verb shows that many of a kind are no counterpart to one thing, they are those for
    whom it is asked: "does a refund take for business customers".
    """
    named = _OF_THEM.sub(noun.split()[-1], part)
    part, replaced = named, noun if named == part else ""
    is_kept = article is None and not (is_plural(part) and _ONE.search(before))
    phrase, opening = f"{article or ''}{part}", before if is_kept else _BEFORE.sub("", before)
    if (verb := _NUMBERED.search(before)) and is_plural(noun) is not is_plural(part):
        if not article and is_plural(part):
            return Variation(f"{before}{noun}{after} for {part}?")
        opening = _in_other_number(opening, verb)
    return Variation(f"{opening}{phrase}{after}?", replaced)


def _in_other_number(opening: str, verb: re.Match[str]) -> str:
    """The beginning of a question with its verb in the other number: "do" for "does"."""
    other = _OTHER_NUMBER[fold_case(verb["verb"])]
    other = other.capitalize() if verb["verb"][0].isupper() else other
    return f"{opening[: verb.start()]}{other}{opening[verb.end('verb') :]}"


def substitute_open(before: str, part: str) -> str | None:
    """Replace a pronoun that was left unresolved: "it", "both"."""
    body, appended = _split_appended(before)
    if part.startswith("the ") and (last := _LAST.search(body)):
        return f"{body[: last.start()]}{part}{appended}?"
    found = _OPEN.search(body)
    if found is None:
        return None
    replaced = replace_with_name(body, found, part)
    verb = _NUMBERED.search(body[: found.start()])
    is_object = verb is None or _AUXILIARY.search(body[: verb.start()])
    is_many = _IS_MANY.fullmatch(found[0]) is not None
    if verb and not is_object and is_many is not is_plural(part):
        replaced = _in_other_number(replaced, verb)
    return f"{replaced}?"


def _split_appended(question: str) -> tuple[str, str]:
    """A question without its end, and what was appended to it, in brackets."""
    appended = APPENDED.search(question)
    if appended is None:
        return question.rstrip("?.! "), ""
    return question[: appended.start()], appended[0].rstrip("?")


def _ends_in_predicate(found: re.Match[str]) -> bool:
    """Whether the last word found is no part of the noun: "does the clinic open", "is it warm"."""
    if found.re is not _IS:
        return found.re is _SUBJECT
    is_polar, is_all = found.start() == 0, found.end() == len(found.string)
    return is_polar and is_all and not any(map(is_stop_word, found["words"].lower().split()))


def _noun(words: list[str], answer: str, *, is_subject: bool) -> str:
    """The first of the words that name a thing: those that the answer repeats, or a guess."""
    stop = next((place for place, word in enumerate(words) if is_stop_word(word.lower())), None)
    words, said = words[:stop], f" {answer.lower()} "
    for most in range(len(words), 0, -1):
        if f" {' '.join(words[:most]).lower()} " in said:
            return " ".join(words[:most])
    return " ".join(words[:-1] or words if is_subject else without_verb(words))
