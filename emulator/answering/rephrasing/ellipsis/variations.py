"""Questions that vary one part of a question before them: "What about Germany?"."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.answering.document_text.named_entities import full_names
from emulator.answering.rephrasing.ellipsis.amounts import substitute_amount
from emulator.answering.rephrasing.ellipsis.ranks import substitute_rank
from emulator.answering.rephrasing.ellipsis.substitution import (
    APPENDED,
    Variation,
    add_phrase,
    substitute_name,
    substitute_noun,
    substitute_open,
    substitute_phrase,
)
from emulator.answering.rephrasing.topics import Topic, is_thing, says_topic
from emulator.retrieval.text.grammatical_number import is_plural

_CORRECTION = (
    r"(?:(?:what\?|no|nope|not (?:quite|that)|sorry|wait|okay|ok|but|actually)[,.! -]+)*"
    r"(?:but )?I (?:meant|mean|was (?:asking|talking) about)[,: -]+(?:(?:what|how) about )?"
)
_IS_CORRECTION = re.compile(_CORRECTION, re.IGNORECASE)
# "And in Germany?", "No, I meant Germany", "In Germany?", "Germany?", "And 4.5?".
_VARIATION = re.compile(
    r"(?P<opening>(?:(?:and|or|but|so|ok|okay|now)[, ]+)*(?:what about|how about|and|or)[, ]+"
    rf"|{_CORRECTION})?"
    r"(?P<preposition>(?:of|in|for|at|on|from|to|with|without|by|via|per|during|after|before|under"
    r"|between|since|until) )?"
    r"(?P<article>the |an? )?(?P<part>(?:[^?.!]|(?<=\d)\.(?=\d))+)(?P<end>[?.! ]*)",
    re.IGNORECASE,
)
# What follows is a question of its own.
_CLAUSE = re.compile(
    r"\b(?:who|whose|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|will|"
    r"would|should|has|have|had|it|they|its|their|he|she|any|anything|every)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['\u2019]s?$")
# Where "the causes" were asked about, "the causes in Asia" says only where else.
_ELSEWHERE = re.compile(
    r"(?P<noun>[^\W\d_]+) (?P<where>(?:in|at|on|for|during|from) .+)", re.IGNORECASE
)
# "And most expensive?" says how something is, and names nothing.
_DEGREE = re.compile(r"(?:most|least|more|less) ", re.IGNORECASE)
_LONGEST_PART = 6
_LONGEST_ALONE = 2
_LONGEST_OPEN = 3


def is_correction(query: str) -> bool:
    """Whether the query says how the one before it was meant: "No, I meant Germany"."""
    return _IS_CORRECTION.match(query) is not None


def varies_rank(query: str, before: str) -> bool:
    """Whether it asks for another than the first, or the biggest, of the question before."""
    found = _parsed(query)
    is_ranked = found is not None and found["article"] and substitute_rank(before, found["part"])
    return bool(is_ranked)


def vary(query: str, before: str, answer: str = "") -> Variation | None:
    """Return the earlier question with the part that the query changes; `None` if it does not.

    "And in Germany?" takes the place of "in France", "What about the X 200?" of the last name, and
    so does "And of the X 200?"; what has no counterpart is added at the end. "And tea?" takes the
    place of "breakfast"; the `answer` before helps to tell how far such words go.
    """
    found = _parsed(query)
    if found is None or not before:
        return None
    part = found["part"].strip()
    varied: Variation | None
    if found["article"] and (ranked := substitute_rank(before, part)):
        return Variation(ranked)
    if found["preposition"]:
        varied = _with_preposition(found, part, before)
    elif _is_name(part):
        varied = _with_name(found, part, before, answer)
    else:
        varied = _with_noun(found, part, before, answer)
    return varied if found["opening"] or varied is None else _guessed(varied, found, before)


@lru_cache(maxsize=4096)  # The turns of a session are looked at with every further question.
def _parsed(query: str) -> re.Match[str] | None:
    found = _VARIATION.fullmatch(query)
    if found is None or _CLAUSE.search(found["part"]):
        return None
    return found if len(found["part"].split()) <= _LONGEST_PART else None


def _is_name(part: str) -> bool:
    """Whether it begins with a name, as it would inside a sentence."""
    return any(start <= 2 for start, _ in full_names(f"x {part}"))


def _is_only_a_name(part: str) -> bool:
    return any((start, end) == (2, len(part) + 2) for start, end in full_names(f"x {part}"))


def _article(found: re.Match[str]) -> str:
    """The article before the part, with the space behind it."""
    return (found["article"] or "").lower()


def _with_preposition(found: re.Match[str], part: str, before: str) -> Variation:
    preposition = found["preposition"].lower()
    phrase = f"{preposition}{found['article'] or ''}{part}"
    if counted := substitute_amount(before, preposition, part):
        return Variation(counted)
    is_name = _is_name(part)
    changed = substitute_phrase(before, preposition, phrase, is_name=is_name)
    if changed is not None:
        return Variation(changed)
    if is_name and full_names(before) and (is_thing(part) or part[0].isdigit()):
        return Variation(substitute_name(before, part, _article(found)))
    return Variation(add_phrase(before, phrase))


def _with_name(found: re.Match[str], part: str, before: str, answer: str) -> Variation:
    """A name takes a name's place, or that of one thing: "the car", but not "the offices"."""
    article = _article(found)
    if counted := substitute_amount(before, article, part):
        return Variation(counted)
    noun = None if full_names(before) else substitute_noun(before, part, answer, article)
    if noun is None or is_plural(noun.replaced):
        return Variation(substitute_name(before, part, article))
    return Variation(noun.text)


def _with_noun(found: re.Match[str], part: str, before: str, answer: str) -> Variation | None:
    if _DEGREE.match(part) and not found["article"]:
        return None
    if there := _ELSEWHERE.fullmatch(part):
        said = says_topic(before, Topic((there["noun"],)))
        return vary(f"and {there['where']}", before, answer) if said else None
    corrects, phrase = is_correction(found.string), f"{_article(found)}{part}"
    is_short = len(part.split()) <= _LONGEST_OPEN
    if (corrects or (is_short and APPENDED.search(before))) and (
        text := substitute_open(before, phrase)
    ):
        return Variation(text)
    varied = substitute_noun(before, _POSSESSIVE.sub("", part), answer, _article(found) or None)
    return varied._replace(replaced="") if varied and corrects else varied


def _guessed(varied: Variation, found: re.Match[str], before: str) -> Variation | None:
    """What nothing but its form says to go on.

    That is "In summer?" or "in Germany", and less surely "Germany?". Without a question mark a
    place says where, and takes the place of nothing else: "in Germany" is no other "Skylark 3".
    """
    asks = "?" in found["end"]
    if found["preposition"]:
        phrase = f"{found['preposition'].lower()}{found['article'] or ''}{found['part'].strip()}"
        says_where = _is_only_a_name(found["part"].strip()) and phrase in varied.text
        return varied._replace(sure=asks or says_where)
    is_short = len(found["part"].split()) <= _LONGEST_ALONE
    if not asks or not is_short or APPENDED.search(before):
        return None
    return varied._replace(sure=False)
