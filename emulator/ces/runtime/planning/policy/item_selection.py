"""What is done with one of the things that a tool has listed, for who says which one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.candidates import only_tells
from emulator.ces.runtime.planning.decisions import Decision, Offered, Say, Situation
from emulator.ces.runtime.planning.instructions.steps import order
from emulator.ces.runtime.planning.item_references import thing_meant
from emulator.ces.runtime.planning.pending_call import waits
from emulator.ces.runtime.planning.policy.tool_selection import step
from emulator.ces.runtime.planning.prerequisites import only_picked_for, prepared
from emulator.ces.runtime.planning.understanding.questions import asks
from emulator.ces.runtime.planning.understanding.requests import requests
from emulator.ces.runtime.planning.understanding.tool_verbs import does_something
from emulator.surface.registry import Message


def picked(situation: Situation) -> Decision | None:
    """The step to what the instruction has first of what is done with such things.

    The text tells which one, "the morning one, please", and says nothing else; nothing else waits.
    """
    memory = situation.memory
    has_listed = any(tool.name == memory.tool and only_tells(tool) for tool, _ in situation.tools)
    if not has_listed or asks(situation.text) or waits(situation) is not None:
        return None
    named = order(situation.instruction)
    for one in sorted(situation.tools, key=lambda one: _place(named, one.tool)):
        said = only_picked_for(situation, *one) if does_something(one.tool) else {}
        if said:
            return _step(situation, one, said)
    return None


def asked_about(situation: Situation) -> Decision | None:
    """The thing that a tool has listed, for a question about it: "Is the evening one dearer?"."""
    thing = thing_meant(situation.text, situation.today, situation.memory.told)
    is_known = thing and asks(situation.text) and not requests(situation.text)
    return Say(replies.of_thing(thing), situation.open_call) if is_known else None


def _step(situation: Situation, one: Offered, said: dict[str, Any]) -> Decision:
    """The step to a call with what is said, and what the session knows."""
    read = prepared(replace(situation, text="", question=""), *one)
    read.add(said)
    read.found |= said
    return step(situation, *one, read)


def _place(named: Sequence[str], tool: Message) -> int:
    return named.index(tool.display_name) if tool.display_name in named else len(named)
