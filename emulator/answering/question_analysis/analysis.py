"""How a question is analysed: its terms and their weights, its answer type, names and phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from emulator.answering.document_text.named_entities import names
from emulator.answering.document_text.parsed_text import Numbered, numbered
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.currency import currency_phrase
from emulator.answering.question_analysis.form import WHICH_VERSION
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.question_analysis.term_weights import discounted, weights
from emulator.answering.rules import expected_terms, generic_terms, normalized, rules
from emulator.answering.values import ExpansionTerms, Idf
from emulator.retrieval.text.analysis import is_stop_word, plain_digits, terms, tokens
from emulator.retrieval.text.languages import language_of

# Words that only ask for a place or an amount: "Where is it kept?", "How warm is it?". These are
# whole words, as "founded" has the stem of "found".
_KEPT = frozenset({"store", "stored", "keep", "kept", "save", "saved", "put", "find", "found"})
_WHERE = re.compile(r"where\b")
# Words that only ask for an address: "How do I get in touch with the library?". "Write to us" is
# said by the answer, too.
_REACHED = frozenset({"contact", "reach", "touch", "hold"})
_HOW = re.compile(r"\bhow (\w+)")
# Words that only ask for a span of time: "How long is the trial period?".
_SPAN = frozenset({"duration", "durations", "period", "periods"})
# "How fast must it be answered?" is told without the word: "Answer within 30 minutes".
_MUST = re.compile(r"\bhow \w+ (must)\b")
# The month is another word: "Which expenses may I claim?", not "the outage in May".
_MODAL = re.compile(
    r"(?:^[Mm]|\bm)ay(?= (?:I|i|we|you|he|she|it|they|one|be|not|an?|the|my|our|your|their)\b)"
    r"|(?:(?<=^[Ww]ho )|(?<=^[Ww]hat ))may\b(?! \d)"
)
# "File a claim" asks for no file.
_FILED = re.compile(r"\b(file|lodge) (?:an?|my|our|the) ")
_WORD = re.compile(r"[^\W_]+")

_NO_OTHERS: ExpansionTerms = {}


def analyze(question: str, idf: Idf, expansion: ExpansionTerms = _NO_OTHERS) -> AnalyzedQuestion:
    """Analyse a question; `expansion` are terms that say some of its own in other words."""
    question = plain_digits(question)
    weighted = weights(question, idf)
    phrases = tuple(_phrases(question, weighted))
    words = frozenset(_WORD.findall(normalized(question)))
    if asking := asking_terms(question):
        weighted = {term: weighted[term] for term in weighted if term not in asking} or weighted
    named = _names(question)
    sayable = weighted.keys() - named  # A name is said in no other word.
    expansion = {other: said - named for other, said in expansion.items() if said & sayable}
    if expansion:
        weighted = discounted(weighted, frozenset().union(*expansion.values()), idf)
    return AnalyzedQuestion(
        text=question,
        answer_type=_answer_type(question),
        weights=weighted,
        numbered=_numbered(question),
        words=words,
        names=named,
        phrases=phrases,
        expected=expected_terms(question),
        expansion_terms=expansion,
    )


def _names(question: str) -> frozenset[str]:
    """The terms written as names; in German any noun is."""
    found = frozenset(names(question))
    if language_of(question) != "de":
        return found
    return frozenset(name for name in found if any(map(str.isdigit, name)))


@lru_cache(maxsize=256)  # What is searched without them is then read by its kind.
def _answer_type(question: str) -> AnswerType:
    return AnswerType(rules().kind(normalized(question)) or AnswerType.OTHER)


def asking_terms(question: str) -> frozenset[str]:
    """Return the terms that only express the answer type, not the topic: "many" of "how many".

    A record of prices in several currencies need not say "pounds" for "in pounds".
    """
    form = normalized(question)
    words = set(_HOW.findall(form)) if _answer_type(question) is not AnswerType.OTHER else set()
    words |= set(_MUST.findall(form))
    words |= set(_MODAL.findall(question))
    words |= set(_FILED.findall(form))
    if _WHERE.match(form):
        words |= _KEPT.intersection(_WORD.findall(form))
    if _answer_type(question) is AnswerType.CONTACT:
        words |= _REACHED.intersection(_WORD.findall(form))
    if _answer_type(question) is AnswerType.MONEY:
        words |= set(_WORD.findall(currency_phrase(form)))
    if _answer_type(question) is AnswerType.DURATION:
        words |= _SPAN.intersection(_WORD.findall(form))
    words |= _version_words(form)
    return frozenset(terms(" ".join(words)))


def _version_words(form: str) -> set[str]:
    """The words that ask for a version, where others tell of what: "Which version added maps?"."""
    found = set(WHICH_VERSION.findall(form))
    others = set(terms(form)).difference(terms(" ".join(found)), rules().generic) if found else ()
    return found if others else set()


def _phrases(question: str, weighted: Mapping[str, float]) -> Iterator[str]:
    """Yield words of the topic that stand side by side: "parental leave", "Ada Holm"."""
    topical = weighted.keys() - (generic_terms(question) - set(names(question)))
    for one, other in pairwise(tokens(question)):
        if {one.term, other.term} <= topical and question[one.end : other.start] == " ":
            yield question[one.start : other.end].lower()


def _numbered(question: str) -> dict[str, frozenset[Numbered]]:
    """Return the numbered things by the terms of their numbers.

    A stop word before a number ("in 2015") only joins it to the sentence.
    """
    found: dict[str, frozenset[Numbered]] = {}
    for word, number in numbered(question):
        for term in [] if is_stop_word(word) else terms(number):
            found[term] = found.get(term, frozenset()) | {(word, number)}
    return found
