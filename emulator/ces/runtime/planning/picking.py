"""What is done with one of the things that a tool has listed, for who says which one."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.ces.runtime.planning.actions import TELLING, asked_by, does_something
from emulator.ces.runtime.planning.choosing import step
from emulator.ces.runtime.planning.decisions import Decision, Situation
from emulator.ces.runtime.planning.instructions import order
from emulator.ces.runtime.planning.options import only_tells
from emulator.ces.runtime.planning.preparing import picked_for, prepared
from emulator.ces.runtime.planning.questions import asks
from emulator.ces.runtime.planning.requests import wanted_verbs
from emulator.ces.runtime.planning.small_talk import is_reserved, refuses
from emulator.ces.runtime.words import terms
from emulator.surface.registry import Message


def picked(situation: Situation) -> Decision | None:
    """The step to what the instruction has first of what is done with such things.

    The text tells which one, "the morning one, please", and asks for nothing else.
    """
    text, memory = situation.text, situation.memory
    has_listed = any(tool.name == memory.tool and only_tells(tool) for tool, _ in situation.tools)
    if not has_listed or asks(text) or _declines(text) or terms(text) & TELLING:
        return None
    wanted, named = wanted_verbs(text), order(situation.instruction)
    for tool, schema in sorted(situation.tools, key=lambda one: _place(named, one.tool)):
        is_asked = not wanted or wanted & asked_by(tool)
        if does_something(tool) and is_asked and picked_for(situation, schema.required):
            return step(situation, tool, schema, prepared(situation, tool, schema))
    return None


def _declines(text: str) -> bool:
    return refuses(text) or is_reserved(text)


def _place(named: Sequence[str], tool: Message) -> int:
    return named.index(tool.display_name) if tool.display_name in named else len(named)
