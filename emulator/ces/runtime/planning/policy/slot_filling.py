"""What becomes of a call that waits, or of the latest, when the user goes on speaking of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

from emulator.ces.runtime.arguments.elicited import read_answer, without
from emulator.ces.runtime.arguments.extraction import told
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.candidates import only_tells, options
from emulator.ces.runtime.planning.decisions import Call, Decision, Offered, Say, Situation
from emulator.ces.runtime.planning.listed_items import lists
from emulator.ces.runtime.planning.pending_call import Waiting, consents, needs_consent, waits
from emulator.ces.runtime.planning.prerequisites import only_picked_for
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.intents import may_be_wanted
from emulator.ces.runtime.planning.understanding.questions import asks, proposes
from emulator.ces.runtime.planning.understanding.requests import requests, wanted_verbs, wishes
from emulator.ces.runtime.planning.understanding.tool_verbs import asked_by, does_something, verbs
from emulator.ces.runtime.words import terms
from emulator.surface.registry import Message

_ASKS_BACK = re.compile(
    r"(?:(?:but|and|ok|hm+|sorry)[\s,]+)*(?:why|what for|how come|what do you mean)\b"
    r"(?:\W+\w+){0,5}\W*",
    re.IGNORECASE,
)
_NO = re.compile(r"\s*(?:no|nope)\b[\s,.]*", re.IGNORECASE)
_POINTS = re.compile(r"\b(?:one|with)\b", re.IGNORECASE)
_DO_IT = re.compile(
    r"(?:(?:please|then|now|just)\s+)*(\w+) (?:it|that|this|them)(?:,?\s+(?:please|now|then))*"
    r"[\s.!]*",
    re.IGNORECASE,
)


def resumed(situation: Situation) -> Decision | None:
    """Go on with a call that waits, if the text has what it waits for; drop it for who says no."""
    waiting = _waiting(situation)
    if waiting is None:
        return None
    text = situation.text
    if _ASKS_BACK.fullmatch(text.strip()):
        return waiting.question()
    picks = _picks(situation, waiting)
    if picks:
        return waiting.with_arguments(picks)
    said = _news(waiting, situation)
    is_wanted = may_be_wanted(text, waiting.tool) or (said and proposes(text))
    tells = is_wanted and told(waiting.schema, text, situation.variables)
    if dialogue_acts.refuses(text, wholly=waiting.takes_all) and not tells:
        return Say(replies.LEFT)
    if not waiting.missing and (consents(text) or _repeats(waiting.tool, text)):
        is_same = said.keys().isdisjoint(waiting.args)  # Else it is no yes to what was asked.
        return waiting._replace(is_confirmed=is_same).with_arguments(said)
    if not is_wanted or (asks(text) and not said):
        return None
    return _listed_anew(situation, waiting, said) or _gone_on(situation, waiting, said)


def _listed_anew(
    situation: Situation, waiting: Waiting, said: Mapping[str, Any]
) -> Decision | None:
    """What is to be picked from, for who asks for others of it: "Rather on Friday"."""
    again = repeated(situation) if waiting.missing and not {*waiting.missing} & {*said} else None
    if again is None or not (lists(situation.memory.told) and only_tells(again.tool)):
        return None
    return again if again.args.keys() & said.keys() else None


def _picks(situation: Situation, waiting: Waiting) -> dict[str, Any]:
    """What a text has that says only which thing is meant: "No, the morning one".

    A name alone is the answer of who was asked for one.
    """
    text = situation.text
    asked = told(waiting.schema, text, situation.variables).keys() & {*waiting.missing[:1]}
    if asks(text) or (asked and not _POINTS.search(text)):
        return {}
    meant = replace(situation, text=_NO.sub("", text, count=1))
    return only_picked_for(meant, waiting.tool, waiting.schema)


def _gone_on(situation: Situation, waiting: Waiting, said: Mapping[str, Any]) -> Decision | None:
    """The call with what the text answers and has else, unless it is meant for something else."""
    text = situation.text
    if not waiting.takes_all and _wants_another(situation, waiting.tool):
        return None
    answer = read_answer(waiting.schema, text, situation.variables, waiting.args)
    if answer.keys() - said.keys() and _fits_another(situation, waiting):
        return None
    # What answers the question is not meant for anything else: "4" years are no other amount.
    beside = replace(situation, text=without(text, answer))
    others = _news(waiting, beside).items()
    taken = answer.values()
    news = {name: one for name, one in others if not (name in answer or one in taken)}
    return waiting.with_arguments({**answer, **news}) if answer or news else None


def _waiting(situation: Situation) -> Waiting | None:
    """What waits; the call that it is made for has what the text says that is no answer to it."""
    waiting = waits(situation)
    goal = waiting and waiting.then
    schema = next((one for tool, one in situation.tools if goal and tool.name == goal.tool), None)
    if waiting is None or goal is None or schema is None or asks(situation.text):
        return waiting
    text, variables = situation.text, situation.variables
    answer = read_answer(waiting.schema, text, variables, waiting.args).values()
    said = told(schema, text, variables, goal.args).items()
    news = {name: one for name, one in said if one not in answer}
    return waiting._replace(then=replace(goal, args=goal.args | news))


def corrected(situation: Situation) -> Decision | None:
    """The latest call once more with what the user takes back, unless it is of what waits.

    What does something is only done once more for who says that something else was meant.
    """
    text = situation.text
    if not dialogue_acts.corrects(text) or not requests(text):
        return None
    again = repeated(situation)
    if again is None or _wants_another(situation, again.tool):
        return None
    if _best_tool(situation) not in (None, again.tool):
        return None
    if does_something(again.tool) and (waits(situation) or not may_be_wanted(text, again.tool)):
        return None
    is_meant = _is_meant(again.tool, text) and not needs_consent(situation, again.tool)
    return again if is_meant else asked_for(situation, again)


def _wants_another(situation: Situation, tool: Message) -> bool:
    """Whether a text asks for what another tool does, of whatever agent: "Actually, cancel it"."""
    wanted = wanted_verbs(situation.text)
    if wanted & asked_by(tool):
        return False
    agents = (situation, *situation.parents, *situation.children)
    return any(wanted & asked_by(one) for agent in agents for one, _ in agent.tools)


def _best_tool(situation: Situation) -> Message | None:
    """The tool that a text fits best; None if it fits an agent better, or nothing."""
    found = max(options(situation), key=itemgetter(0), default=(0, None))[1]
    return found.tool if isinstance(found, Offered) else None


def _fits_another(situation: Situation, waiting: Waiting) -> bool:
    """Whether a text fits another tool best, and so is no value of what does something."""
    if waiting.takes_all or not does_something(waiting.tool):
        return False
    best = _best_tool(situation)
    return best is not None and only_tells(best)


def _is_meant(tool: Message, text: str) -> bool:
    return not does_something(tool) or dialogue_acts.means_another(text) or wishes(text)


def asked_for(situation: Situation, call: Call) -> Decision:
    """Ask for what a call needs, or for consent to it."""
    return Waiting(call.tool, situation.schema_of(call.tool), call.args).question()


def repeated(situation: Situation) -> Call | None:
    """The latest call once more with what the text has in the place of its arguments."""
    memory = situation.memory
    for tool, schema in situation.tools:
        if tool.name == memory.tool and not tool.HasField("data_store_tool"):
            said = told(schema, situation.text, situation.variables, before=memory.args)
            news = {name: one for name, one in said.items() if memory.args.get(name) != one}
            if news:
                return Call(tool, {**memory.args, **news}, situation.open_call)
    return None


def asked_again(situation: Situation) -> Decision | None:
    """Ask once more for what a call waits for, if the text is neither that nor anything else."""
    waiting = _waiting(situation)
    return None if waiting is None or asks(situation.text) else waiting.question()


def unanswered(situation: Situation) -> Decision | None:
    """Ask once more after a question that nothing answers."""
    waiting = waits(situation)
    if waiting is None:
        return None
    said = waiting.question()
    return replace(said, text=f"{replies.NO_CAPABILITY} {said.text}")


def _repeats(tool: Message, text: str) -> bool:
    """Whether nothing is said but once more what is to be done: "cancel it"."""
    found = _DO_IT.fullmatch(text.strip())
    return found is not None and bool(terms(found[1]) & verbs(tool))


def _news(waiting: Waiting, situation: Situation) -> dict[str, Any]:
    """What the text has for a call that is not what it has already; a question changes nothing."""
    text, args = situation.text, waiting.args
    said = told(waiting.schema, text, situation.variables, before=args)
    if asks(text) and not (requests(text) or proposes(text)):
        said = {name: one for name, one in said.items() if name not in args}
    return {name: one for name, one in said.items() if args.get(name) != one}
