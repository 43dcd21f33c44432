"""The words that an instruction has an agent say: a greeting, answers in some cases, a farewell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from emulator.ces.runtime.planning.instructions.bounds import bounds
from emulator.ces.runtime.planning.instructions.steps import (
    Step,
    before_condition,
    parts,
    steps,
    terms_of_one_step,
)
from emulator.ces.runtime.words import terms

_SAID = re.compile(
    r"\b(?:say|greet|welcome|answer|reply|respond|tell|start|open|begin)\b[^\"\u201c\n]{0,200}"
    r"[\"\u201c]([^\"\u201d\n]+)[\"\u201d]",
    re.IGNORECASE,
)
_AFTER_COLON = re.compile(
    r"\b(?:say|greet|welcome|answer|reply|respond|(?:open|begin|start)(?= with\b))"
    r"(?: (?:to )?(?:them|him|her|users?|(?:the|every|new|all) \w+))?(?: with| by saying)?:\s+"
    r"([^\"\u201c\s].*)",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:say|tell|inform|advise)\s+(?:(?:them|him|her|user|[a-z]+s|(?:the|every|new) \w+)\s+)?"
    r"(that|to)\s+((?:[^.]|\.(?=\w))+)",
    re.IGNORECASE,
)
# "Ask them to check it", "ask for another day".
_ASKED_TO = re.compile(
    r"\bask\s+(?:them|him|her|user|[a-z]+s|(?:the|every|new) \w+)\s+(to)\s+([^.{]+)(?=[.\n]|$)",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"\bask\s+(?:\w+ ){0,3}?for\s+(?:another|a different)\s+(\w+)", re.IGNORECASE
)
_ASKING = terms("ask say tell know want wish need like one")  # Any case may have these.
# "Lost items: tell them to ..." is a case, too; who asks is in no case what it is about.
_TOPIC = re.compile(
    r"\W*(?:\d+\W+)?([^.:\"\u201c{}]{3,60}):\s+(?=say|tell|answer|reply)", re.IGNORECASE
)
_WHO_ASKS = re.compile(r"\s*(?:(?:an?|any|the) )?\w+ (?=(?:asks?|wants?|needs?|says?|wishe?s)\b)")
QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d")
"""What is said to users, in quotation marks."""

_OPENS = re.compile(
    r"greet|welcome|(?:conversation|session|chat) (?:starts?|begins?)\b"
    r"|(?:open|begin|start)(?: the \w+)? with|first",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"\b(?:(?:good)?bye|farewell|done|finish(?:ed|es)?|leaves?|(?:nothing|anything) (?:else|more)"
    r"|no (?:more|further|other)|ends?|thanks?|satisfied|resolved|complete[ds]?)\b",
    re.IGNORECASE,
)
_ESCALATES = re.compile(
    r"session_escalated\W+true|\b(?:human|person|representative|live agent|colleague|supervisor)\b",
    re.IGNORECASE,
)


def greeting(instruction: str) -> str:
    """The greeting that an instruction has; empty if none: "See a doctor first" is no greeting."""
    found = (one.text for one in steps(instruction))
    openings = (utterance(one) for one in found if _OPENS.search(QUOTED.sub(" ", one)))
    return next(filter(None, openings), "")


def prescribed_answer(instruction: str, text: str) -> str:
    """What an instruction has an agent say in the case that a text is about; empty if none.

    The text has a word of the case that no other step has, unlike "the customer", or two words of
    what the case refers back to: "We sell no books. If asked, say ...".
    """
    said = terms(text)
    found = (one for one in _cases(instruction) if one.words & said or one.is_referred_to(said))
    return next((one.says for one in found), "")


class _Case(NamedTuple):
    """The words that no other step has of a condition, what it refers back to, and what is said."""

    words: Set[str]
    context: Set[str]
    own_context: Set[str]
    says: str

    def is_referred_to(self, said: Set[str]) -> bool:
        enough = 2 if len(self.context) > 2 else 1
        return bool(self.own_context & said) and len(self.context & said) >= enough


@lru_cache(maxsize=64)
def _cases(instruction: str) -> Sequence[_Case]:
    """The cases of an instruction in which something is said.

    Not if it is one of a number, which words do not decide.
    """
    found = steps(instruction)
    count = Counter(term for step in found for term in terms(step.text))
    return [
        _case(step, *before_condition(instruction, part), count)
        for step, (part, _) in zip(found, parts(instruction), strict=True)
        if not step.names and not any(bounds(step.trigger)) and utterance(step.text)
    ]


def _case(step: Step, begins: str, before: str, count: Counter[str]) -> _Case:
    topic = None if step.trigger else _TOPIC.match(step.text)
    case = topic[1] if topic else _WHO_ASKS.sub("", step.trigger, count=1)
    words, trigger, context = terms(step.text), terms(case) - _ASKING, terms(begins)

    def own(some: Set[str], *places: Set[str]) -> Set[str]:
        return {one for one in some if count[one] == sum(one in each for each in places)}

    places = [words]
    if not own(context - _ASKING, words):
        context = terms(before)
        places.append(context)
    if own(trigger, words) and not trigger & context:
        return _Case(own(trigger, words), frozenset(), frozenset(), utterance(step.text))
    return _Case(own(trigger, *places), context, own(context, *places), utterance(step.text))


def utterance(text: str) -> str:
    """What a step has the agent say: verbatim, or made of "tell them that", "ask them to"."""
    said = verbatim(text)
    told = None if said else _TOLD.search(text) or _ASKED_TO.search(text)
    if told is None:
        other = None if said else _ASKED_FOR.search(text)
        return f"Which other {other[1]}?" if other else said
    words = told[2].strip()
    return f"Please {words}." if told[1] == "to" else f"{words[0].upper()}{words[1:]}."


def verbatim(text: str) -> str:
    """What a step has the agent say in quotation marks or after a colon; empty if nothing."""
    quoted = _SAID.search(text) or _AFTER_COLON.search(text)
    return quoted[1] if quoted else ""


def closing_case(instruction: str, tool: str, text: str) -> Step | None:
    """The step that only ends the session, for a case of which a text has two words of its own."""
    said = terms(text) & terms_of_one_step(instruction)
    for step in steps(instruction):
        if step.names == (("TOOL", tool),) and len(terms(step.trigger) & said) > 1:
            return step
    return None


def closing_step(instruction: str, tool: str, *, escalated: bool) -> Step | None:
    """The step that ends the session with a tool, escalated or not.

    One for another case, such as an emergency, is none for who says goodbye.
    """
    found = (one for one in steps(instruction) if ("TOOL", tool) in one.names)
    own = [one for one in found if escalates(one) == escalated]
    closing = (
        one
        for one in own
        if escalated or not one.trigger or _CLOSES.search(QUOTED.sub(" ", one.text))
    )
    return next(closing, None)


def escalates(step: Step) -> bool:
    """Whether a step that ends the session hands it over to a person."""
    return _ESCALATES.search(step.text) is not None
