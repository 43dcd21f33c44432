"""Agent tools: an agent that runs in a session of its own to answer one request."""

from __future__ import annotations

from typing import Any

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.session.inputs import read_inputs
from emulator.ces.runtime.session.state import SessionState
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.errors import failed_precondition, missing_field
from emulator.surface.messages import ces
from emulator.surface.registry import Message


async def run(
    turn: Turn, context: ToolContext, tool: Message, args: dict[str, Any]
) -> dict[str, Any]:
    """What the agent says to `args["request"]`; the variables are shared with it.

    FAILED_PRECONDITION for an agent that is reached from itself.
    """
    from emulator.ces.runtime.session import records
    from emulator.ces.runtime.turn import loop

    above = tuple(dict.fromkeys((*turn.chain, context.agent)))
    agent = _agent(turn, above, tool)
    inner = _inner(turn, (*above, agent.display_name), args)
    inner.record("user", *inner.inputs.chunks)
    await loop.run(inner, agent)
    inner.spans.end()
    source = ces.Conversation.AGENT_TOOL
    records.save(inner, ces.Conversation(entry_agent=agent.name, source=source))
    for output in inner.outputs:
        context.citations.extend(output.citations.cited_chunks)
    return {"output": "\n".join(output.text for output in inner.outputs if output.text)}


def _agent(turn: Turn, above: tuple[str, ...], tool: Message) -> Message:
    found = turn.app.require(tool.agent_tool.agent or tool.agent_tool.root_agent)
    if found.display_name in above:
        path = " -> ".join((*above, found.display_name))
        raise failed_precondition(f"An agent cannot be a tool of itself: {path}.")
    return found


def _inner(turn: Turn, chain: tuple[str, ...], args: dict[str, Any]) -> Turn:
    """The only turn of a session of the agent's own."""
    asked = args.get("request")
    if not isinstance(asked, str) or not asked.strip():
        raise missing_field("args.request")
    return Turn(
        environment=turn.environment,
        app=turn.app,
        session=f"{turn.app.name}/sessions/{turn.environment.ids.uuid()}",
        state=SessionState(variables=turn.state.variables, turn=1),
        inputs=read_inputs([ces.SessionInput(text=asked)], ()),
        use_fakes=turn.use_fakes,
        language=turn.language,
        chain=chain,
    )
