"""What an agent does with a text by what it can do: its tools, its children, and those above it."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter

from emulator.ces.runtime.arguments.dates import without_dates
from emulator.ces.runtime.arguments.entity_types import DISTINCT, Subject, subject
from emulator.ces.runtime.arguments.extraction import Arguments, coded, told
from emulator.ces.runtime.planning.candidates import (
    Option,
    only_tells,
    options,
    own_words,
)
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation, Transfer
from emulator.ces.runtime.planning.instructions.steps import opening
from emulator.ces.runtime.planning.pending_call import Waiting, needs_consent, waits
from emulator.ces.runtime.planning.policy.document_search import documents, search
from emulator.ces.runtime.planning.policy.slot_filling import asked_again, asked_for, repeated
from emulator.ces.runtime.planning.prerequisites import goal_of, in_order, prepared, sent_in_order
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.assertions import tells
from emulator.ces.runtime.planning.understanding.intents import (
    asks_for,
    asks_if_able,
    may_be_wanted,
)
from emulator.ces.runtime.planning.understanding.questions import (
    asks,
    asks_how,
    asks_in_general,
    follows,
)
from emulator.ces.runtime.planning.understanding.requests import is_in_doubt, wanted_verbs, wishes
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    asked_by,
    does_something,
    notes,
    verbs,
)
from emulator.ces.runtime.tools.names import own_name
from emulator.ces.runtime.words import spelled, terms
from emulator.surface.messages import ces
from emulator.surface.registry import Message


def fitting(situation: Situation, short_of: int = 0) -> Decision | None:
    """What fits best of what fits well enough, or is so much short of it.

    Of what fits equally well it is the first, but what does something comes last, and a call that
    only tells something and is told what of comes first.
    """
    scored = list(options(situation, short_of))
    best = max((fits for fits, _ in scored), default=0)
    decided = [_taken(situation, option) for fits, option in scored if fits == best]
    if short_of:
        decided = [one for one in decided if not _may_be_known_better(situation, one)]
    return min(decided, key=_harm, default=None)


def noted(situation: Situation) -> Decision | None:
    """All that writes down what the text tells, at once: "12 with buttercream, I'm Omar".

    Each value of the text is taken once, by whatever it is for; none of what it tells in doubt.
    """
    tools = [one for one in situation.tools if notes(one.tool)]
    text = tells(situation.text)
    if not tools or not text or asks(situation.text):
        return None
    together, calls = ces.Schema(), []
    for _, schema in tools:
        for name, kind in schema.properties.items():
            together.properties[name].CopyFrom(kind)
    said = told(together, text, situation.variables)
    for tool, schema in tools:
        args = {name: said[name] for name in schema.properties if name in said}
        if args and args.keys() >= {*schema.required} and not needs_consent(situation, tool):
            calls.append(Call(tool, args))
    return replace(calls[0], beside=calls[1:]) if calls else None


def called_again(situation: Situation) -> Decision | None:
    """The latest call once more for "and A-7?"; what does something only if it went wrong."""
    if not follows(situation.text) or waits(situation):
        return None
    again = repeated(situation)
    if again is None or not (only_tells(again.tool) or situation.memory.has_failed):
        return None
    return asked_for(situation, again) if needs_consent(situation, again.tool) else again


def following(situation: Situation) -> Decision | None:
    """What fits the question that the text is short for: "and A-7?", "And in Oslo?".

    A tool must have an argument from the text itself: it is not called again for nothing new. Other
    agents are not asked for what the documents of this one may answer.
    """
    if not follows(situation.text):
        return None
    children = [replace(one, text=one.question) for one in situation.children]
    parents = [replace(one, text=one.question) for one in situation.parents]
    asked = replace(situation, text=situation.question, children=children, parents=parents)
    decided = fitting(asked)
    if isinstance(decided, Say):  # One question at a time.
        return asked_again(situation) or decided
    if not isinstance(decided, Call):
        is_known = asks_in_general(situation.text) and documents(situation) is not None
        return None if is_known else decided
    if does_something(decided.tool) and dialogue_acts.is_reserved(situation.text):
        return None  # "And not the other one."
    schema = situation.schema_of(decided.tool)
    return decided if told(schema, situation.text, situation.variables) else None


def known_by_its_arguments(situation: Situation) -> Decision | None:
    """The tool that the text has most arguments for, which are no plain words or numbers.

    What only tells something needs one, if the session knows all the others; what does something
    two, one of which the session may know. Where documents may answer a question, one has to be a
    code.
    """
    general, found = _may_be_known(situation), []
    for tool, schema in situation.tools:
        said = _sure(situation, schema) if may_be_wanted(situation.text, tool) else []
        if not said or (general and Subject.SHAPED not in said):
            continue
        read = prepared(situation, tool, schema)
        count = len(said if read.missing else read.found)
        if not read.missing if only_tells(tool) else count > 1:
            found.append((len(said), step(situation, tool, schema, read)))
    return max(found, key=itemgetter(0), default=(0, None))[1]


def _sure(situation: Situation, schema: Message) -> list[Subject]:
    """What those arguments are about that a text has for a tool without doubt."""
    said = told(schema, situation.text, situation.variables)
    kinds = (subject(name, schema.properties[name]) for name in said)
    return [one for one in kinds if one in DISTINCT]


def related(situation: Situation) -> Decision | None:
    """What has anything to do with the text, if nothing has to be asked for it."""
    decided = related_or_asked_for(situation)
    return decided if isinstance(decided, Call | Transfer) else None


def begun(situation: Situation) -> Decision | None:
    """How the instruction begins in all cases, for who only tells what is the matter."""
    called = situation.memory.called
    if asks(situation.text) or any(tool.name in called for tool, _ in situation.tools):
        return None
    name = opening(situation.instruction)
    for tool, schema in situation.tools:
        if tool.display_name == name and only_tells(tool):
            read = prepared(situation, tool, schema)
            waiting = Waiting(tool, schema, read.found, goal_of(situation, tool, schema))
            return waiting.question() if read.missing else in_order(situation, tool, schema, read)
    return None


def related_or_asked_for(situation: Situation) -> Decision | None:
    """What has anything to do with the text, or the question for what it needs."""
    return fitting(situation, short_of=1)


def only_tool(situation: Situation) -> Decision | None:
    """What an agent is there for that has one tool, if it was sent here or is told an argument."""
    tools = [one for one in situation.tools if not one.tool.HasField("system_tool")]
    if len(tools) != 1 or not may_be_wanted(situation.text, tools[0][0]):
        return None
    is_told = told(tools[0][1], situation.text, situation.variables)
    return _taken(situation, tools[0]) if is_told or situation.is_new_here else None


def _harm(decided: Decision | None) -> int:
    """How much a step may do that is not wanted."""
    if not isinstance(decided, Call):
        return 1
    if not only_tells(decided.tool):
        return 2
    return 0 if decided.args else 1


def _taken(situation: Situation, option: Option) -> Decision | None:
    """The step that an option is; None if documents may know what its tools are not told."""
    if isinstance(option, Transfer):
        if _may_be_known(situation):
            below = (one for one in situation.children if one.agent is option.agent)
            return option if all(map(_can_answer, below)) else None
        return sent_in_order(situation, option.agent)
    tool, schema = option
    if tool.HasField("data_store_tool"):
        return search(situation, tool)
    read = prepared(situation, tool, schema)
    if tool.widget_tool.data_mapping.source_tool_name:
        read.missing.clear()  # Another tool's response may have them.
    is_known = asks_how(situation.text) and not coded(schema, situation.text)
    is_told = not (read.missing or is_known or _was_called(situation, tool, read))
    if not is_told and _may_be_known(situation) and not asks_for(situation.text, tool):
        return None
    return step(situation, tool, schema, read)


def step(situation: Situation, tool: Message, schema: Message, read: Arguments) -> Decision:
    """The step to a call, with a question before what a text may not ask for is done."""
    decided = in_order(situation, tool, schema, read)
    is_last = isinstance(decided, Call) and decided.tool is tool
    if is_last and not _is_meant(situation, tool, schema):
        return Waiting(tool, schema, read.found).question()
    return decided


def _can_answer(situation: Situation) -> bool:
    """Whether an agent has something to do with a text, or to find out by, but a question back."""
    if situation.agent.child_agents or situation.agent.toolsets:
        return True
    asked = any(asks_for(situation.text, tool) for tool, _ in situation.tools)
    return asked or documents(situation) is not None or isinstance(fitting(situation), Call)


def _may_be_known(situation: Situation) -> bool:
    """Whether documents of the agent, or of one above, may answer the text."""
    have_some = any(documents(one) is not None for one in (situation, *situation.parents))
    return have_some and asks_in_general(situation.text)


def _may_be_known_better(situation: Situation, decided: Decision | None) -> bool:
    """Whether documents may answer the text, which has nothing to call a tool with."""
    if not isinstance(decided, Call) or not _may_be_known(situation):
        return False
    if decided.tool == documents(situation):
        return False
    return not told(situation.schema_of(decided.tool), situation.text, situation.variables)


def _was_called(situation: Situation, tool: Message, read: Arguments) -> bool:
    """Whether a call is the latest once more: what it tells was just told."""
    memory = situation.memory
    return memory.tool == tool.name and memory.args == read.found and not memory.has_failed


def _is_meant(situation: Situation, tool: Message, schema: Message) -> bool:
    """Whether a text asks for what a tool does without doubt: by its verb, or without other words.

    Else it may only tell of it, "Order A-7 is broken", or ask whether it can be done at all.
    """
    if not does_something(tool):
        return True
    said = told(schema, situation.text, situation.variables)
    if is_in_doubt(situation.text) or (not said and asks_if_able(situation.text, tool)):
        return False
    words, wanted = terms(own_words(situation)), wanted_verbs(situation.text)
    if verbs(tool) & words or asked_by(tool) & wanted or wishes(situation.text):
        return True
    if dialogue_acts.is_reserved(situation.text):
        return False
    named = terms(spelled(own_name(tool)))
    others = terms(without_dates(situation.text)) - terms(" ".join(map(str, said.values())))
    return len(said) + len(named & words) > 1 and not others - named
