"""Whether the passages are about the question at all.

BM25 finds something for nearly any question. What tells an answerable question from a stray one
is the share of its weight that comes together in one passage, as `term_coverage` has it.

The number of a thing ("error 42", "Alpaca 4.4") tells it from others: passages that only have
other numbers of the kind are about other things.

A question that was searched for in other words, too, is about what many texts say by chance: the
share must be twice as much, names must be said as they are, and most of the words of the
question must be said by the best sentence, in these or in others.

The more passages there are, the more of a stray question some passage holds by chance: the share
that must be reached grows with the rarity of an unseen term, the logarithm of the corpus's size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from emulator.answering.document_text.parsed_text import (
    ParsedText,
    family,
    numbered,
    parse,
    passage_terms,
    title_terms,
)
from emulator.answering.evidence.answer_patterns.measures import MEASURES, NUMBER_WORDS
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.evidence.term_coverage import coverage
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.question_analysis.term_weights import terms_in_brackets, unseen_term_idf
from emulator.answering.rules import rules
from emulator.answering.values import Evidence, Idf, Passage, SkipReason
from emulator.retrieval.text.analysis import plain_digits, terms

MOST_TERMS = 7
"""Who asks in more words tells a story, which no sentence says again."""

_PASSAGES = 5
_SHORTEST_IDENTIFIER = 2  # A single digit may be a Roman numeral or a word in the text.

# The bar at a corpus of up to 40 passages is 0.2, of 240 about 0.27, of 10,000 and more 0.45. An
# answer withheld is worse than a stray one: in tests 1 of 100 good questions misses the bar.
_THRESHOLD = 0.042
_LOWEST_THRESHOLD = 0.2
_HIGHEST_THRESHOLD = 0.45
# Of other languages than English it is not known which words mean the same; of some also not which
# are forms of one or, as of Chinese, where they end, so that less of them is said by any text. A
# large corpus holds more by chance.
_OTHER_LANGUAGES_SHARE = 0.6
_OF_ONE_FORM = ("vi", "th")
_OF_MANY_PASSAGES = 0.9
_LITTLE_SAID = ("fa", "ko", "pl", "uk", "zh")

# What must be reached in other words, and the share of the words that must then be said.
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
_FEW = 2  # Each word of so short a question tells what it is about.
# "UN" is written out as "United Nations", "CSS" as "Court of Sea and Shore".
_ACRONYM = re.compile(r"\b(?:[A-Z]\.?){2,5}(?!\w)")
_BETWEEN_INITIALS = r"[\w.]*\W+(?:(?:and|for|in|of|on|the)\W+)*"
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
    """Return OUT_OF_DOMAIN_QUERY_IGNORED if the best passages do not touch the question."""
    unseen = unseen_term_idf(idf)
    grown = min(_THRESHOLD * unseen, _HIGHEST_THRESHOLD) * _expansion_factor(asked)
    threshold = max(
        _LOWEST_THRESHOLD * _language_factor(asked), grown * _large_corpus_factor(asked)
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

    It must say enough of it, and an amount or a date that is asked for must be there: what tells
    nothing of money does not say how much a thing costs. What says no more of the question than
    the title of its document must show by a sum, a date or a name that it answers. The text that
    the best of them is from must be about what the question names.
    """
    is_long = len(asked.weights) > MOST_TERMS
    least = _LEAST_COVERED * _language_factor(asked) * _expansion_factor(asked)
    best = max(evidence, key=lambda one: one.score)
    passage = passages[best.passage]
    if not is_long and _lacks_subject(asked, passage):
        return False
    if asked.expansion_terms and not _is_said_in_other_words(asked, passage, best.position):
        return False
    return any(
        (is_long or each.coverage >= least)
        and _holds_answer_type(asked, each.text)
        and (each.says_more or _answers_by_type(asked, each.text))
        for each in evidence
    )


def _expansion_factor(asked: AnalyzedQuestion) -> float:
    """How many times as much is needed of what was looked for in other words, too."""
    return _EXPANSION_FACTOR if asked.expansion_terms else 1.0


def _is_said_in_other_words(asked: AnalyzedQuestion, passage: Passage, position: int) -> bool:
    """Whether a sentence under its heading says most of a question, some of it in other words.

    An amount that is asked for shows by itself which meaning of a word is meant.
    """
    parsed = parse(passage.text)
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


def _is_clear(asked: AnalyzedQuestion, told: Set[str], said: Set[str]) -> bool:
    """Whether terms of a question that are told, in other words too, tell what is asked.

    Those of its topic do not: "Where is it stored (data)?". A word alone has too many meanings, but
    with a particle it has one: "sign up".
    """
    if told <= terms_in_brackets(asked.text):
        return False
    is_phrase = any(
        len(asked.expansion_terms[other]) > 1 for other in asked.expansion_terms.keys() & said
    )
    return is_phrase or len(asked.terms) > 1


def _language_factor(asked: AnalyzedQuestion) -> float:
    """How much of what is needed in English suffices in the question's language."""
    is_known = not asked.language or asked.language in _OF_ONE_FORM
    return 1.0 if is_known else _OTHER_LANGUAGES_SHARE


def _large_corpus_factor(asked: AnalyzedQuestion) -> float:
    """The same where there are many passages, some of which hold its words by chance."""
    least = _language_factor(asked)
    return least if asked.language in _LITTLE_SAID else max(least, _OF_MANY_PASSAGES)


def _lacks_subject(asked: AnalyzedQuestion, passage: Passage) -> bool:
    """Whether a passage says less of the question than it lacks, and that is a name or one of two.

    It tells the like of others then, or others of that.
    """
    if not asked.is_english:
        return False
    parsed, title = parse(passage.text), title_terms(passage.title)
    wanted = asked.specific
    unsaid = wanted - title - parsed.counts.keys()
    missing = {term for term in unsaid if not _says_a_form(term, asked, parsed)}
    if asked.share(wanted - missing) >= asked.share(missing):
        return False
    is_short = len(wanted) <= _FEW and not asked.is_polar
    is_told = not asked.expected.isdisjoint(parsed.counts)  # "Height" for "How tall ...?"
    return (is_short and not is_told) or not missing.isdisjoint(_unsaid_names(asked, passage))


def _names_of(asked: AnalyzedQuestion) -> Set[str]:
    """The names of which something is asked."""
    return asked.names & asked.terms


def _unsaid_names(asked: AnalyzedQuestion, passage: Passage) -> Set[str]:
    """The names of the question but acronyms that a passage writes out, and numbers.

    A version or a year stands in a heading far above, or is told as "last season".
    """
    written_out = (one for one in _ACRONYM.findall(asked.text) if _writes_out(passage.text, one))
    named = {name for name in asked.names if not any(map(str.isdigit, name))}
    return named.difference(terms(" ".join(written_out)))


def _writes_out(text: str, acronym: str) -> bool:
    """Whether words of a text begin with the letters of an acronym: "United Nations"."""
    initials = filter(str.isalpha, acronym)
    return re.search(r"\b" + _BETWEEN_INITIALS.join(initials), text) is not None


def _says_a_form(term: str, asked: AnalyzedQuestion, parsed: ParsedText) -> bool:
    """Whether a text says another form of a term, or one of its family."""
    if term in asked.terms_in_other_words(parsed.counts.keys()):
        return True
    if any(asked.forms[form] == term for form in asked.forms.keys() & parsed.counts.keys()):
        return True
    return family(term) in parsed.families


def _holds_answer_type(asked: AnalyzedQuestion, text: str) -> bool:
    """Whether a sentence holds the amount or the date that is asked for, if one is."""
    if asked.answer_type in _TOLD_BY_OCCASION and _OCCASION.search(text):
        return True
    is_told = asked.answer_type in MEASURES or asked.answer_type is AnswerType.TIME
    return not is_told or matches_answer_type(asked, text)


def _answers_by_type(asked: AnalyzedQuestion, text: str) -> bool:
    return asked.answer_type in _TELLING_TYPES and matches_answer_type(asked, text)


def _has_other_numbers(asked: AnalyzedQuestion, passages: Sequence[Passage]) -> bool:
    """Whether the passages speak of other things of a kind only: of "error 4" for "error 42".

    What none of them numbers, they do not know by a number of several digits either.
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
