"""SessionService: the turns of sessions with the agents of an app."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator

from emulator.ces.environment import Service
from emulator.ces.runtime.run_turn import run_turn
from emulator.ces.runtime.session.opening import read_config
from emulator.surface.errors import ApiError, invalid_argument, renamed
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_PIECE = re.compile(r"\S+\s*")
_PIECE_WORDS = 5


class SessionService(Service):
    """Sessions of apps: the first turn makes one, the end of a session lets no more follow."""

    async def run_session(self, request: Message) -> Message:
        """One turn, with all that is said in it."""
        outputs = await self._run(request.config, list(request.inputs), lambda output: None)
        return ces.RunSessionResponse(outputs=outputs)

    async def stream_run_session(self, request: Message) -> AsyncIterator[Message]:
        """The same, each output when it is there; texts in pieces if that is asked for."""
        async for output in self._stream(request.config, list(request.inputs)):
            yield ces.RunSessionResponse(outputs=[output])

    async def bidi_run_session(self, requests: AsyncIterator[Message]) -> AsyncIterator[Message]:
        """Turns one after the other: first the config, then inputs, which may be in parts.

        Parts of which no last one comes are answered when the client ends the stream.
        """
        config: Message | None = None
        inputs: list[Message] = []
        async for request in requests:
            kind = request.WhichOneof("message_type")
            if config is None and kind == "config":
                config = request.config
                read_config(self.environment, config)  # Who waits for a greeting is told, too.
            elif config is None:
                raise invalid_argument("config", "the first message must be the config.")
            elif kind != "realtime_input":
                raise invalid_argument("realtime_input", "after the config come inputs.")
            else:
                inputs.append(request.realtime_input)
            if inputs and not inputs[-1].will_continue:
                given, inputs = inputs, []
                async for said in self._said(config, given):
                    yield said
                    if said.HasField("end_session"):
                        return
        if config is not None and inputs:
            async for said in self._said(config, inputs):
                yield said

    async def _said(self, config: Message, inputs: list[Message]) -> AsyncIterator[Message]:
        """What the server says in a turn; the end of the session is told once more by itself."""
        try:
            async for output in self._stream(config, inputs):
                yield ces.BidiSessionServerMessage(session_output=output)
                if output.HasField("end_session"):
                    yield ces.BidiSessionServerMessage(end_session=output.end_session)
        except ApiError as error:
            for number in range(len(inputs)):
                error = renamed(error, f"inputs[{number}]", "realtime_input")
            raise error from None

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
        return (await run_turn(self.environment, config, inputs, emit)).outputs


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
