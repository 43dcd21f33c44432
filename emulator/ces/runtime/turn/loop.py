"""The turn of a session: one agent after the other, until one has answered."""

from __future__ import annotations

from emulator.ces.runtime.planning.items.ordinals import with_ordinals_resolved
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.turn import situations
from emulator.ces.runtime.turn.agent_run import AgentRun
from emulator.ces.runtime.turn.tool_calls import Paused
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.errors import failed_precondition
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_MOST_TRANSFERS = 10


async def run(turn: Turn, agent: Message) -> None:
    """Let the agent, and those it transfers to, handle a turn's inputs.

    FAILED_PRECONDITION if they transfer to each other, or call tools, without end.
    """
    state, handled = turn.state, [agent.display_name]
    turn.wanted = with_ordinals_resolved(turn.inputs.text, state.memory.listed)
    state.memory.add_text(situations.user_text(turn))
    try:
        while (target := await AgentRun(turn, agent, handled).run()) is not None:
            transfer = ces.AgentTransfer(target_agent=target.name, display_name=target.display_name)
            turn.record(agent.display_name, ces.Chunk(agent_transfer=transfer))
            handled.append(target.display_name)
            if len(handled) > _MOST_TRANSFERS:
                path = " -> ".join(handled)
                raise failed_precondition(f"The agents transfer to each other without end: {path}.")
            agent = target
    except Paused:
        pass
    state.agent = agent.name
    if not dialogue_acts.abandons(turn.inputs.text):
        state.ask(turn.inputs.text, answer=turn.quoted)
