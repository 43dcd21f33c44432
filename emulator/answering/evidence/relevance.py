"""Whether the passages are relevant to the question at all, and whether a sentence answers it.

BM25 finds something for nearly any question. An answerable question differs from a stray one by
the share of its weight that one passage covers (`term_coverage`).

A number may identify a thing ("error 42", "Alpaca 4.4"): passages that have only other numbers of
that kind are about other things.

With expansion terms many texts match by chance: the share must be twice as much, names must occur
as they are, and the best sentence must say most words of the question, in these or other words.

The larger the corpus, the more of a stray question some passage covers by chance: the threshold
grows with the idf of an unseen term, which is the logarithm of the number of passages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from emulator.answering.document_text.layout import SentenceKind
from emulator.answering.document_text.parsed_text import (
    Sentence,
    numbered,
    parse,
    passage_terms,
    title_terms,
)
from emulator.answering.evidence.answer_patterns.measures import MEASURES, NUMBER_WORDS
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.evidence.missing_terms import lacks_act, lacks_subject, lacks_what_is_titled
from emulator.answering.evidence.price_rows import tells_answer_type
from emulator.answering.evidence.term_coverage import coverage
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.question_analysis.term_weights import terms_in_brackets, unseen_term_idf
from emulator.answering.rules import rules
from emulator.answering.values import Evidence, Idf, Passage, SkipReason
from emulator.retrieval.text.analysis import plain_digits, terms

MOST_TERMS = 7
"""A question with more terms tells a story, which no sentence repeats."""

_PASSAGES = 5
_SHORTEST_IDENTIFIER = 2  # A single digit may be a Roman numeral or a word in the text.

# The threshold is 0.2 for up to 40 passages in the corpus, about 0.27 for 240, 0.45 from 10,000 on.
# An answer withheld is worse than a stray one: in tests 1 of 100 good questions is below it.
_THRESHOLD = 0.042
_LOWEST_THRESHOLD = 0.2
_HIGHEST_THRESHOLD = 0.45
# Of other languages than English it is not known which words mean the same; of some also not which
# are forms of one or, as of Chinese and Japanese, where they end, so that less of them is said by
# any text. A large corpus holds more by chance.
_OTHER_LANGUAGES_SHARE = 0.55
_OF_ONE_FORM = ("vi", "th")
_OF_MANY_PASSAGES = 0.75
_IDF_IN_FEW, _IDF_IN_MANY = 4.4, 6.9  # of an unseen term, in 40 and in 500 passages
_LITTLE_SAID = ("fa", "ja", "ko", "pl", "uk", "zh")

# With expansion terms: the factor of the threshold, and the share of the terms to be said.
_EXPANSION_FACTOR = 2.0
_MOST = 0.5

# What the best sentence must say of a question in its context. One right answer of 200 says less.
_LEAST_COVERED = 0.3
# How long and when may be told without any unit: "until she resigns", "when it rains", "in May".
_TOLD_BY_OCCASION = (AnswerType.CLOCK, AnswerType.DURATION, AnswerType.SCHEDULE)
_OCCASION = re.compile(
    r"\d|\b(?:when|whenever|if|as (?:soon|long) as|after|before|until|unless|during|while|upon"
    r"|on|at|within|every|daily|weekly|monthly|yearly|annually|immediately|soon|next|century"
    rf"|{NUMBER_WORDS})\b",
    re.IGNORECASE,
)
# "Windows support is in all releases".
_VERSION = re.compile(r"(?<![\d.:])\d+\.\d|\b(?:version|release|edition)s?\b", re.IGNORECASE)
# A name, or what comes after "is": "only with the consent of the director" tells nobody.
_TELLS_WHO = re.compile(r"(?<!^)\b[A-Z]|[:|]|\b(?:is|are|was|were)\b")
# "1,350 g" tells a weight without the word; a number does not tell by itself what it counts, nor a
# span of time whose age it is.
_TELLING_TYPES = (MEASURES.keys() - {AnswerType.COUNT, AnswerType.AGE}) | {
    AnswerType.TIME,
    AnswerType.PERSON,
    AnswerType.PLACE,
}


def relevance_skip_reason(
    asked: AnalyzedQuestion, passages: Sequence[Passage], idf: Idf
) -> SkipReason | None:
    """Return OUT_OF_DOMAIN_QUERY_IGNORED if no passage covers enough of the question."""
    unseen = unseen_term_idf(idf)
    grown = min(_THRESHOLD * unseen, _HIGHEST_THRESHOLD) * _expansion_factor(asked)
    threshold = max(
        _LOWEST_THRESHOLD * _language_factor(asked), grown * _large_corpus_factor(asked, unseen)
    )
    near = passages[:_PASSAGES]
    if asked.numbered and _has_other_numbers(asked, near):
        return SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED
    if asked.expansion_terms and not any(
        _names_of(asked) <= passage_terms(passage) for passage in near
    ):
        return SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED
    shares = (coverage(asked, passage, idf) for passage in near)
    return (
        None
        if any(share > threshold for share in shares)
        else SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED
    )


def is_answered(
    asked: AnalyzedQuestion, evidence: Sequence[Evidence], passages: Sequence[Passage]
) -> bool:
    """Whether one of the chosen sentences answers, rather than only shares words with the question.

    It must cover enough of the question and hold the amount or date that is asked for, if one is.
    A sentence that says no more of the question than the title of its document must hold a sum, a
    date or a name. The passage of the best sentence must be about what the question names, and of
    two terms lack none that a title has before it.
    """
    is_long = len(asked.weights) > MOST_TERMS
    least = _LEAST_COVERED * _language_factor(asked) * _expansion_factor(asked)
    best = max(evidence, key=lambda one: one.score)
    passage = passages[best.passage]
    if not is_long and lacks_subject(asked, passage, best.position):
        return False
    if not is_long and lacks_act(asked, passage, _told_together(evidence, best)):
        return False
    if lacks_what_is_titled(asked, passage, passages[: best.passage]):
        return False
    if asked.expansion_terms and not _is_said_in_other_words(asked, passage, best.position):
        return False
    return any(
        (is_long or each.coverage >= least)
        and _holds_answer_type(asked, each, passages[each.passage])
        and (each.says_more or _answers_by_type(asked, each.text))
        for each in evidence
    )


def _told_together(evidence: Sequence[Evidence], best: Evidence) -> Iterator[int]:
    """Yield the positions of the best sentence and, if that is of a list, of all of it."""
    for each in evidence:
        if each.passage == best.passage and each.score == best.score:
            yield each.position


def _expansion_factor(asked: AnalyzedQuestion) -> float:
    """The factor of the required share: higher if there are expansion terms."""
    return _EXPANSION_FACTOR if asked.expansion_terms else 1.0


def _is_said_in_other_words(asked: AnalyzedQuestion, passage: Passage, position: int) -> bool:
    """Whether a sentence with its heading says most of a question, some of it in other words.

    How to do something must be told by what to do, as other words for that have other uses, too.
    Where an amount is asked for, one word is enough to tell which meaning is meant.
    """
    parsed = parse(passage.text)
    if not _may_be_step(asked, parsed.sentences[position]):
        return False
    said = parsed.sentences[position].terms | title_terms(passage.title)
    if (heading := parsed.sentences[position].heading) is not None:
        said |= parsed.sentences[heading].terms
    wanted = asked.specific or asked.terms
    otherwise = wanted & asked.terms_in_other_words(said)
    if otherwise <= said:
        return False
    told = wanted & (said | otherwise | set(asked.forms_among(said).values()))
    is_clear = asked.answer_type in MEASURES or _is_clear(asked, told, said)
    return is_clear and len(told) > _MOST * len(wanted)


def _may_be_step(asked: AnalyzedQuestion, sentence: Sentence) -> bool:
    """Whether a sentence tells what to do, if that is asked."""
    if asked.answer_type is not AnswerType.STEPS:
        return True
    is_step = sentence.kind in (SentenceKind.ITEM, SentenceKind.CODE)
    return is_step or matches_answer_type(asked, sentence.text)


def _is_clear(asked: AnalyzedQuestion, told: Set[str], said: Set[str]) -> bool:
    """Whether the terms that are said, in other words too, determine what is asked.

    Those appended as its topic do not: "Where is it stored (data)?". A single word has too many
    meanings; one with a particle has one: "sign up".
    """
    if told <= terms_in_brackets(asked.text):
        return False
    is_phrase = any(
        len(asked.expansion_terms[other]) > 1 for other in asked.expansion_terms.keys() & said
    )
    return is_phrase or len(asked.specific) > 1


def _language_factor(asked: AnalyzedQuestion) -> float:
    """The factor of the required share in the question's language: 1 in English."""
    is_known = not asked.language or asked.language in _OF_ONE_FORM
    return 1.0 if is_known else _OTHER_LANGUAGES_SHARE


def _large_corpus_factor(asked: AnalyzedQuestion, unseen: float) -> float:
    """The same where there are many passages, some of which hold its words by chance.

    It grows with the idf of an unseen term.
    """
    least = _language_factor(asked)
    if asked.language in _LITTLE_SAID or least >= _OF_MANY_PASSAGES:
        return least
    many = (unseen - _IDF_IN_FEW) / (_IDF_IN_MANY - _IDF_IN_FEW)
    return least + (_OF_MANY_PASSAGES - least) * min(max(many, 0.0), 1.0)


def _names_of(asked: AnalyzedQuestion) -> Set[str]:
    """The names that are content terms of the question."""
    return asked.names & asked.terms


def _holds_answer_type(asked: AnalyzedQuestion, told: Evidence, passage: Passage) -> bool:
    """Whether a sentence holds the amount, the date or the version that is asked for, if one is."""
    if asked.asks_for_version:
        return _VERSION.search(told.text) is not None
    if asked.asks_for_holder and not _tells_holder(asked, told.text):
        return False
    is_prose = not passage.structured
    if is_prose and asked.answer_type in _TOLD_BY_OCCASION and _OCCASION.search(told.text):
        return True
    is_told = asked.answer_type in MEASURES or asked.answer_type is AnswerType.TIME
    if not is_told or matches_answer_type(asked, told.text):
        return True
    return tells_answer_type(asked, passage, parse(passage.text).sentences[told.position])


def _tells_holder(asked: AnalyzedQuestion, text: str) -> bool:
    """Whether it tells who has a role, by a word that is expected if there is any: "chief"."""
    is_of_role = not asked.expected or not asked.expected.isdisjoint(terms(text))
    return is_of_role and _TELLS_WHO.search(text) is not None


def _answers_by_type(asked: AnalyzedQuestion, text: str) -> bool:
    return asked.answer_type in _TELLING_TYPES and matches_answer_type(asked, text)


def _has_other_numbers(asked: AnalyzedQuestion, passages: Sequence[Passage]) -> bool:
    """Whether the passages name things of the kind by other numbers only: "error 4" for "error 42".

    A number of several digits that none has tells so even where none of them numbers such things.
    """
    texts = [plain_digits(text) for one in passages for text in (one.text, one.title)]
    kinds = {kind for text in texts for kind, _ in numbered(text)}
    return any(
        (kind in kinds or _identifies(asked, kind, number))
        and not any(re.search(rf"(?<!\d){re.escape(number)}(?!\d)", text) for text in texts)
        for pairs in asked.numbered.values()
        for kind, number in pairs
    )


def _identifies(asked: AnalyzedQuestion, word: str, number: str) -> bool:
    """Whether a number tells which thing is meant: "error 42", but not "in 2015", "100 years"."""
    if len(number) < _SHORTEST_IDENTIFIER or not rules().generic.isdisjoint(terms(word)):
        return False
    return re.search(rf"\b{re.escape(number)} \w+s\b", asked.text, re.IGNORECASE) is None
