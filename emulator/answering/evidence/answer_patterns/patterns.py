"""Surface patterns of answers: how a sentence is written that holds an answer of some type."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.answering.evidence.answer_patterns import other_languages
from emulator.answering.evidence.answer_patterns.measures import (
    CASED_MEASURES,
    MEASURES,
    NUMBER_WORDS,
    SPAN,
    unit_behind,
)
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.currency import is_in_currency
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.retrieval.text.analysis import is_stop_word, plain_digits, terms
from emulator.retrieval.text.calendar_names import DAYS, MONTHS

_MONTHS_AND_DAYS = f"{MONTHS}|{DAYS}"
_CHINESE_DIGITS = "一二三四五六七八九十百千万亿"
_AGO = "(?:ago|BP|BCE?|AD|CE)"
_CAPITALS = "".join(letter for letter in map(chr, range(0xC0, 0x530)) if letter.isupper())
_CAPITALIZED = rf"(?!(?:{_MONTHS_AND_DAYS})\b)[A-Z{_CAPITALS}][\w\u2019'-]*"

# A person or a team has a name of two words more often than not; a place follows a preposition.
_CASED_PATTERNS = {
    **CASED_MEASURES,
    AnswerType.TIME: re.compile(
        r"\b(?:(?:1\d{3}|20\d\d)s?\b|\d{4}-\d\d|\d{1,2}(?:st|nd|rd|th)\b|\d{1,2}:\d\d\b"
        r"|\d{1,2}\.\d\d(?= (?:Uhr|h|[ap]\.?m)\b)|(?<=\bat )\d{1,2}\.\d\d\b"
        rf"|(?:{_MONTHS_AND_DAYS})\b|\w++ (?:century|decade)\b|(?:[Mm]idnight|[Nn]oon)\b"
        rf"|(?:years|months|weeks|days) {_AGO}\b|(?:in|by|since|until) \d{{3}}\b)"
        rf"|\d(?<![\d.,]\d)[\d.,]*+ {_AGO}\b"
        rf"|[\d{_CHINESE_DIGITS}]+[\u5e74\u6708\u65e5\u53f7\u70b9\u6642\u65f6]"
    ),
    AnswerType.PERSON: re.compile(rf"\b{_CAPITALIZED} (?:(?:of|for) )?{_CAPITALIZED}"),
    AnswerType.PLACE: re.compile(
        r"\b(?i:in|at|from|near|to|of|on|into|through|around|outside|across) (?:the )?"
        rf"{_CAPITALIZED}|(?<!\S)(?:[~.]|\$\w+)?/[\w.-]"
    ),
}
_TO_DO = (
    "acknowledge|add|apply|ask|attach|attend|book|bring|browse|call|check|choose|clean"
    "|click|complete|confirm|connect|contact|create|disconnect|download|ensure|enter|fill"
    "|follow|give|go|hold|import|inform|insert|install|log|make|navigate|notify|open"
    "|order|pay|pick|place|plug|press|print|put|register|remove|replace|run|save|scan|select|send"
    "|set|sign|start|submit|switch|take|tap|tell|turn|type|unplug|upload|use|verify|visit|wash"
    "|wipe|write"
)
# Such a word begins other sentences, too, unless it acts on something: "Return shipping is free".
_TO_DO_WITH = (
    "(?:drag|email|leave|paste|pull|push|reboot|report|reset|restart|return|ring|search|share|stop"
    "|swipe|tick|update|wait)"
    " (?:an?|the|your|it|them|this|that|these|those|each|every|all|any|to|at|on|in|for|until)"
)

# Patterns in which case does not matter: they are searched in sentences in lower case.
_LOWER_CASE_PATTERNS = {
    **MEASURES,
    AnswerType.NUMBER: re.compile(
        rf"(?<![a-z\d])\d[\d.,:/]*|\b(?:{NUMBER_WORDS})\b|[{_CHINESE_DIGITS}]+"
    ),
    AnswerType.REASON: re.compile(
        rf"\b(?:because|due to|since(?! (?:the )?(?:\d|{_MONTHS_AND_DAYS.lower()}))|as a result"
        r"|in order to|so that|so as to|owing to|thanks to|caused|reasons?|therefore|led to"
        r"|results? from)\b"
    ),
    # What to do: "Open the page", "To open it, choose ...", "You can ...", not "You need a mast",
    # nor what is done in some case: "If the price falls, tell us ...".
    AnswerType.STEPS: re.compile(
        r"^(?:(?:to|for) [^,]{0,60}, )?"
        rf"(?:please|you (?:can|may|must|should|need to)(?!.*\b(?:if|when(?:ever)?)\b)"
        rf"|{_TO_DO}|{_TO_DO_WITH})\b"
    ),
}

# The words of the pattern may be in the question: "What caused it?", "It was caused by ...".
_MAY_REPEAT_QUESTION = (AnswerType.REASON, AnswerType.STEPS)

# "Mars" is a month in French, "on" ten in Turkish, and "a" stands before places in Spanish.
_OTHERWISE_IN_ENGLISH = (AnswerType.TIME, AnswerType.NUMBER, AnswerType.PLACE)

_TYPES_WITH_PATTERNS = _CASED_PATTERNS.keys() | _LOWER_CASE_PATTERNS.keys()

# Manuals and tables separate a term from what explains it: "gateway: ...",
# "git-tag - ...", "copy(x): ...", "E4 | Bumper stuck".
_APART = r"(?:\(\S*\))?(?:: | [-\u2013\u2014|] )"
_MOSTLY = 0.5
# "SQL (Structured Query Language) is a ...", "A gateway means ...".
_DEFINITION = re.compile(
    rf"((?:[\w'-]+ ){{0,4}}[\w'-]+)(?:(?P<apart>{_APART})|(?: \([^)]*\))?,? "
    r"(?:is|are|was|were|means|stands for|refers to|describes|makes|provides|offers) )"
)

_WORD = re.compile(r"[^\W_]+")


_HOW_MANY = re.compile(rf"\bhow many (?!{SPAN}\b)(\w+)", re.IGNORECASE)
_COUNTED = re.compile(rf"(?:\b\d[\d.,]*|\b(?:{NUMBER_WORDS})) ((?:[\w-]+ ?){{1,3}})")

# "A gateway is a ...", "Moving the rows is called vacuuming.", "(in short "WAL")".
_SUBJECT = re.compile(
    rf"(?:an? |the )?((?:[\w'.-]+ ){{0,3}}[\w'.-]+)(?:{_APART}|(?: \([^)]*\))? "
    r"(?:(?:is|are|was|were) (?:an?|the|one of|any)|means?|stands? for|refers? to|denotes?) )",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:is|are|was|were) (?:also |often |sometimes |usually )?"
    r"(?:called|known as|referred to as|termed) (?:an? |the )?([^,;:.()]{2,60})",
    re.IGNORECASE,
)


def defines(asked: AnalyzedQuestion, sentence: str) -> bool:
    """Whether a sentence defines the term that is asked about, and no other."""
    if not asked.is_english:
        return other_languages.defines(asked, sentence)
    found = _SUBJECT.match(sentence) or _NAMED.search(sentence)
    subject = set(terms(found[1])) if found else set()
    return subject <= asked.weights.keys() and not asked.terms_to_define.isdisjoint(subject)


def matches_answer_type(asked: AnalyzedQuestion, sentence: str) -> bool:
    """Whether the sentence holds an answer of the type that the question asks for.

    That is a number, date, name or reason that the question does not say, or a definition of a
    term that it does.
    """
    if asked.answer_type is AnswerType.DEFINITION and not asked.is_english:
        return other_languages.defines(asked, sentence)
    if asked.answer_type is AnswerType.DEFINITION:
        return _defines_named_term(asked, sentence)
    if asked.answer_type not in _TYPES_WITH_PATTERNS:
        return False
    if asked.answer_type is AnswerType.COUNT:
        numbers = MEASURES[AnswerType.COUNT].finditer(sentence.lower())
        return any(_is_new(asked, _words(one[0])) and _may_be_count(asked, one) for one in numbers)
    if asked.answer_type is AnswerType.MONEY and not is_in_currency(asked.text, sentence):
        return False
    found = _matches(asked.answer_type, sentence, asked.language)
    return any(_is_new(asked, words) for words in found)


def says_count(asked: AnalyzedQuestion, sentence: str) -> bool:
    """Whether it has a number before what is counted: "212 employees" for "How many employees?"."""
    if asked.answer_type is not AnswerType.COUNT or not (found := _HOW_MANY.search(asked.text)):
        return False
    counted = terms(found[1])
    return not (asked.specific.isdisjoint(counted) or counted_terms(sentence).isdisjoint(counted))


@lru_cache(maxsize=4096)
def counted_terms(sentence: str) -> frozenset[str]:
    """Return the terms of the first three words behind each number."""
    return frozenset(terms(" ".join(one[1] for one in _COUNTED.finditer(sentence.lower()))))


def _defines_named_term(asked: AnalyzedQuestion, sentence: str) -> bool:
    """Whether a sentence defines a term that the question names.

    Before a separator most of the terms to define must stand: "Name: holm" is a field of any
    record.
    """
    found = _DEFINITION.match(sentence)
    if found is None:
        return False
    subject = frozenset(terms(found[1]))
    if found["apart"]:
        return asked.share(subject & asked.terms_to_define) >= _MOSTLY * asked.share(
            asked.terms_to_define
        )
    return not asked.terms_to_define.isdisjoint(subject)


@lru_cache(maxsize=4096)  # A sentence is looked at by several stages, and for further questions.
def _matches(kind: AnswerType, sentence: str, language: str) -> tuple[frozenset[str] | None, ...]:
    """The words of each match of the patterns of a type, for a question in a language."""
    sentence = plain_digits(sentence)
    if language and kind is AnswerType.NUMBER:
        sentence = other_languages.without_years(sentence, language)
    found: list[str] = []
    if written := _CASED_PATTERNS.get(kind):
        found += [one[0].lower() for one in written.finditer(sentence)]
    if spoken := _LOWER_CASE_PATTERNS.get(kind):
        found += [one[0] for one in spoken.finditer(sentence.lower())]
    if language or kind not in _OTHERWISE_IN_ENGLISH:
        found += other_languages.find_answer(
            kind, sentence if kind is AnswerType.PLACE else sentence.lower()
        )
    return tuple(map(_words, found))


def _words(match: str) -> frozenset[str] | None:
    """The words of a match without stop words; None if it has no words at all."""
    words = _WORD.findall(match)
    return frozenset(word for word in words if not is_stop_word(word)) if words else None


def _may_be_count(asked: AnalyzedQuestion, number: re.Match[str]) -> bool:
    """Whether a number may be a count: one with a unit is none, unless the unit is asked for."""
    amount = unit_behind(number)
    if amount is None:
        return True
    units = (word.rstrip("s") for word in _WORD.findall(amount))
    return any(not {unit, f"{unit}s"}.isdisjoint(asked.words) for unit in units)


def _is_new(asked: AnalyzedQuestion, words: frozenset[str] | None) -> bool:
    """Whether the words of a match say something that the question does not."""
    return words is None or asked.answer_type in _MAY_REPEAT_QUESTION or not words <= asked.words
