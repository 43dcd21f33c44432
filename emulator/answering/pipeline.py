"""The stages after retrieval, tied together: relevance, evidence, compose, cite, ground."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from emulator.answering.document_text.parsed_text import passage_terms, title_terms
from emulator.answering.evidence.foreign_texts import is_unrelated
from emulator.answering.evidence.records import RecordAnswer, tell_records
from emulator.answering.evidence.relevance import is_answered, relevance_skip_reason
from emulator.answering.evidence.row_figures import rows_by_figures
from emulator.answering.evidence.selection import find_evidence
from emulator.answering.generation.cite import cite
from emulator.answering.generation.compose import compose
from emulator.answering.generation.helpfulness import is_unhelpful
from emulator.answering.generation.skip_texts import answer_text
from emulator.answering.generation.writer import Task, Writer, rewrite
from emulator.answering.grounding.ground import ground
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.comparison import compared
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.question_analysis.term_weights import as_common_as_forms, idf_over
from emulator.answering.values import (
    AnswerDraft,
    ComposedAnswer,
    Evidence,
    Idf,
    Passage,
    Question,
    SkipReason,
)
from emulator.retrieval.text.languages import language_of

# The tail of a ranking matches a stray word or two. It is listed, but nothing is taken from it:
# reading less halves the time of an answer and changed no answer in the benchmark.
_LEAST_SCORE_SHARE = 0.5


def answer(
    question: Question,
    passages: Sequence[Passage],
    idf: Idf | None = None,
    writer: Writer | None = None,
) -> AnswerDraft:
    """Answer a question from ranked passages, best first.

    `idf` is the index's; without one it is computed over the passages. A writer, if there is one,
    puts the answer into its own words, from the passages in which evidence was looked for.

    The draft is skipped with OUT_OF_DOMAIN_QUERY_IGNORED where the passages do not touch the
    question (or there are none), NO_RELEVANT_CONTENT where no sentence answers it,
    LOW_GROUNDED_ANSWER where the support is below `question.minimum_grounding`, UNHELPFUL_ANSWER
    where the writer says that it has none.
    """
    if not passages:
        return skipped(SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED, question)
    idf = idf or idf_over(passages)
    asked = analyze(question.text, idf, question.expansion_terms)
    near = top_passages(passages, asked)
    asked = _weighed_by_forms(asked, near, idf)
    if rows := rows_by_figures(asked, near):
        return _written(question, rows, near, writer)
    if question.require_relevance and (reason := relevance_skip_reason(asked, near, idf)):
        return skipped(reason, question)
    evidence = find_evidence(asked, near, question.form.sentences)
    if not evidence or (question.require_relevance and not is_answered(asked, evidence, near)):
        return skipped(SkipReason.NO_RELEVANT_CONTENT, question)
    return _written(question, _within_words(evidence, question.form.words), near, writer)


def warm_up() -> None:
    """Compile the patterns of all stages, which would make the first answer 0.2 seconds slow."""
    answer(Question("How does it work?"), [Passage("It works well.", "Works")])


def _weighed_by_forms(
    asked: AnalyzedQuestion, passages: Sequence[Passage], idf: Idf
) -> AnalyzedQuestion:
    """A question in another language, its words as common as other forms that passages say."""
    if asked.is_english:
        return asked
    own = (one for one in passages if not is_unrelated(asked, one))
    forms = asked.forms_among(frozenset().union(*map(passage_terms, own)))
    return replace(asked, weights=as_common_as_forms(asked.weights, forms, idf)) if forms else asked


def answer_from_records(
    question: Question,
    passages: Sequence[Passage],
    told: RecordAnswer,
    writer: Writer | None,
) -> AnswerDraft:
    """Answer a question by what is told of records, each of which answers it.

    The draft is skipped with NO_RELEVANT_CONTENT if there are none.
    """
    evidence = tell_records(passages, told) if passages else []
    if not evidence:
        return skipped(SkipReason.NO_RELEVANT_CONTENT, question)
    return _written(question, evidence, passages, writer)


def _written(
    question: Question,
    evidence: Sequence[Evidence],
    near: Sequence[Passage],
    writer: Writer | None,
) -> AnswerDraft:
    """The draft with the text of the evidence, cited and grounded in the passages."""
    written = compose(evidence, bullets=question.form.bullets, numbered=question.form.numbered)
    composed = cite(written, evidence, near)
    is_checked = question.grounded or question.minimum_grounding > 0
    draft = AnswerDraft(composed, ground(composed, near) if is_checked else None)
    if writer is not None:
        draft = rewrite(draft, Task(question, near), writer)
        if not draft.note and is_unhelpful(draft.answer.text):
            return skipped(SkipReason.UNHELPFUL_ANSWER, question)
    if draft.grounding and draft.grounding.score < question.minimum_grounding:
        return skipped(SkipReason.LOW_GROUNDED_ANSWER, question)
    return draft


def skipped(reason: SkipReason, question: Question) -> AnswerDraft:
    """Return the draft that says why there is no answer, in the language asked for or in."""
    text = answer_text(reason, question.language or language_of(question.text))
    return AnswerDraft(ComposedAnswer(text, ()), skipped=reason)


def _within_words(evidence: list[Evidence], most_words: int) -> list[Evidence]:
    """The sentences that tell most and have no more words together; the best one always."""
    if not most_words:
        return evidence
    kept: list[Evidence] = []
    for sentence in sorted(evidence, key=lambda one: -one.score):
        words = sum(len(one.text.split()) for one in (*kept, sentence))
        if not kept or words <= most_words:
            kept.append(sentence)
    return [one for one in evidence if one in kept]


def top_passages(
    passages: Sequence[Passage], asked: AnalyzedQuestion | None = None
) -> list[Passage]:
    """Return the passages without the tail of the ranking, which is about something else.

    What is of the document that was found best is not: what tells of a whole document, as its
    category, stands in its first passage. Nor are records that say all that is `asked` of things
    but what these are called, which only some may say, and what has one of two compared things in
    its title, of which the other may have a longer name.
    """
    best = max(passages, key=lambda passage: passage.score, default=Passage(""))
    sides = _named_sides(asked) if asked is not None else ()
    least = _LEAST_SCORE_SHARE * max(best.score, 0.0)
    return [
        passage
        for passage in passages
        if passage.score >= least
        or (best.document and passage.document == best.document)
        or (asked is not None and _says_all_of_things(asked, passage))
        or (sides and _is_titled(passage, sides))
    ]


def _named_sides(asked: AnalyzedQuestion) -> Sequence[Set[str]]:
    """The terms of compared things that have names of their own: the "Rook", not the "Rook 2"."""
    sides = compared(asked) or ()
    return [side for side in sides if not all(map(str.isdigit, side))]


def _is_titled(passage: Passage, sides: Sequence[Set[str]]) -> bool:
    title = title_terms(passage.title)
    return any(side <= title for side in sides)


def _says_all_of_things(asked: AnalyzedQuestion, passage: Passage) -> bool:
    """Whether a record says all that is asked of things: "in stock" of "boats in stock"."""
    told = asked.specific - asked.kind_of_things
    is_asked = passage.structured and bool(asked.kind_of_things) and bool(told)
    return is_asked and told <= passage_terms(passage)
