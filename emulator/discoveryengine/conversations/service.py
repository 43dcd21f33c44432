"""Conversations of ConversationalSearchService: the multi-turn API before sessions and answers."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.discoveryengine.conversations import records
from emulator.discoveryengine.conversations.context import context_turns
from emulator.discoveryengine.conversations.exchange import Exchange
from emulator.discoveryengine.environment import Service, may_block
from emulator.discoveryengine.given_ids import id_in_name
from emulator.discoveryengine.retrieval.scope.targets import ALIASES, Target, resolve_target
from emulator.discoveryengine.search.summaries import check_summary
from emulator.discoveryengine.user_fields import check_pseudo_id, check_user_labels
from emulator.resources import masks, paging
from emulator.resources.list_filter import Field, enum_number, parse_filter, parse_order
from emulator.resources.worker import in_worker_if
from emulator.storage import conversations
from emulator.surface import names
from emulator.surface.errors import already_exists, invalid_argument, missing_field, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf, timestamp
from emulator.surface.registry import Message

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
        response = Exchange(self.environment, request, target, conversation, context).response()
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
