"""How strongly the sentences and the title of a passage say each term of a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from emulator.answering.document_text.layout import FIELD, yes_or_no
from emulator.answering.document_text.parsed_text import ParsedText, parse, title_terms
from emulator.answering.evidence.answer_patterns.measures import MEASURES
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.rules import rules
from emulator.answering.values import Passage
from emulator.retrieval.text.analysis import terms

Strengths = dict[str, float]
"""Terms of the question and how strongly they are said, in (0, 1]."""

# A term counts in full where a text says it, and in part for another word of its family.
_RELATIVE = 0.5
_RELATIVE_ABROAD = 0.8  # The stems of other languages than English are not known.
_OTHER_WORD = 0.9
# A number without its word counts half.
_LOOSE_NUMBER = 0.5
_TITLE = 0.8
_TITLE_OF_RECORD = 1.0  # every field of a record is about what its title names, and of no other

_NAME = re.compile(r"\b[A-Z0-9]\w*")
_IDENTIFIER = re.compile(r"(?=[^\s]*[A-Za-z])(?=[^\s]*\d)[^\s.]+\.?")


def sentence_strengths(asked: AnalyzedQuestion, parsed: ParsedText) -> list[Strengths]:
    """Return how strongly each sentence says the terms: as they are, in other forms or words."""
    relative = _RELATIVE if asked.is_english else _RELATIVE_ABROAD
    sentences, families = parsed.sentences, parsed.families
    own: list[Strengths] = [{} for _ in sentences]
    for family, wanted in asked.families.items():
        for position in families.get(family, ()):
            said = sentences[position].terms
            for term in wanted:
                own[position][term] = 1.0 if term in said else relative
    if asked.numbered:
        _weaken_bare_numbers(asked, parsed, own)
    if asked.unlike_words:
        _weaken_unlike_words(asked, parsed, own)
    for form, term in asked.forms_among(parsed.counts.keys()).items():
        for sentence, told in zip(sentences, own, strict=True):
            if form in sentence.terms:
                told[term] = 1.0  # as if its stem showed it
    for form, term in asked.compounds_among(parsed.counts.keys()).items():
        for sentence, told in zip(sentences, own, strict=True):
            if form in sentence.terms:
                _raise_to(told, (term,), relative)
    if not asked.expansion_terms.keys().isdisjoint(parsed.counts):
        for sentence, told in zip(sentences, own, strict=True):
            _raise_to(told, asked.terms_in_other_words(sentence.terms), _OTHER_WORD)
    if asked.implied:
        for sentence, told in zip(sentences, own, strict=True):
            _raise_to(told, asked.implied_terms(sentence.text), _OTHER_WORD)
    return own


def _raise_to(said: Strengths, terms_told: Iterable[str], strength: float) -> None:
    for term in terms_told:
        said[term] = max(said.get(term, 0.0), strength)


def _weaken_bare_numbers(
    asked: AnalyzedQuestion, parsed: ParsedText, own: Sequence[Strengths]
) -> None:
    """Lower the strength of numbers that a sentence says without their words."""
    for sentence, said in zip(parsed.sentences, own, strict=True):
        for term, pairs in asked.numbered.items():
            if said.get(term) == 1.0 and pairs.isdisjoint(sentence.numbered):
                said[term] = _LOOSE_NUMBER


def _weaken_unlike_words(
    asked: AnalyzedQuestion, parsed: ParsedText, own: Sequence[Strengths]
) -> None:
    """Lower the strength of terms that a sentence has of another word only."""
    for sentence, said in zip(parsed.sentences, own, strict=True):
        for term, meant in asked.unlike_words.items():
            if term in said and meant.search(sentence.text.lower()) is None:
                said[term] = _RELATIVE


def add_expected(asked: AnalyzedQuestion, parsed: ParsedText, own: Sequence[Strengths]) -> None:
    """Add the words that ask for an amount to fields of a record with an expected name.

    "Price: 89." answers what a thing costs, as "Weight grams: 310." what it weighs, and "Category:
    pizza" in the same record that it is one of the pizzas. A field that tells by yes or no what is
    asked says of what: "Spicy: yes" for "Which dishes are spicy?".
    """
    words = asked.terms & asked.expected & rules().generic
    is_measure = asked.answer_type in MEASURES
    said = dict.fromkeys(words, 1.0) | _kind(asked, parsed, own) if is_measure else {}
    for sentence, told in zip(parsed.sentences, own, strict=True):
        field = FIELD.fullmatch(sentence.text) if said else None
        if field and not asked.expected.isdisjoint(terms(field["name"])):
            for term, strength in said.items():
                _raise_to(told, (term,), strength)
        if told and asked.kind_of_things and yes_or_no(sentence.text) is not None:
            told.update(dict.fromkeys(asked.kind_of_things & asked.terms, 1.0))


def _kind(asked: AnalyzedQuestion, parsed: ParsedText, own: Sequence[Strengths]) -> Strengths:
    """The terms of the question that are all of the value of a field: "Category: pizza"."""
    said = (one for one, told in zip(parsed.sentences, own, strict=True) if told)
    values = (FIELD.fullmatch(sentence.text) for sentence in said)
    kinds = (terms(field["value"]) for field in values if field)
    return dict.fromkeys(chain(*filter(asked.terms.issuperset, kinds)), _TITLE)


def title_strengths(asked: AnalyzedQuestion, passage: Passage) -> Strengths:
    """Return how strongly the title of a passage says the terms; of a record, also identifiers."""
    is_whole = passage.structured and title_is_named(asked, passage.title)
    strength = _TITLE_OF_RECORD if is_whole else _TITLE
    titled = title_terms(passage.title)
    found = dict.fromkeys(asked.terms & titled, strength)
    found |= dict.fromkeys(asked.forms_among(titled).values(), strength)
    _raise_to(found, asked.terms_in_other_words(titled), strength * _OTHER_WORD)
    if passage.structured:
        found |= dict.fromkeys(_identifiers(asked, passage), _TITLE_OF_RECORD)
    return found


def _identifiers(asked: AnalyzedQuestion, passage: Passage) -> Iterator[str]:
    """The terms of identifiers, such as "D-501", of a record that the question has."""
    for sentence in parse(passage.text).sentences:
        field = FIELD.fullmatch(sentence.text)
        if field and _IDENTIFIER.fullmatch(field["value"]):
            said = terms(field["value"])
            if asked.terms.issuperset(said):
                yield from said


def title_says_all(asked: AnalyzedQuestion, title: Strengths) -> bool:
    """Whether a title says all terms of the question but words that fit any topic."""
    return bool(asked.specific) and asked.specific <= title.keys()


def title_is_named(asked: AnalyzedQuestion, title: str) -> bool:
    """Whether a question says all names of a title: "Plover" is not the "Plover Deep"."""
    return asked.terms.issuperset(_names_of(title))


@lru_cache(maxsize=2048)
def _names_of(title: str) -> tuple[str, ...]:
    return tuple(terms(" ".join(_NAME.findall(title))))
