"""Follow-up questions resolved by what documents say, and questions to ask next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from emulator.answering import pipeline
from emulator.answering.related.questions import related_questions
from emulator.answering.rephrasing.context_expansion import NO_TERMS, ResolvedQuery
from emulator.answering.rephrasing.coreference.interpretations import FollowUp
from emulator.answering.values import AnswerDraft, Passage, Question, Turn
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.retrieval.query import Query

_READ = 10


def question_answer_pairs(said: Iterable[tuple[bool, str]]) -> list[Turn]:
    """Return each question with the first answer to it, oldest first.

    `said` are texts in order, each behind whether it is a question.
    """
    turns: list[Turn] = []
    for asks, text in said:
        if asks:
            turns.append(Turn(text))
        elif turns and not turns[-1].answer:
            turns[-1] = Turn(turns[-1].question, text)
    return turns


def resolve_follow_up(asked: FollowUp, retriever: Retriever) -> ResolvedQuery:
    """The standalone question, in the interpretation that the documents support."""

    def find(text: str, weights: Mapping[str, float] = NO_TERMS) -> Sequence[Passage]:
        query = Query.parse(text).with_expansion(weights)
        return passages_of(retriever.chunks(query, _READ).found)

    return asked.resolve(find, retriever.idf)


def suggested_questions(
    asked: Sequence[str], found: Sequence[Found], retriever: Retriever
) -> list[str]:
    """Up to five further questions that the documents answer; the last of `asked` found these."""

    def answer(text: str) -> AnswerDraft:
        passages = passages_of(retriever.chunks(text, _READ).found)
        return pipeline.answer(Question(text), passages, retriever.idf)

    return related_questions(asked, answer(asked[-1]), passages_of(found), answer)
