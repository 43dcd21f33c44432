"""The values of parameters that an instruction states, and those that it has tools called with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any

from emulator.ces.runtime.arguments.named_values import converted
from emulator.ces.runtime.planning.instructions.consent import consent_question
from emulator.ces.runtime.planning.instructions.steps import (
    CASE,
    VARIABLE,
    Step,
    parts,
    steps,
    with_variables,
)
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_ASKED = re.compile(
    r"\bask\b[^\"\u201c\n]{0,100}[\"\u201c]([^\"\u201d\n]+\?)[\"\u201d]", re.IGNORECASE
)
_SHOWS = re.compile(r"\bexample|\bsample", re.IGNORECASE)
_CONFIRMS = re.compile(r"\b(?:sure|certain|confirm|proceed|go ahead)\b", re.IGNORECASE)
_GIVEN = r"(?:\b(?:with|pass(?:ing)?|use|using|set(?:ting)?|and)|[(,])\s+\(?|\("
# What is a value as it stands: a quotation, a variable, or no word; "this or that" is none.
_VALUE = (
    rf"[\"'\u201c]([^\"'\u201d\n{{}}\[\]<>]+|{VARIABLE})[\"'\u201d]"
    rf"|(true|false|{VARIABLE}|[\w-]*\d[\w.-]*\b)"
)
# Where a sentence prescribes nothing for all calls: what is not to be, an example, an exception.
_NEVER = re.compile(r"(?:\b(?:never|not|avoid)\b|n['\u2019]t\b)[^:;]*$", re.IGNORECASE)
_NOT_ALWAYS = re.compile(
    r"\b(?:examples?|e\.g|such as|format|if|only|unless|except|in case|once|where|may|might|default"
    r"|at (?:most|least)|up to|for \w+ (?:customers?|users?|callers?|members?|guests?))\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<!e\.g)[.;]\s|\s(?:-|\d+[.)])\s", re.IGNORECASE)
_CHOICE = r"(?!\W{0,3}(?:\(\w+\)\W*)?\bor\b)"


def stated_values(
    instruction: str, names: Iterable[str], variables: Mapping[str, Any]
) -> dict[str, str]:
    """The values of parameters that an instruction states: "The customer's ID is 428765091".

    Each is a sentence of its own, and of no example.
    """
    said = _statements(instruction)
    found = {name: next(filter(None, map(_stated(name).fullmatch, said)), None) for name in names}
    values = {name: _value(one[1], variables) for name, one in found.items() if one is not None}
    return {name: value for name, value in values.items() if value}


@lru_cache(maxsize=64)
def _statements(instruction: str) -> Sequence[str]:
    """The parts of an instruction that are under no heading for examples."""
    return [part for part, heading in parts(instruction) if not _SHOWS.search(heading)]


@lru_cache(maxsize=256)
def _stated(name: str) -> re.Pattern[str]:
    """A sentence that says that a parameter is a number, a code or an address."""
    words = r"(?:['\u2019]s)?\s+".join(map(re.escape, as_words(name).split()))
    whose = r"(?:(?:the|this|our|your|current|\w+['\u2019]s) )*"
    value = rf"(?!\d+-(?:digit|character))(?=[^\s,;]*[\d@])[\w@][\w@.+-]*\w|{VARIABLE}"
    return re.compile(
        rf"\W*{whose}{words}\W{{0,2}}\s*(?:\bis\b|[:=])[^\w{{]*({value})[^\w?]*", re.IGNORECASE
    )


def passed_arguments(
    found: Iterable[Step], schema: Message, variables: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments that steps have a tool called with: `reason="done"`, "pass 7 as ref".

    A parameter has none if steps differ, or if not all cases have it.
    """
    own, known = list(found), schema.properties
    said = "\n".join(one.text for one in own)
    given = {name: _in_all(name, own) for name in known if name in said}
    values = {name: _value(one, variables) for name, one in given.items() if one}
    read = {name: converted(known[name], one) for name, one in values.items() if one}
    return {name: one for name, one in read.items() if one is not None}


def _in_all(name: str, found: Iterable[Step]) -> str:
    """The only value of a parameter in all cases; empty if there is none."""
    always, cases = set[str](), list[Set[str]]()
    for step in found:
        values = set(_passed(name, step.text))
        if step.trigger and step.names:
            cases.append(values)
        else:
            always |= values
    every = always.union(*cases)
    return every.pop() if len(every) == 1 and (always or all(cases)) else ""


def _value(said: str, variables: Mapping[str, Any]) -> str:
    """A value as it stands, or that of a variable; empty if that is not known."""
    value = with_variables(said, variables)
    return "" if value.startswith("{") else value


def _passed(name: str, text: str) -> Iterator[str]:
    for found in _assigned(name).finditer(text) if name in text else ():
        before = _SENTENCE.split(text[: found.start()])[-1]
        after = _SENTENCE.split(text[found.end() :])[0]
        is_case = CASE.search(before) or _NEVER.search(before)
        if not (is_case or _NOT_ALWAYS.search(f"{before} {after}")):
            yield next(filter(None, found.groups()))


@lru_cache(maxsize=1024)
def _assigned(name: str) -> re.Pattern[str]:
    named = re.escape(name)
    return re.compile(
        rf"(?:{_GIVEN}){named}\s*=\s*(?:{_VALUE}){_CHOICE}"
        rf"|\b[Pp]ass(?:ing)? (?:{_VALUE}) as {named}\b"
    )


def instructed_schema(
    instruction: str, tool: Message, schema: Message, variables: Mapping[str, Any]
) -> Message:
    """The schema of a tool without the parameters whose values the instruction prescribes.

    The title of a parameter is the question that the instruction has for it, the title of the
    schema its question for a confirmation.
    """
    own = steps_for_tool(instruction, tool.display_name)
    fixed = passed_arguments(own, schema, variables)
    asked = (one for step in own for one in _ASKED.findall(step.text))
    questions = [with_variables(one, variables) for one in asked]
    if not (fixed or questions):
        return schema
    made: Message = ces.Schema.FromString(schema.SerializeToString())
    for name in fixed:
        del made.properties[name]
    made.required[:] = [name for name in schema.required if name not in fixed]
    for name in made.required:
        kind = made.properties[name]
        kind.title = next((one for one in questions if _is_for(one, name, kind)), kind.title)
    consent = with_variables(consent_question(instruction, tool.display_name), variables)
    sure = (one for one in questions if _CONFIRMS.search(one))
    made.title = consent or next(sure, made.title)
    return made


@lru_cache(maxsize=1024)
def steps_for_tool(instruction: str, tool: str) -> Sequence[Step]:
    """The steps that refer to a tool or to nothing."""
    return [one for one in steps(instruction) if ("TOOL", tool) in one.names or not one.names]


def _is_for(question: str, name: str, kind: Message) -> bool:
    """Whether a question is for a parameter: it has its name, or two words of its description."""
    words, asked_of = terms(question), terms(as_words(name))
    return (bool(asked_of) and asked_of <= words) or len(terms(kind.description) & words) > 1
