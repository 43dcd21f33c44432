"""Further questions that the documents answer, made of what was found for the one that was asked.

They are the questions that documents ask themselves, their headings put as questions, statements
turned around ("The Rook 2 costs 149 euros." answers "How much does the Rook 2 cost?"), and the
fields of records. None is shown before it was asked: what comes must say what it was made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, zip_longest

from emulator.answering.document_text.layout import FIELD, SentenceKind
from emulator.answering.document_text.named_entities import name_spans
from emulator.answering.document_text.parsed_text import Sentence, parse, text_language
from emulator.answering.generation.rendering import without_unit
from emulator.answering.pipeline import top_passages
from emulator.answering.related.from_headings import (
    question_from_field,
    question_from_heading,
    without_number,
)
from emulator.answering.related.from_statements import (
    question_from_statement,
    questions_from_mentions,
)
from emulator.answering.rephrasing.coreference.context_dependence import depends_on_context
from emulator.answering.values import AnswerDraft, Passage
from emulator.retrieval.text.analysis import is_stop_word, terms
from emulator.retrieval.text.languages import language_of

# The service's samples show five.
_MOST = 5
_MOST_TRIED = 15
_LONGEST = 120
_MOST_MENTIONS = 4
_MOST_READ = 5

# English prose has more than twice as many, other languages hardly any.
_LEAST_STOP_WORDS = 0.15

_LONGEST_VALUE = 40
# Questions that share so many of their words ask the same.
_SAME = 0.7


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A question and the sentences of which an answer to it says at least one."""

    question: str
    sources: tuple[str, ...]


def related_questions(
    asked: Sequence[str],
    answer: AnswerDraft,
    passages: Sequence[Passage],
    ask: Callable[[str], AnswerDraft],
) -> list[str]:
    """Return up to five questions beside those that were asked, of which one was answered.

    `ask` answers a question from the documents. What is nearest to the answer comes first.
    """
    shown: list[str] = []
    known = [frozenset(terms(one)) for one in asked]
    near = top_passages(passages)
    further = [passage for passage in passages[:_MOST_READ] if passage not in near]
    found = chain.from_iterable(_by_turns(map(_candidates, part)) for part in (near, further))
    candidates = _fresh(found, answer)
    for candidate in islice(_unlike(candidates, known), _MOST_TRIED):
        draft = ask(candidate.question)
        says = draft.answer.text
        if draft.skipped is None and any(source in says for source in candidate.sources):
            shown.append(candidate.question)
        if len(shown) == _MOST:
            break
    return shown


def _by_turns(found: Iterable[Iterable[_Candidate]]) -> Iterator[_Candidate]:
    """The first of each passage, then the second of each: not all from one document."""
    return (one for row in zip_longest(*found) for one in row if one is not None)


def _fresh(candidates: Iterable[_Candidate], answer: AnswerDraft) -> Iterator[_Candidate]:
    """Those that the answer does not answer already."""
    said = "" if answer.skipped else answer.answer.text
    return (one for one in candidates if not any(source in said for source in one.sources))


def _unlike(candidates: Iterable[_Candidate], known: list[frozenset[str]]) -> Iterator[_Candidate]:
    """Those that ask something else than the questions known so far, to which each is added."""
    for one in candidates:
        words = frozenset(terms(one.question))
        if words and not any(_are_same(words, each) for each in known):
            known.append(words)
            yield one


def _are_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) > _SAME * min(len(one), len(other))


def _candidates(passage: Passage) -> Iterator[_Candidate]:
    sentences = parse(passage.text).sentences
    found = [_of_questions(sentences)]
    if passage.structured:
        found.append(_of_fields(sentences, passage.title))
    elif _is_english(passage.text):
        common = _common(passage.text)
        found += [
            _of_headings(passage, sentences, common),
            _of_statements(sentences, common),
            _of_mentions(sentences),
        ]
    for one in chain(*found):
        if len(one.question) <= _LONGEST and not depends_on_context(one.question):
            yield one


def _of_questions(sentences: Sequence[Sentence]) -> Iterator[_Candidate]:
    for place, sentence in enumerate(sentences):
        if sentence.kind is SentenceKind.QUESTION and (under := _under(sentences, place)):
            yield _Candidate(without_number(sentence.text.lstrip("#* ")), under)


def _of_headings(
    passage: Passage, sentences: Sequence[Sentence], common: frozenset[str]
) -> Iterator[_Candidate]:
    names, title = _names(passage.text), passage.title.lower()
    for place, sentence in enumerate(sentences):
        text = sentence.text.strip("#*: ")
        if sentence.kind is SentenceKind.HEADING and text.lower() != title:
            # Headings in which only the first word is capitalized are written as sentences are.
            first, _, rest = text.partition(" ")
            opening = {first.lower()} if rest[:1].islower() and first not in names else set()
            question, under = (
                question_from_heading(text, common | opening),
                _under(sentences, place),
            )
            if question and under and not language_of(text):
                yield _Candidate(question, under)


def _of_statements(sentences: Iterable[Sentence], common: frozenset[str]) -> Iterator[_Candidate]:
    for sentence in sentences:
        if sentence.kind in (SentenceKind.PROSE, SentenceKind.ITEM) and sentence.is_ended:
            question = question_from_statement(sentence.text, common)
            if question:
                yield _Candidate(question, (sentence.text,))


def _of_mentions(sentences: Iterable[Sentence]) -> Iterator[_Candidate]:
    """A few, of one mention a sentence: they are easily had, and the least telling questions."""
    prose = (one for one in sentences if one.kind is SentenceKind.PROSE and one.is_ended)
    asked = ((next(questions_from_mentions(one.text), ""), one) for one in prose)
    found = (_Candidate(question, (one.text,)) for question, one in asked if question)
    return islice(found, _MOST_MENTIONS)


def _of_fields(sentences: Iterable[Sentence], title: str) -> Iterator[_Candidate]:
    """What the short fields of a record say about it."""
    for sentence in sentences:
        field = FIELD.fullmatch(sentence.text)
        if field is not None and title and len(field["value"]) <= _LONGEST_VALUE:
            question = question_from_field(without_unit(field["name"]), title)
            if question:
                yield _Candidate(question, (field["value"],))


def _under(sentences: Sequence[Sentence], place: int) -> tuple[str, ...]:
    """The sentences that stand under a heading or a question."""
    return tuple(sentence.text for sentence in sentences if sentence.heading == place)


# As with what is read of them, the same passages are looked at for one question after another.
@lru_cache(maxsize=2048)
def _names(passage: str) -> frozenset[str]:
    """The words that are written as names inside a sentence."""
    texts = [one.text for one in parse(passage).sentences if one.kind is SentenceKind.PROSE]
    return frozenset(text[start:end] for text in texts for start, end in name_spans(text))


@lru_cache(maxsize=2048)
def _common(passage: str) -> frozenset[str]:
    """The words that the text writes in lower case."""
    sentences = parse(passage).sentences
    words = (word.strip(".,;:!?()") for one in sentences for word in one.text.split())
    return frozenset(word for word in words if word.islower())


@lru_cache(maxsize=2048)
def _is_english(text: str) -> bool:
    """Whether the rules for turning sentences into questions are of its language."""
    if text_language(text) not in {"", "en"}:
        return False
    words = text.split()
    return sum(is_stop_word(word.lower()) for word in words) > _LEAST_STOP_WORDS * len(words)
