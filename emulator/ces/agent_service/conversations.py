"""AgentService's conversations: what was said in the sessions of an app, newest first.

Those that ended longer ago than the app's retention window are no longer there to be read.

The reference says both that lists without a source have live traffic only and that they have all;
they have all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emulator.ces.environment import Service
from emulator.ces.stored_resources import app
from emulator.resources import paging
from emulator.resources.list_filter import Field, enum_number, parse_filter, time
from emulator.storage import agent_sessions
from emulator.storage.conditions import All, Compare, Condition, Either
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import ApiError, invalid_argument, not_found
from emulator.surface.messages import ces, microseconds, protobuf
from emulator.surface.registry import Message

_DEFAULT, _MOST = 50, 1000
_NEWEST_FIRST = (("start_time", True),)
_LOGGED = Compare("logged", "=", True)


class Conversations(Service):
    """Conversations of apps; every turn of a session is added to its conversation at once."""

    def get_conversation(self, request: Message) -> Message:
        """The conversation with its turns, of the source that is asked for or of any."""
        name = names.canonical(request.name)
        with self.environment.store.read() as connection:
            conversation = _load(connection, name, request.source)
            self._check_retained(connection, conversation)
            _add_turns(connection, conversation)
        for turn in conversation.turns:
            conversation.messages.extend(turn.messages)
        return conversation

    def list_conversations(self, request: Message) -> Message:
        """The conversations of an app, with their turns but without the copy of their messages."""
        parent = names.canonical(request.parent)
        page = paging.Page.of(request, _DEFAULT, _MOST)
        wanted = (_LOGGED, *_sources(request), parse_filter(request.filter, _fields(parent)))
        response = ces.ListConversationsResponse()
        with self.environment.store.read() as connection:
            retained = Compare("end_time", ">", self._retained_since(connection, parent))
            condition = All((*wanted, retained))
            listing = page.listing(parent, condition, _NEWEST_FIRST)
            found = agent_sessions.page(connection, listing)
            bodies, response.next_page_token = page.cut(found)
            for body in bodies:
                conversation = response.conversations.add()
                conversation.MergeFromString(body)
                _add_turns(connection, conversation)
        return response

    def _retained_since(self, connection: Connection, parent: str) -> int:
        """The time since which an app's conversations are kept, in microseconds."""
        logging = app(connection, parent).logging_settings.conversation_logging_settings
        return int(self.environment.clock.now() - logging.retention_window.ToMicroseconds())

    def _check_retained(self, connection: Connection, conversation: Message) -> None:
        """NOT_FOUND for a conversation that is older than the app keeps them."""
        since = self._retained_since(connection, names.parent(conversation.name))
        if microseconds(conversation.end_time) <= since:
            raise not_found("Conversation", conversation.name)

    def delete_conversation(self, request: Message) -> Message:
        """Delete a conversation, found as it is read; its session, if it goes on, begins anew."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            _load(connection, name, request.source)
            agent_sessions.remove(connection, name)
        return protobuf.Empty()

    def batch_delete_conversations(self, request: Message) -> Message:
        """Delete those of the conversations that there are; the operation is done at once."""
        parent = names.canonical(request.parent)
        wanted = _named(request.conversations, parent)
        response = ces.BatchDeleteConversationsResponse()
        with self.environment.store.write() as connection:
            app(connection, parent)
            for name in wanted:
                try:
                    _load(connection, name)
                except ApiError as error:
                    response.failed_conversations.append(name)
                    response.error_messages.append(error.message)
                    continue
                agent_sessions.remove(connection, name)
                response.deleted_conversations.append(name)
            return self.finished(connection, names.location(parent), response)


def _load(connection: Connection, name: str, source: int = 0) -> Message:
    """A conversation without its turns; one of another source than a given one is not found."""
    body = agent_sessions.get(connection, name)
    if body is None or not agent_sessions.is_logged(connection, name):
        raise not_found("Conversation", name)
    conversation: Message = ces.Conversation.FromString(body)
    if source not in (0, conversation.source):
        raise not_found("Conversation", name)
    return conversation


def _add_turns(connection: Connection, conversation: Message) -> None:
    for turn in agent_sessions.turns(connection, conversation.name):
        conversation.turns.add().MergeFromString(turn)


def _sources(request: Message) -> Sequence[Condition]:
    """`sources` wins over the older `source`; neither means all."""
    wanted = list(request.sources) or ([request.source] if request.source else [])
    wanted = [one for one in wanted if one]
    return (Either(tuple(Compare("source", "=", one) for one in wanted)),) if wanted else ()


def _fields(parent: str) -> Mapping[str, Field]:
    """What a filter may name; a client's own id of a conversation is the id of its session."""
    by_id = Field("name", lambda text: f"{parent}/conversations/{text}")
    return {
        "start_time": Field("start_time", time),
        "create_time": Field("start_time", time),
        "end_time": Field("end_time", time),
        "source": Field("source", enum_number(ces.Conversation.Source)),
        "name": Field("name", names.canonical),
        "customer_conversation_id": by_id,
        "conversation_id": by_id,
        "ces_transcript.search": Field("transcript", is_search=True),
    }


def _named(given: Sequence[str], parent: str) -> list[str]:
    """The canonical names of conversations of an app, each once."""
    found = list(dict.fromkeys(map(names.canonical, given)))
    for number, name in enumerate(found):
        if names.parent(name) != parent or names.collection_id(name) != "conversations":
            raise invalid_argument(f"conversations[{number}]", f"it is not one of {parent}.")
    return found
