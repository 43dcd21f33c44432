"""Sessions as they are stored: state and conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

from emulator.ces.runtime.session.state import SessionState
from emulator.ces.runtime.turn.turn import Turn
from emulator.ces.stored_resources import app
from emulator.storage import agent_sessions
from emulator.storage.agent_sessions import AgentSessionRow, AgentTurnRow
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import ces, microseconds, timestamp
from emulator.surface.registry import Message

_REMEMBERED = 10
_MULTIMODAL = (ces.Conversation.INPUT_TYPE_IMAGE, ces.Conversation.INPUT_TYPE_BLOB)


class StoredSession(NamedTuple):
    """A session between turns: its conversation without turns, and its state.

    `history` reads the latest messages, which few turns look at.
    """

    conversation: Message
    state: SessionState
    history: Callable[[], Sequence[Message]]


def conversation_name(session: str) -> str:
    """The conversation of a session has its id."""
    return f"{names.parent(session)}/conversations/{names.resource_id(session)}"


def load(store: Store, session: str) -> StoredSession | None:
    """The session of that name; None before its first turn."""
    name = conversation_name(session)
    with store.read() as connection:
        found = agent_sessions.state(connection, name)
    if found is None:
        return None
    history = cache(partial(_messages, store, name))
    return StoredSession(
        ces.Conversation.FromString(found[0]), SessionState.read(found[1]), history
    )


def _messages(store: Store, name: str) -> Sequence[Message]:
    with store.read() as connection:
        turns = agent_sessions.last_turns(connection, name, _REMEMBERED)
    return [one for body in turns for one in ces.Conversation.Turn.FromString(body).messages]


def save(turn: Turn, conversation: Message) -> None:
    """Keep a turn that has run; `conversation` is new or what `load` gave.

    ABORTED if the session is no longer where the turn began, NOT_FOUND if the app is gone.
    """
    store, now = turn.environment.store, turn.environment.clock.now()
    is_new = not conversation.name
    _complete(turn, conversation, now)
    name = conversation.name
    row = AgentSessionRow(
        name=name,
        parent=turn.app.name,
        source=conversation.source,
        start_time=microseconds(conversation.start_time),
        end_time=now,
        logged=_is_logged(turn.app.app),
        state=turn.state.written(),
        body=conversation.SerializeToString(),
    )
    body = ces.Conversation.Turn(messages=turn.messages, root_span=turn.spans.root)
    with store.write() as connection:
        app(connection, turn.app.name)
        _check_unchanged(connection, turn, name)
        (agent_sessions.add if is_new else agent_sessions.replace)(connection, row)
        if is_new and (earlier := turn.history()):
            before = ces.Conversation.Turn(messages=earlier).SerializeToString()
            agent_sessions.add_turn(connection, AgentTurnRow(name, 0, "", before))
        agent_sessions.add_turn(
            connection,
            AgentTurnRow(name, turn.state.turn, _transcript(turn), body.SerializeToString()),
        )


def _check_unchanged(connection: Connection, turn: Turn, name: str) -> None:
    current = agent_sessions.state(connection, name)
    kept = SessionState.read(current[1]).turn if current else 0
    if kept != turn.state.turn - 1:
        raise ApiError(
            Code.ABORTED,
            f"Another turn of {turn.session} ran at the same time, or its conversation was "
            "deleted meanwhile.",
        )


def _complete(turn: Turn, conversation: Message, now: int) -> None:
    if not conversation.name:
        conversation.name = conversation_name(turn.session)
        conversation.start_time.CopyFrom(turn.spans.root.start_time)
    conversation.end_time.CopyFrom(timestamp(now))
    conversation.turn_count = turn.state.turn
    conversation.language_code = turn.language
    conversation.app_version = turn.app.version
    types = dict.fromkeys([*conversation.input_types, *turn.inputs.types])
    conversation.input_types[:] = list(types)
    mixed = any(one in types for one in _MULTIMODAL)
    kind = ces.Conversation.ChannelType
    conversation.channel_type = kind.MULTIMODAL if mixed else kind.TEXT


def _is_logged(app: Message) -> bool:
    settings = app.logging_settings.conversation_logging_settings
    return not settings.disable_conversation_logging


def _transcript(turn: Turn) -> str:
    """What was said, for the search in transcripts."""
    return "\n".join(
        chunk.text for message in turn.messages for chunk in message.chunks if chunk.text
    )
