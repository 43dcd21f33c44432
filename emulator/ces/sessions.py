"""SessionService: the turns of sessions with the agents of an app."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from emulator.ces.environment import Environment
from emulator.ces.messages import check_messages
from emulator.ces.runtime import loop, record, snapshot
from emulator.ces.runtime.inputs import Inputs, read_inputs
from emulator.ces.runtime.record import Kept
from emulator.ces.runtime.snapshot import Snapshot
from emulator.ces.runtime.state import SessionState, defaults
from emulator.ces.runtime.turn import Turn
from emulator.storage import resources
from emulator.surface import names
from emulator.surface.errors import (
    failed_precondition,
    invalid_argument,
    missing_field,
    not_found,
    unimplemented,
)
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]{4,62}")
_DRAFT = "-"
_PIECE = re.compile(r"\S+\s*")
_PIECE_WORDS = 5


class Sessions:
    """Sessions of apps: the first turn makes one, the end of a session lets no more follow."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    async def run_session(self, request: Message) -> Message:
        """One turn, with all that is said in it."""
        outputs = await self._run(request.config, list(request.inputs), lambda output: None)
        return ces.RunSessionResponse(outputs=outputs)

    async def stream_run_session(self, request: Message) -> AsyncIterator[Message]:
        """The same, each output when it is there; texts in pieces if that is asked for."""
        async for output in self._stream(request.config, list(request.inputs)):
            yield ces.RunSessionResponse(outputs=[output])

    async def bidi_run_session(self, requests: AsyncIterator[Message]) -> AsyncIterator[Message]:
        """Turns one after the other: first the config, then inputs, which may be in parts."""
        config: Message | None = None
        inputs: list[Message] = []
        async for request in requests:
            kind = request.WhichOneof("message_type")
            if config is None and kind == "config":
                config = request.config
            elif config is None:
                raise invalid_argument("config", "the first message must be the config.")
            elif kind != "realtime_input":
                raise invalid_argument("realtime_input", "after the config come inputs.")
            else:
                inputs.append(request.realtime_input)
            if inputs and not inputs[-1].will_continue:
                given, inputs = inputs, []
                async for output in self._stream(config, given):
                    yield ces.BidiSessionServerMessage(session_output=output)
                    if output.HasField("end_session"):
                        yield ces.BidiSessionServerMessage(end_session=output.end_session)
                        return

    async def _stream(self, config: Message, inputs: list[Message]) -> AsyncIterator[Message]:
        """The outputs as they are made; the last is held back until the turn is complete."""
        queue: asyncio.Queue[Message | None] = asyncio.Queue()
        running = asyncio.create_task(self._run(config, inputs, queue.put_nowait))
        running.add_done_callback(lambda _: queue.put_nowait(None))
        held: Message | None = None
        try:
            while (output := await queue.get()) is not None:
                if held is not None:
                    for piece in _pieces(held, config):
                        yield piece
                held = output
            for piece in _pieces((await running)[-1], config):
                yield piece
        finally:
            running.cancel()

    async def _run(
        self, config: Message, inputs: list[Message], emit: Callable[[Message], None]
    ) -> list[Message]:
        turn, conversation, agent = self._prepare(config, inputs, emit)
        if turn.inputs.asks:
            await loop.run(turn, agent)
        turn.spans.end(
            **{"input types": [ces.Conversation.InputType.Name(one) for one in turn.inputs.types]}
        )
        outputs = turn.outputs or [ces.SessionOutput(turn_index=turn.state.turn)]
        last = outputs[-1]
        last.turn_completed = True
        if not config.exclude_diagnostic_info:
            last.diagnostic_info.messages.extend(turn.messages)
            last.diagnostic_info.root_span.CopyFrom(turn.spans.root)
        record.save(turn, conversation)
        return outputs

    def _prepare(
        self, config: Message, given: list[Message], emit: Callable[[Message], None]
    ) -> tuple[Turn, Message, Message]:
        """The turn that is to run, its conversation, and the agent that begins it."""
        session = _session(config)
        deployment, app = self._app(config, names.parent(session))
        declared = (one.name for one in app.app.variable_declarations)
        inputs = read_inputs(given, declared)
        with self.environment.store.read() as connection:
            kept = record.load(connection, session)
        kept = kept or self._new(config, session, app, deployment)
        conversation, state, history = kept
        _check_state(state, inputs, session)
        is_new = state.turn == 0
        state.turn += 1
        state.variables |= inputs.variables
        turn = Turn(
            environment=self.environment,
            app=app,
            session=session,
            state=state,
            inputs=inputs,
            emit=emit,
            history=history,
            use_fakes=config.use_tool_fakes,
            language=app.app.language_settings.default_language_code,
        )
        agent = _agent(app, state, conversation)
        if inputs.chunks:
            turn.record("user", *inputs.chunks)
        if is_new:
            turn.record_struct(agent.display_name, "default_variables", state.variables)
        return turn, conversation, agent

    def _app(self, config: Message, name: str) -> tuple[str, Snapshot]:
        """The deployment's name and the app as it, or else the config, has it."""
        version, deployment = names.canonical(config.app_version), ""
        if config.deployment:
            deployment = names.canonical(config.deployment)
            if names.parent(deployment) != name:
                raise invalid_argument("config.deployment", f"it is not of the app {name}.")
            with self.environment.store.read() as connection:
                body = resources.get(connection, deployment)
            if body is None:
                raise not_found("Deployment", deployment)
            version = _version(ces.Deployment.FromString(body), names.canonical(config.session))
        store = self.environment.store
        if not version or names.resource_id(version) == _DRAFT:
            return deployment, snapshot.draft(store, name)
        if names.parent(version) != name:
            raise invalid_argument("config.app_version", f"it is not of the app {name}.")
        return deployment, snapshot.of_version(store, version)

    def _new(self, config: Message, session: str, app: Snapshot, deployment: str) -> Kept:
        """A session before its first turn, with the history that the client brings."""
        contexts = list(config.historical_contexts)
        check_messages(contexts, "config.historical_contexts", timed=True)
        kind = ces.Conversation
        entry = names.canonical(config.entry_agent) or app.app.root_agent
        conversation = kind(entry_agent=entry, deployment=deployment)
        conversation.source = kind.LIVE if deployment else kind.SIMULATOR
        today = self._today(config.time_zone or app.app.time_zone_settings.time_zone)
        state = SessionState(variables=defaults(app.app, session, today), agent=entry)
        state.questions = [
            chunk.text
            for message in contexts
            for chunk in message.chunks
            if message.role == "user" and chunk.text
        ]
        return Kept(conversation, state, contexts)

    def _today(self, zone: str) -> str:
        try:
            place = ZoneInfo(zone) if zone else UTC
        except (KeyError, ValueError, OSError):
            raise invalid_argument("config.time_zone", f"'{zone[:100]}' is unknown.") from None
        return datetime.fromtimestamp(self.environment.clock.now() / 1e6, place).date().isoformat()


def _session(config: Message) -> str:
    """The canonical name of the session that a config names."""
    if not config.session:
        raise missing_field("config.session")
    session = names.canonical(config.session)
    template = "projects/*/locations/*/apps/*/sessions/*"
    if not names.matches(session, template) or not _ID.fullmatch(names.resource_id(session)):
        raise invalid_argument(
            "config.session", f"'{session[:200]}' must be {template} with an id of {_ID.pattern}."
        )
    if config.HasField("output_audio_config"):
        raise unimplemented("SessionConfig.output_audio_config", "agents answer in text")
    return session


def _version(deployment: Message, session: str) -> str:
    """The version that a deployment runs; a running experiment divides the sessions by their names.

    The same session always has the same one.
    """
    release = deployment.experiment_config.version_release
    if release.state == deployment.experiment_config.RUNNING:
        share = zlib.crc32(session.encode()) % 100
        for allocation in release.traffic_allocations:
            share -= allocation.traffic_percentage
            if share < 0:
                return names.canonical(allocation.app_version)
    return str(deployment.app_version)


def _check_state(state: SessionState, inputs: Inputs, session: str) -> None:
    """Refuse inputs after the end, and results of functions that nobody asked for.

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
        state.pending = []


def _agent(app: Snapshot, state: SessionState, conversation: Message) -> Message:
    """The agent that spoke last; the entry agent at first, or if the other is gone."""
    found = app.find(state.agent) if state.agent else None
    name = conversation.entry_agent
    if found is None and name:
        found = app.find(name)
    if found is None or found.DESCRIPTOR.name != "Agent":
        raise failed_precondition(f"App root agent ({name}) not found.")
    return found


def _pieces(output: Message, config: Message) -> Iterator[Message]:
    """A text in pieces of a few words, if texts are to be streamed; all else as it is."""
    words = _PIECE.findall(output.text) if config.enable_text_streaming else ()
    if len(words) <= _PIECE_WORDS:
        yield output
        return
    starts = range(0, len(words), _PIECE_WORDS)
    texts = ["".join(words[start : start + _PIECE_WORDS]) for start in starts]
    for text in texts[:-1]:
        yield ces.SessionOutput(turn_index=output.turn_index, text=text)
    output.text = texts[-1]
    yield output
