"""The situations that agents of a turn decide in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from emulator.answering.rephrasing.rephrase import rephrase
from emulator.answering.values import Turn as Question
from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.planning.decisions import Offered, Situation
from emulator.ces.runtime.planning.instructions.parameter_values import instructed_schema
from emulator.ces.runtime.planning.instructions.steps import references_in_order
from emulator.ces.runtime.planning.understanding.dialogue_acts import abandons
from emulator.ces.runtime.planning.understanding.short_spellings import written_out
from emulator.ces.runtime.session.inputs import without_events
from emulator.ces.runtime.session.state import MOST_READ
from emulator.ces.runtime.tools.toolsets import operations_of
from emulator.ces.runtime.turn import transfer_rules
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.registry import Message


def user_text(turn: Turn) -> str:
    """The user's text as agents read it: `MOST_READ` characters, short spellings written out."""
    return written_out((without_events(turn.wanted) or turn.wanted)[:MOST_READ])


async def situation(
    turn: Turn, agent: Message, tools: Sequence[Message], handled: Sequence[str]
) -> Situation:
    """The situation of an agent; those that have `handled` the turn are not transferred to."""
    state, said = turn.state, user_text(turn)
    earlier = [Question(one, state.answers.get(one, "")) for one in state.questions]
    question = said if abandons(said) else rephrase(said, earlier)  # "Forget it" asks for nothing.
    children, parents = await transfer_rules.allowed_agents(turn, agent)
    above = _others(parents, handled)
    own = Situation(
        agent=agent,
        text=said,
        standalone_text=question,
        tools=_with_schemas(tools),
        parents=[_above(turn, parent, handled, said, question) for parent in above],
        variables=state.variables,
        memory=state.memory,
        earlier=[one for one in map(written_out, state.memory.said) if one != said],
        open_call=state.open_call,
        is_new_here=len(handled) > 1,
    )
    below = [_below(turn, child, own) for child in children]
    done = [one for one in below if one.agent.display_name in handled]
    left = [one for one in below if one not in done]
    return _instructed(replace(own, children=left, handled=done))


def _above(
    turn: Turn, agent: Message, handled: Sequence[str], said: str, question: str
) -> Situation:
    """The situation of a parent, with its other children."""
    above = Situation(agent, said, question, _own_tools(turn, agent))
    children = _others(map(turn.app.require, agent.child_agents), handled)
    return _instructed(replace(above, children=[_below(turn, child, above) for child in children]))


def _below(turn: Turn, agent: Message, above: Situation) -> Situation:
    """The situation of a child, without its own parents and children."""
    tools = _own_tools(turn, agent)
    below = replace(above, agent=agent, tools=tools, children=(), parents=(), open_call=None)
    return _instructed(below)


def _instructed(situation: Situation) -> Situation:
    """A situation whose schemas follow the agent's instruction, and whose tools its order.

    Agents have their tools in any order, and sorted by name after an import.
    """
    said, known = situation.instruction, situation.variables
    named = references_in_order(said)
    places = {name: place for place, name in enumerate(named)}
    last = len(named)
    ordered = sorted(situation.tools, key=lambda one: places.get(one.tool.display_name, last))
    tools = [Offered(one.tool, instructed_schema(said, *one, known)) for one in ordered]
    return replace(situation, tools=tools)


def _own_tools(turn: Turn, agent: Message) -> list[Offered]:
    """An agent's tools; servers of toolsets are not asked for it."""
    found = [tool for tool in map(turn.app.find, agent.tools) if tool is not None]
    for one in agent.toolsets:
        found += operations_of(turn.app.require(one.toolset), one.tool_ids)
    return _with_schemas(found)


def _others(agents: Iterable[Message], handled: Sequence[str]) -> list[Message]:
    return [one for one in agents if one.display_name not in handled]


def _with_schemas(tools: Sequence[Message]) -> list[Offered]:
    return [Offered(tool, schema_of(tool)) for tool in tools]
