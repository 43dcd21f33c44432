"""One exchange of a conversation: a question searched for in the light of it, and the reply."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.answering.rephrasing.rephrase import follow_up, recent_turns
from emulator.answering.values import Turn
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.extractive_content import Extracts
from emulator.discoveryengine.retrieval.follow_ups import (
    question_answer_pairs,
    resolve_follow_up,
    suggested_questions,
)
from emulator.discoveryengine.retrieval.matching_chunks import with_best_chunks
from emulator.discoveryengine.retrieval.results import fill_document_result
from emulator.discoveryengine.retrieval.retriever import Retriever
from emulator.discoveryengine.retrieval.scope.scopes import read_scopes
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.discoveryengine.search.summaries import summarize
from emulator.retrieval.query import Query
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.unpublished_fields import has_field

_RESULTS = 10


class Exchange:
    """The question of a ConverseConversationRequest, and what is found for it.

    `context` is what the user sees beside the conversation. INVALID_ARGUMENT for filters and boosts
    that do not fit the data stores.
    """

    def __init__(
        self,
        environment: Environment,
        request: Message,
        target: Target,
        conversation: Message,
        context: Sequence[Turn],
    ) -> None:
        self._environment, self._request, self._target = environment, request, target
        self._history = _history(conversation)
        self._retriever = Retriever(environment, read_scopes(environment, target.branches, request))
        asked = follow_up(request.query.input, [*self._history, *context])
        self._query, weights = resolve_follow_up(asked, self._retriever)
        sought = Query.parse(self._query).with_expansion(weights, alone=False)
        found = self._retriever.documents(sought, _RESULTS, 0)
        self._results = with_best_chunks(self._retriever, found, sought)

    def response(self) -> Message:
        """The response but for the conversation: the reply and the results."""
        response = de.ConverseConversationResponse(reply=de.Reply())
        if self._request.HasField("summary_spec"):
            summary = self._summary()
            response.reply.summary.CopyFrom(summary)
            # Deprecated, and not in v1: programs read it instead of the summary all the same.
            response.reply.reply = summary.summary_text
            if has_field(response, "related_questions"):  # They take time to make.
                response.related_questions.extend(self._related_questions())
        self._add_results(response)
        return response

    def _summary(self) -> Message:
        return summarize(
            self._environment,
            self._request.summary_spec,
            self._request.query.input,
            self._query,
            self._target,
            self._retriever,
            self._results.found,
        )

    def _related_questions(self) -> Sequence[str]:
        known = [*(turn.question for turn in self._history), self._query]
        return suggested_questions(known, self._results.found, self._retriever)

    def _add_results(self, response: Message) -> None:
        """Results with link, snippet and extractive answer, which clients read without asking."""
        extracts = Extracts(self._query, self._retriever)
        for found in self._results.found:
            answers = extracts.answers([found], 1)
            derived = {"snippets": extracts.snippets(found), "extractive_answers": answers}
            fill_document_result(response.search_results.add(), found, derived)


def _history(conversation: Message) -> list[Turn]:
    """What was asked before, each with the summary that it got, oldest first."""
    said = (
        (True, one.user_input.input)
        if one.HasField("user_input")
        else (False, _said(one.reply.summary))
        for one in conversation.messages
    )
    return list(recent_turns(question_answer_pairs(said)))


def _said(summary: Message) -> str:
    """The text of a summary; empty if there is none, or only what is said in its place."""
    if summary.summary_skipped_reasons:
        return ""
    return str(summary.summary_with_metadata.summary or summary.summary_text)
