"""What an instruction has done if a tool answers so: "If it was denied, offer to appeal."."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from emulator.ces.runtime.arguments.named_values import YES_NO
from emulator.ces.runtime.planning.instructions.bounds import bounds
from emulator.ces.runtime.planning.instructions.steps import (
    CASE,
    parts,
    references,
    sentences,
    trigger_of,
    without_tags,
)
from emulator.ces.runtime.words import as_words, terms

_Fact: TypeAlias = tuple[frozenset[str], Any]

_IF = re.compile(
    r"[\s>*\u2022-]*(?:\d+[.)]\s*)?(?:if|when|in case)\s+([^,:]{1,200}?)\s*"
    r"(?:,\s*(?:then\s+)?|:\s+|\s+then\s+)(.+)",
    re.IGNORECASE | re.DOTALL,
)
_IS = re.compile(
    r"(.*?)\s*\b(?:(?:is|are|was|were|has been|have been|comes? back(?: as)?|says?|shows?|returns?"
    r"|equals?)\b|(?=\w+n['\u2019]t\b)(?:is|are|was|were))(?P<not>n['\u2019]t|\s+not\b)?(.+)",
    re.IGNORECASE | re.DOTALL,
)
_NEVER = re.compile(
    r"\b(?:never|(?:do|must|may|can) ?not|(?:don|can)['\u2019]t)\s+(.+)", re.IGNORECASE | re.DOTALL
)
_EXCEPTED = re.compile(
    r"(.*?(\w+))\s+(?:(?:that|which)\s+(.+)|(?:if|when)\s+(.+))", re.IGNORECASE | re.DOTALL
)
_NONE = re.compile(r"(?:there (?:is|are) )?no (\w+)", re.IGNORECASE)
_NOTHING: Sequence[Any] = ([], False, 0, "none")
_PRONOUN = re.compile(r"(?:it|this|that|they|the (?:answer|result|response|tool))?", re.IGNORECASE)
_SAID = re.compile(
    r"\b(?:ask|say|tell|reply|answer)\b[^\"\u201c\n]{0,100}[\"\u201c]([^\"\u201d\n]+)[\"\u201d]",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.;!?\n]")
_AFTER = re.compile(r"\bafter(?: calling)?\s+$", re.IGNORECASE)
_THEN = re.compile(r"\b(?:then|after(?:wards?| that)|finally)\b", re.IGNORECASE)
_OR = re.compile(r"\bor\b|[/,]", re.IGNORECASE)
_DEEPEST = 4


class Branch(NamedTuple):
    """A case, and what is done in it: an action that may refer to tools and agents.

    `trigger` is that of the step that it is in, if it has one.
    """

    case: str
    action: str
    trigger: str = ""


@lru_cache(maxsize=256)
def branches(instruction: str, tool: str) -> Sequence[Branch]:
    """What an instruction has done after a tool has answered, by what that is.

    That stands behind the tool's name in its step, or in the sentences right after that.
    """
    found, is_after = list[Branch](), False
    for part in (one for one, _ in parts(instruction) if one.strip()):
        start = next((end for name, end in references(part) if name == tool), None)
        is_after = start is not None or (is_after and _IF.match(part) is not None)
        lines = part[start:].splitlines() if is_after else []
        for said in (sentence for line in lines for sentence in sentences(line)):
            case = _IF.match(said)
            if case is not None:
                found.append(Branch(without_tags(case[1]), case[2], trigger_of(part)))
    return found


@lru_cache(maxsize=256)
def said_after(instruction: str, tool: str) -> Sequence[Branch]:
    """What an instruction has said in all cases after a tool, "Then ask: ...", by trigger.

    That is in the tool's step, or in its line where a "then" says so, before any other tool.
    """
    found = list[Branch]()
    for part, _ in parts(instruction):
        end = next((end for name, end in references(part) if name == tool), None)
        if end is None:
            continue
        trigger, (_, _, behind) = trigger_of(part), instruction.partition(part)
        rest = part[end:] if trigger else part[end:] + behind.partition("\n")[0]
        quoted = _SAID.search(rest.partition("{@")[0])
        lead = _SENTENCE.split(rest[: quoted.start()])[-1] if quoted else ""
        is_then = _THEN.search(lead) or _AFTER.search(part[:end].rpartition("{")[0])
        if quoted and not CASE.search(lead) and (trigger or is_then):
            found.append(Branch("", quoted[1], trigger))
    return found


@lru_cache(maxsize=256)
def prohibitions(instruction: str) -> Sequence[Branch]:
    """What an instruction has never done in a case: "Never pay a claim that is not approved."."""
    lines = (line for part, _ in parts(instruction) for line in part.splitlines())
    found = (_prohibition(sentence) for line in lines for sentence in sentences(line))
    return [one for one in found if one is not None]


def _prohibition(sentence: str) -> Branch | None:
    case = _IF.match(sentence)
    never = _NEVER.search(case[2] if case else sentence)
    if never is None or case is not None:
        return never and case and Branch(without_tags(case[1]), without_tags(never[1]))
    found = _EXCEPTED.match(without_tags(never[1]).rstrip(". "))
    return found and Branch(found[4] or f"{found[2]} {found[3]}", found[1])


def holds(case: str, tool: str, response: Mapping[str, Any]) -> bool:
    """Whether a case is that of what a tool, by its name, has answered.

    "The claim is denied" is one of a text, "the balance is below 10" of a number, "it is in stock"
    of a boolean and "there are no slots" of a list. Nothing is that the answer does not tell.
    """
    none = _NONE.match(case)
    facts = [*_facts(response, terms(as_words(tool)))]
    if none is not None:
        return any(value in _NOTHING and terms(none[1]) & about for about, value in facts)
    found = _IS.fullmatch(case)
    subject, said = (found[1], found[3]) if found else ("", case)
    about = frozenset[str]() if _PRONOUN.fullmatch(subject.strip()) else terms(subject)
    told = [_is(said, *one) for one in facts if not about or about & one[0]]
    known = [one for one in told if one is not None]
    return bool(known) and not any(known) if found and found["not"] else any(known)


def _facts(value: Any, about: frozenset[str], depth: int = 0) -> Iterator[_Fact]:
    """The values of a response, each with the terms of what it is called and stands in."""
    if isinstance(value, Mapping) and depth < _DEEPEST:
        for key, one in value.items():
            yield from _facts(one, about | terms(as_words(key)), depth + 1)
    elif isinstance(value, list) and value and depth < _DEEPEST:
        for one in value:
            yield from _facts(one, about, depth + 1)
    else:
        yield about, value


def _is(said: str, about: frozenset[str], value: Any) -> bool | None:
    """Whether a value is as said; None if nothing is said of such a value."""
    others = [terms(one) for one in _OR.split(said)]
    if isinstance(value, bool):
        plain = YES_NO.get(said.strip(" \"'.").lower())
        named = any(one & about for one in others)
        return value == plain if plain is not None else value if named else None
    if isinstance(value, int | float):
        bound = next(bounds(said), None)
        return bound and bound.holds(value)
    words = terms(as_words(value)) if isinstance(value, str) else frozenset[str]()
    return any(words <= one for one in others) if words else None
