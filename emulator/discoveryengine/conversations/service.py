"""Conversations of ConversationalSearchService: the multi-turn API before sessions and answers."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.answering.rephrasing.rephrase import follow_up, recent_turns
from emulator.answering.values import Turn
from emulator.discoveryengine.conversations import records
from emulator.discoveryengine.conversations.context import context_turns
from emulator.discoveryengine.environment import Service, may_block
from emulator.discoveryengine.given_ids import id_in_name
from emulator.discoveryengine.retrieval.extractive_content import Extracts
from emulator.discoveryengine.retrieval.follow_ups import (
    question_answer_pairs,
    resolve_follow_up,
    suggested_questions,
)
from emulator.discoveryengine.retrieval.matching_chunks import with_best_chunks
from emulator.discoveryengine.retrieval.results import fill_document_result
from emulator.discoveryengine.retrieval.retriever import Results, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import read_scopes
from emulator.discoveryengine.retrieval.scope.targets import ALIASES, Target, resolve_target
from emulator.discoveryengine.search.summaries import check_summary, summarize
from emulator.discoveryengine.user_fields import check_pseudo_id, check_user_labels
from emulator.resources import masks, paging
from emulator.resources.list_filter import Field, enum_number, parse_filter, parse_order
from emulator.resources.worker import in_worker_if
from emulator.retrieval.query import Query
from emulator.storage import conversations
from emulator.surface import names
from emulator.surface.errors import already_exists, invalid_argument, missing_field, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf, timestamp
from emulator.surface.registry import Message
from emulator.surface.unpublished_fields import has_field

_RESULTS = 10
_FILTERS: Mapping[str, Field] = {
    "user_pseudo_id": Field("user_pseudo_id"),
    "state": Field("state", enum_number(de.Conversation.State)),
}
_ORDERS = {
    "update_time": "update_time",
    "create_time": "create_time",
    "conversation_name": "name",
}
_NEWEST_FIRST = (("update_time", True),)


class ConversationService(Service):
    """Conversations; each exchange appends the user's message and the reply."""

    @in_worker_if(may_block)
    def converse_conversation(self, request: Message) -> Message:
        """Search for the query in the light of the conversation, and record both."""
        if not request.query.input.strip():
            raise missing_field("query.input")
        check_user_labels(request.user_labels)
        check_summary(request.summary_spec, "summary_spec")
        name = names.canonical(request.name)
        target = self._target(request, names.parent(name))
        conversation = self._conversation(request, name)
        context = context_turns(self.environment, target, request.query.context)
        scopes = read_scopes(self.environment, target.branches, request)
        retriever = Retriever(self.environment, scopes)
        history = _history(conversation)
        asked = follow_up(request.query.input, [*history, *context])
        query, weights = resolve_follow_up(asked, retriever)
        sought = Query.parse(query).with_expansion(weights, alone=False)
        results = with_best_chunks(retriever, retriever.documents(sought, _RESULTS, 0), sought)
        response = de.ConverseConversationResponse(reply=de.Reply())
        if request.HasField("summary_spec"):
            summary = summarize(
                self.environment,
                request.summary_spec,
                request.query.input,
                query,
                target,
                retriever,
                results.found,
            )
            response.reply.summary.CopyFrom(summary)
            # Deprecated, and not in v1: programs read it instead of the summary all the same.
            response.reply.reply = summary.summary_text
            if has_field(response, "related_questions"):  # They take time to make.
                known = [*(turn.question for turn in history), query]
                response.related_questions.extend(
                    suggested_questions(known, results.found, retriever)
                )
        _add_results(response, query, retriever, results)
        response.conversation.CopyFrom(self._record(request, conversation, response.reply))
        return response

    def create_conversation(self, request: Message) -> Message:
        """Create a conversation under an id that the server assigns, or that its name has."""
        parent = names.canonical(request.parent)
        conversation = masks.writable(request.conversation)
        check_pseudo_id(conversation.user_pseudo_id, "conversation.user_pseudo_id")
        asked = id_in_name(conversation.name, parent, "conversations", "conversation.name")
        conversation.name = f"{parent}/conversations/{asked or self.environment.ids.new()}"
        with self.environment.store.write() as connection:
            self.require_parent(connection, parent)
            if conversations.get(connection, conversation.name) is not None:
                raise already_exists("Conversation", conversation.name)
            records.create(connection, conversation, self.environment.clock.now())
        return conversation

    def get_conversation(self, request: Message) -> Message:
        """The conversation with its messages."""
        with self.environment.store.read() as connection:
            return records.load(connection, names.canonical(request.name))

    def list_conversations(self, request: Message) -> Message:
        """The conversations of a parent, those changed last first unless an order is asked for."""
        parent = names.canonical(request.parent)
        page = paging.Page.of(request, 50, 1000)
        condition = parse_filter(request.filter, _FILTERS)
        order = parse_order(request.order_by, _ORDERS) or _NEWEST_FIRST
        response = de.ListConversationsResponse()
        with self.environment.store.read() as connection:
            self.require_parent(connection, parent)
            listing = page.listing(parent, condition, order)
            bodies, response.next_page_token = page.cut(conversations.page(connection, listing))
            for body in bodies:
                response.conversations.add().MergeFromString(body)
            records.add_messages(connection, *response.conversations)
        return response

    def update_conversation(self, request: Message) -> Message:
        """Change the masked fields."""
        name = names.canonical(request.conversation.name)
        now = self.environment.clock.now()
        with self.environment.store.write() as connection:
            conversation = records.load(connection, name)
            masks.update(conversation, request.conversation, request.update_mask.paths)
            check_pseudo_id(conversation.user_pseudo_id, "conversation.user_pseudo_id")
            records.save(connection, conversation, now)
            records.replace_messages(connection, conversation, now)
        return conversation

    def delete_conversation(self, request: Message) -> Message:
        """Delete a conversation with its messages."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            if not conversations.remove(connection, name):
                raise not_found("Conversation", name)
        return protobuf.Empty()

    def _target(self, request: Message, parent: str) -> Target:
        config = request.serving_config or f"{parent}/servingConfigs/{ALIASES[0]}"
        target = resolve_target(self.environment, config)
        if target.parent != parent:
            raise invalid_argument(
                "serving_config", f"it belongs to {target.parent}, the conversation to {parent}."
            )
        return target

    def _conversation(self, request: Message, name: str) -> Message:
        """The stored conversation with its last messages, or for `-` a new one, not stored yet."""
        if names.resource_id(name) == "-":
            conversation = masks.writable(request.conversation)
            check_pseudo_id(conversation.user_pseudo_id, "conversation.user_pseudo_id")
            conversation.name = f"{names.parent(name)}/conversations/{self.environment.ids.new()}"
            return conversation
        with self.environment.store.read() as connection:
            conversation = records.load(connection, name, with_messages=False)
            records.add_last_messages(connection, conversation)
        return conversation

    def _record(self, request: Message, conversation: Message, reply: Message) -> Message:
        """Store the exchange; returns the conversation as it is now, with all its messages."""
        clock = self.environment.clock
        now = clock.now()
        asked = de.ConversationMessage(user_input=request.query, create_time=timestamp(now))
        answered = de.ConversationMessage(reply=reply, create_time=timestamp(clock.now()))
        with self.environment.store.record() as connection:
            if conversation.HasField("start_time"):
                # Another call may have changed or deleted it while this one searched.
                conversation = records.load(connection, conversation.name, with_messages=False)
                records.append(connection, conversation, [asked, answered], now)
                records.add_messages(connection, conversation)
            else:
                conversation.messages.extend([asked, answered])
                conversation.end_time.CopyFrom(timestamp(now))
                records.create(connection, conversation, now)
        return conversation


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


def _add_results(response: Message, query: str, retriever: Retriever, results: Results) -> None:
    """Results with link, snippet and extractive answer, which clients read without asking."""
    extracts = Extracts(query, retriever)
    for found in results.found:
        answers = extracts.answers([found], 1)
        derived = {"snippets": extracts.snippets(found), "extractive_answers": answers}
        fill_document_result(response.search_results.add(), found, derived)
