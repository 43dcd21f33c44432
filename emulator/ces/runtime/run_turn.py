"""A turn from what the client sends to what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from emulator.ces.environment import Environment
from emulator.ces.runtime.context import Mocked
from emulator.ces.runtime.session import records
from emulator.ces.runtime.session.opening import open_turn
from emulator.ces.runtime.turn import error_handling
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.messages import ces
from emulator.surface.registry import Message


async def run_turn(
    environment: Environment,
    config: Message,
    inputs: Sequence[Message],
    emit: Callable[[Message], None] = lambda output: None,
    *,
    source: int | None = None,
    mocked: Mapping[str, Mocked] | None = None,
) -> Turn:
    """Run the next turn of the session that a config names, and keep it; ApiError if it fails.

    `emit` is called with each output when it is made. A new conversation is of the `source`, by
    default of that which the config tells. Tools that are `mocked`, by their names, are not run.
    """
    turn, conversation, agent = open_turn(environment, config, inputs, emit)
    turn.mocked = mocked or {}
    if source is not None:
        conversation.source = source
    error = await error_handling.run(turn, agent) if turn.inputs.asks else ""
    types = [ces.Conversation.InputType.Name(one) for one in turn.inputs.types]
    turn.spans.end(**{"input types": types, **({"error": error} if error else {})})
    if not turn.outputs:
        turn.outputs.append(ces.SessionOutput(turn_index=turn.state.turn))
    turn.outputs[-1].turn_completed = True
    if not config.exclude_diagnostic_info:
        turn.outputs[-1].diagnostic_info.messages.extend(turn.messages)
        turn.outputs[-1].diagnostic_info.root_span.CopyFrom(turn.spans.root)
    records.save(turn, conversation)
    return turn
