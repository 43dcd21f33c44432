"""What an agent does next, decided by rules where the service asks a language model.

A tool or a child agent is chosen by the words that the user's text shares with its name, its
description, and the sentence of the agent's instruction that refers to it as `{@TOOL: name}` or
`{@AGENT: name}`. A question that fits none goes to the agent's data store tool; what is none, to
what it has anything to do with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from emulator.ces.runtime import replies, small_talk
from emulator.ces.runtime.actions import does_something, may_be_wanted, verbs, wishes
from emulator.ces.runtime.arguments import Arguments, told
from emulator.ces.runtime.dates import without_dates
from emulator.ces.runtime.decisions import Call, Decision, Say, Situation, Transfer
from emulator.ces.runtime.fitting import Option, only_tells, options, own_words, score_of_tool
from emulator.ces.runtime.instructions import opening, prescribed
from emulator.ces.runtime.matching import spelled, terms
from emulator.ces.runtime.preparing import goal_of, in_order, prepared
from emulator.ces.runtime.questions import asks, asks_in_general
from emulator.ces.runtime.reading import DISTINCT, Subject, subject
from emulator.ces.runtime.tools.data_store import text_config
from emulator.ces.runtime.waiting import (
    Waiting,
    asked_again,
    corrected,
    repeated,
    resumed,
    unanswered,
    waits,
)
from emulator.surface.registry import Message

_FOLLOWS = re.compile(
    r"\s*(?:(?:and|or|also|but|then|(?:and )?(?:what|how) about|same for)\b|\S+(?:\s+\S+){0,2}$)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"(?:(?:btw|by the way|anyway|also|oh)\b[\s,:]*)+", re.IGNORECASE)


def plan(situation: Situation) -> Decision:
    """The next step of an agent that has not called a tool yet for what the user said."""
    return (
        _thanked(situation)
        or _ending(situation)
        or corrected(situation)
        or resumed(situation)
        or _fitting_or_known(situation)
        or _repeated(situation)
        or _following(situation)
        or _known_by_its_arguments(situation)
        or _prescribed(situation)
        or _sent_back(situation)
        or asked_again(situation)
        or _otherwise(situation)
    )


def instead(situation: Situation) -> Decision | None:
    """What has something to do with a question that no document answers."""
    tools = [one for one in situation.tools if not one[0].HasField("data_store_tool")]
    return _fitting(replace(situation, tools=tools), short_of=1)


def announced(decision: Decision) -> Sequence[Say]:
    """What an agent says before it does what it has decided: the last words of a session."""
    if isinstance(decision, Call) and _is_end(decision.tool):
        escalated = decision.args.get("session_escalated") is True
        return (Say(replies.HANDED_OVER if escalated else replies.GOODBYE),)
    return ()


def _thanked(situation: Situation) -> Decision | None:
    """Nothing of what somebody gives thanks for is wanted once more."""
    return Say(replies.WELCOME) if small_talk.gives_thanks(situation.text) else None


def _ending(situation: Situation) -> Decision | None:
    """End the session if the user asks for it and the agent may."""
    text = situation.text.strip()
    tool = next((one for one, _ in situation.tools if _is_end(one)), None)
    if tool is None:
        return None
    if small_talk.is_farewell(text):
        return Call(tool, {"reason": "The user has said goodbye.", "session_escalated": False})
    if small_talk.asks_for_a_person(text):
        return Call(tool, {"reason": "The user asks for a person.", "session_escalated": True})
    return None


def _is_end(tool: Message) -> bool:
    return bool(tool.system_tool.name == "end_session")


def _following(situation: Situation) -> Decision | None:
    """What fits the question that the text is short for: "and A-7?", "And in Oslo?".

    A tool must have an argument from the text itself: it is not called again for nothing new.
    """
    if not _FOLLOWS.match(situation.text) or situation.question == situation.text:
        return None
    parents = [replace(one, text=one.question) for one in situation.parents]
    decided = _fitting(replace(situation, text=situation.question, parents=parents))
    if not isinstance(decided, Call):
        return decided
    said = told(situation.schema_of(decided.tool), situation.text, situation.variables)
    return Call(decided.tool, decided.args | said) if said else None


def _fitting(situation: Situation, short_of: int = 0) -> Decision | None:
    """What fits best of what fits well enough, or is so much short of it.

    Of what fits equally well it is the first, but a call of a tool that only tells something comes
    before others, and for a question what can be answered.
    """
    scored = list(options(situation, short_of))
    best, _ = max(scored, key=itemgetter(0), default=(0, None))
    decided = [_taken(situation, option) for fits, option in scored if fits == best]
    decided.sort(key=lambda one: isinstance(one, Call) and not only_tells(one.tool))
    if asks(situation.text):
        decided.sort(key=lambda one: not isinstance(one, Call | Transfer))
    return decided[0] if decided else None


def _fitting_or_known(situation: Situation) -> Decision | None:
    """What fits best; before another agent, what the agent itself can tell."""
    decided = _fitting(situation)
    own = _known_by_its_arguments(situation) if isinstance(decided, Transfer) else None
    return own if isinstance(own, Call) and only_tells(own.tool) else decided


def _taken(situation: Situation, option: Option) -> Decision | None:
    """The step that an option is; None if documents may know what its tool is not told."""
    if isinstance(option, Transfer):
        return option
    tool, schema = option
    if tool.HasField("data_store_tool"):
        return _search(situation, tool)
    read = prepared(situation, schema)
    if tool.widget_tool.data_mapping.source_tool_name:
        read.missing.clear()  # Another tool's response may have them.
    is_told = not read.missing and not _was_called(situation, tool, read.found)
    if not is_told and _documents(situation) and asks_in_general(situation.text):
        return None
    return _step(situation, tool, schema, read)


def _step(situation: Situation, tool: Message, schema: Message, read: Arguments) -> Decision:
    """The step to a call, with a question before what a text may not ask for is done."""
    step = in_order(situation, tool, schema, read)
    if isinstance(step, Call) and step.tool is tool and not _is_meant(situation, tool, schema):
        return Waiting(tool, schema, read.found).question()
    return step


def _was_called(situation: Situation, tool: Message, args: Mapping[str, Any]) -> bool:
    """Whether a call is the latest once more: what it tells was just told."""
    memory = situation.memory
    return memory.tool == tool.name and memory.args == args and not memory.has_failed


def _is_meant(situation: Situation, tool: Message, schema: Message) -> bool:
    """Whether a text asks for what a tool does: by its verb, or without other words.

    Else it may only tell of it: "Order A-7 is broken".
    """
    words = terms(own_words(situation))
    if not does_something(tool) or verbs(tool) & words or wishes(situation.text):
        return True
    said = told(schema, situation.text, situation.variables)
    named = terms(spelled(tool.display_name))
    others = terms(without_dates(situation.text)) - terms(" ".join(map(str, said.values())))
    return len(said) + len(named & words) > 1 and not others - named


def _prescribed(situation: Situation) -> Decision | None:
    """What the instruction has the agent say in such a case."""
    said = prescribed(situation.agent.instruction, situation.text)
    return Say(said, situation.open_call) if said else None


def _sent_back(situation: Situation) -> Decision | None:
    """An agent below that waits for what may be told now."""
    if situation.open_call is None or asks(situation.text):
        return None
    if small_talk.answer(situation.agent, situation.text):
        return None
    waiting = (one for one in situation.children if situation.open_call.tool in one.tools)
    found = next(waiting, None)
    return None if found is None else Transfer(found)


def _repeated(situation: Situation) -> Decision | None:
    """The latest call once more for "and A-7?"; what does something only if it went wrong."""
    if not _FOLLOWS.match(situation.text) or waits(situation):
        return None
    again = repeated(situation)
    if again is None or not (only_tells(again.tool) or situation.memory.has_failed):
        return None
    return again


def _known_by_its_arguments(situation: Situation) -> Decision | None:
    """The tool that the text has most arguments for, which are no plain words or numbers.

    What only tells something needs one, if the session knows all the others; what does something
    two. Where documents may answer a question, one has to be a code.
    """
    general = _documents(situation) and asks_in_general(situation.text)
    best: tuple[tuple[int, int], Decision] | None = None
    for tool, schema in situation.tools:
        if not may_be_wanted(situation.text, tool) or not schema.required:
            continue
        said = told(schema, situation.text, situation.variables)
        kinds = [subject(name, schema.properties[name]) for name in said if name in schema.required]
        sure = sum(one in DISTINCT for one in kinds)
        if not sure or (general and Subject.SHAPED not in kinds):
            continue
        read = prepared(situation, schema)
        is_known = not read.missing if only_tells(tool) else sure > 1 and not asks(situation.text)
        if is_known:
            rank = sure, score_of_tool(situation, tool, situation.text)
            if best is None or rank > best[0]:
                best = rank, _step(situation, tool, schema, read)
    return best and best[1]


def _first_step(situation: Situation) -> Decision | None:
    """How the instruction begins in all cases, for who only tells what is the matter."""
    if situation.memory.called or asks(situation.text):
        return None
    name = opening(situation.agent.instruction)
    for tool, schema in situation.tools:
        is_first = tool.display_name == name and only_tells(tool) and schema.required
        if is_first and may_be_wanted(situation.text, tool):
            read = prepared(situation, schema)
            waiting = Waiting(tool, schema, read.found, goal_of(situation, tool, schema))
            return waiting.question() if read.missing else in_order(situation, tool, schema, read)
    return None


def _otherwise(situation: Situation) -> Decision:
    """An answer to small talk; for a question the documents; else what has to do with it at all.

    Who has nothing of that asks the agent above.
    """
    text = situation.text.strip()
    answer = small_talk.answer(situation.agent, text)
    if answer:
        return Say(answer)
    documents = _documents(situation)
    if documents is not None and asks_in_general(text):
        return _search(situation, documents)
    likeliest = _fitting(situation, short_of=1)
    first = None if isinstance(likeliest, Call | Transfer) else _first_step(situation)
    if first is not None:
        return first
    if documents is not None and not isinstance(likeliest, Call | Transfer):
        return _search(situation, documents)
    return likeliest or _only_tool(situation) or _given_up(situation)


def _only_tool(situation: Situation) -> Decision | None:
    """What an agent is there for that has one tool, if it was sent here or is told an argument."""
    tools = [one for one in situation.tools if not one[0].HasField("system_tool")]
    if len(tools) != 1 or not may_be_wanted(situation.text, tools[0][0]):
        return None
    has_argument = told(tools[0][1], situation.text, situation.variables)
    is_told = has_argument and not asks_in_general(situation.text)
    return _taken(situation, tools[0]) if is_told or situation.is_new_here else None


def _given_up(situation: Situation) -> Decision:
    general = asks_in_general(situation.text)
    knowing = [one.agent for one in situation.parents if general and _documents(one)]
    if knowing:
        return Transfer(knowing[0])
    asked = unanswered(situation)
    if asked is not None:
        return asked
    if situation.parents:
        return Transfer(situation.parents[0].agent)
    if situation.is_new_here or small_talk.asks_what_to_ask(situation.text):
        return Say(replies.introduction(situation.agent))
    return Say(replies.NO_CAPABILITY)


def _documents(situation: Situation) -> Message | None:
    tools = (tool for tool, _ in situation.tools)
    return next((tool for tool in tools if tool.HasField("data_store_tool")), None)


def _search(situation: Situation, tool: Message) -> Call:
    """Search for the question, as the user put it if the tool rewrites none."""
    rewrites = not text_config(tool.data_store_tool).rewriter_config.disabled
    query = situation.question if rewrites else situation.text
    plain = _ASIDE.sub("", query, count=1) if _ASIDE.match(query) else query
    return Call(tool, {"query": plain or query}, situation.open_call)
