"""Examples of an app, which show an agent what to do.

Rules do what an example shows for a text: one with the same words in the same order. A language
model reads the examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from emulator.ces.runtime.chat.transcript import transcript
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Transfer
from emulator.ces.runtime.session.app_snapshot import Snapshot
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_NO_WORD = re.compile(r"\W+")


def example_step(
    app: Snapshot, agent: Message, tools: Sequence[Message], text: str
) -> Decision | None:
    """The first step of the agent after the text in an example of it; None if there is none."""
    said = _words(text)
    if not said:
        return None
    for example in _of_agent(app, agent):
        for chunk in _after(said, example.messages):
            step = _step(app, tools, chunk)
            if step is not None:
                return step
    return None


def transcripts(app: Snapshot, agent: Message) -> Iterator[str]:
    """The examples that begin with the agent, as texts."""
    for example in _of_agent(app, agent):
        shown = transcript(app, example.messages)
        yield "\n".join((f"Example: {example.display_name}", *shown))


def _of_agent(app: Snapshot, agent: Message) -> Iterator[Message]:
    for example in app.all("examples"):
        entry = example.entry_agent or app.app.root_agent
        if entry == agent.name and not example.invalid:
            yield example


def _after(said: str, messages: Iterable[Message]) -> Iterator[Message]:
    """The chunks of the agents that follow a user's text, up to the user's next."""
    follows = False
    for message in messages:
        if message.role == "user":
            follows = any(_words(chunk.text) == said for chunk in message.chunks)
        elif follows:
            yield from message.chunks


def _step(app: Snapshot, tools: Sequence[Message], chunk: Message) -> Decision | None:
    """The step that a chunk shows, if the agent can make it."""
    kind = chunk.WhichOneof("data")
    if kind == "text":
        return Say(chunk.text)
    if kind == "agent_transfer":
        target = app.find(chunk.agent_transfer.target_agent)
        return None if target is None else Transfer(target)
    if kind == "tool_call":
        called = _name(chunk.tool_call)
        found = (tool for tool in tools if tool.name == called)
        tool = next(found, None)
        return None if tool is None else Call(tool, struct_dict(chunk.tool_call.args))
    return None


def _name(call: Message) -> str:
    if call.HasField("toolset_tool"):
        return f"{call.toolset_tool.toolset}/tools/{call.toolset_tool.tool_id}"
    return str(call.tool)


def _words(text: str) -> str:
    return " ".join(_NO_WORD.split(text.casefold())).strip()
