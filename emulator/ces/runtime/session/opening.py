"""The next turn of a session, new or stored, with the client's inputs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from emulator.ces.environment import Environment
from emulator.ces.runtime.session import records
from emulator.ces.runtime.session.app_snapshot import Snapshot
from emulator.ces.runtime.session.app_version import served_app
from emulator.ces.runtime.session.inputs import Inputs, read_inputs
from emulator.ces.runtime.session.records import StoredSession
from emulator.ces.runtime.session.state import SessionState, defaults
from emulator.ces.runtime.turn.turn import Turn
from emulator.ces.time_zones import UNKNOWN, check_time_zone, time_zone
from emulator.ces.validation.messages import check_messages
from emulator.surface import names
from emulator.surface.errors import (
    failed_precondition,
    invalid_argument,
    missing_field,
    unimplemented,
)
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]{4,62}")
_TEMPLATE = "projects/*/locations/*/apps/*/sessions/*"


class OpenedTurn(NamedTuple):
    """A turn that is about to run, its conversation, and its first agent."""

    turn: Turn
    conversation: Message
    agent: Message


def open_turn(
    environment: Environment,
    config: Message,
    inputs: Sequence[Message],
    emit: Callable[[Message], None],
) -> OpenedTurn:
    """The next turn of the session that a config names.

    INVALID_ARGUMENT for what cannot be an input; FAILED_PRECONDITION if the session has ended, or
    if the app has no agent to begin.
    """
    session, deployment, app = read_config(environment, config)
    given = read_inputs(inputs, (one.name for one in app.app.variable_declarations))
    kept = records.load(environment.store, session)
    conversation, state, history = kept or _new(environment, config, session, app, deployment)
    _check_state(state, given, session)
    state.turn += 1
    state.variables |= given.variables
    turn = Turn(
        environment=environment,
        app=app,
        session=session,
        state=state,
        inputs=given,
        emit=emit,
        history=history,
        use_fakes=config.use_tool_fakes,
        language=app.app.language_settings.default_language_code,
    )
    agent = _agent(app, state, conversation)
    if given.chunks:
        turn.record("user", *given.chunks)
    if kept is None:
        turn.record_struct(agent.display_name, "default_variables", state.variables)
    return OpenedTurn(turn, conversation, agent)


def read_config(environment: Environment, config: Message) -> tuple[str, str, Snapshot]:
    """The session that a config names, its deployment and its app, checked."""
    session = session_name(config.session, "config.session")
    if config.HasField("output_audio_config"):
        raise unimplemented("SessionConfig.output_audio_config", "agents answer in text")
    deployment, app = served_app(environment, config, session)
    _check_config(config, app)
    return session, deployment, app


def session_name(name: str, where: str) -> str:
    """The canonical name of a session, new or not; INVALID_ARGUMENT for any other name."""
    if not name:
        raise missing_field(where)
    session = names.canonical(name)
    if not names.matches(session, _TEMPLATE) or not _ID.fullmatch(names.resource_id(session)):
        reason = f"'{session[:200]}' must be {_TEMPLATE} with an id of {_ID.pattern}."
        raise invalid_argument(where, reason)
    return session


def _new(
    environment: Environment, config: Message, session: str, app: Snapshot, deployment: str
) -> StoredSession:
    """A new session, with the client's historical contexts."""
    contexts = list(config.historical_contexts)
    kind = ces.Conversation
    entry = names.canonical(config.entry_agent) or app.app.root_agent
    conversation = kind(entry_agent=entry, deployment=deployment)
    conversation.source = kind.LIVE if deployment else kind.SIMULATOR
    today = _today(environment.clock.now(), config.time_zone, app.app)
    variables = defaults(app.app, session, today)
    state = SessionState(variables=variables, agent=entry)
    said = (message.chunks for message in contexts if message.role == "user")
    state.ask(*(chunk.text for chunks in said for chunk in chunks))
    return StoredSession(conversation, state, lambda: contexts)


def _check_config(config: Message, app: Snapshot) -> None:
    """Refuse a config that no session can begin with, in later turns too."""
    check_messages(config.historical_contexts, "config.historical_contexts", timed=True)
    entry = names.canonical(config.entry_agent)
    if entry and not (names.is_of(entry, "agents") and app.find(entry)):
        raise invalid_argument("config.entry_agent", f"Reference not found: {entry[:200]}.")
    check_time_zone(config.time_zone, "config.time_zone")


def _today(time: int, asked: str, app: Message) -> str:
    """The date at a time in microseconds, in the config's time zone, else the app's."""
    zone = asked or app.time_zone_settings.time_zone
    place = time_zone(zone)
    if place is None:
        raise failed_precondition(f"The app {app.name} cannot run: {UNKNOWN.format(zone)}")
    return datetime.fromtimestamp(time / 1e6, place).date().isoformat()


def _check_state(state: SessionState, inputs: Inputs, session: str) -> None:
    """Refuse inputs after the session's end, and results of calls that are not pending.

    What else comes while functions are open is an answer of another kind: they are dropped.
    """
    if state.ended:
        raise failed_precondition(f"The session {session} has ended; it takes no further input.")
    pending = {one.id: one for one in state.pending}
    for where, response in inputs.tool_responses:
        asked = pending.pop(response.id, None)
        if asked is None:
            raise invalid_argument(f"{where}.id", f"no tool call '{response.id[:100]}' is open.")
        if response.tool and names.canonical(response.tool) != asked.tool:
            raise invalid_argument(f"{where}.tool", f"the call {asked.id} is of {asked.tool}.")
    if not inputs.tool_responses:
        state.pending, state.beside = [], ""


def _agent(app: Snapshot, state: SessionState, conversation: Message) -> Message:
    """The agent that spoke last; the entry agent in a new session, or if that is deleted."""
    found = app.find(state.agent) if state.agent else None
    name = conversation.entry_agent
    if found is None and name:
        found = app.find(name)
    if found is None:
        hint = "Create an agent, and name it as the rootAgent of the app."
        raise failed_precondition(f"App root agent ({name}) not found.", hint)
    return found
