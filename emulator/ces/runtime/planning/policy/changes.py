"""A tool that changes what was made, in place of making it once more."""

from __future__ import annotations

from emulator.ces.runtime.planning.decisions import Call, Situation
from emulator.ces.runtime.planning.understanding.tool_verbs import changes


def change_of(situation: Situation, again: Call) -> Call | None:
    """The call that changes what the latest call made, as `again` would make it; None if none does.

    A tool for that takes what is new by the same names, and the session knows the id that it needs.
    """
    before = situation.memory.args
    news = {name: one for name, one in again.args.items() if before.get(name) != one}
    for tool, schema in situation.tools:
        known = dict(situation.memory.values_for(schema))
        ids = {name: known[name] for name in schema.required if name in known}
        is_able = {*schema.required} == ids.keys() and news.keys() <= {*schema.properties}
        if changes(tool) and tool.name != again.tool.name and is_able and ids:
            return Call(tool, {**ids, **news})
    return None
