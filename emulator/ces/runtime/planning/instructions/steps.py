"""The steps of an agent's instruction, and what they say of its tools and agents.

Instructions are prose, lists, or XML with a `<step>` or `<subtask>` that has a `<trigger>` and an
`<action>`. A step is such an element, an item of a list, or a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from emulator.ces.runtime.words import as_words, terms

# All patterns are bounded, because instructions may be long.
_REFERENCE = re.compile(r"\{@(TOOL|AGENT):([^{}]+)\}|`([\w-]+)`")
_LED = r"\b(?:use|using|call|calling|run|with|via|tool)\s+|[:>\u2192]\s*"
_STEP = re.compile(
    r"<subtask\b[^<>]*>\s*<trigger>(?:(?!<subtask\b).)*?</subtask>"
    r"|<step\b[^<>]*>(?:(?!<step\b).)*?</step>",
    re.DOTALL,
)
_EXAMPLES = re.compile(r"<examples?>(?:(?!<examples?>).)*?</examples?>", re.DOTALL)
_TRIGGER = re.compile(r"<trigger>((?:(?!<trigger>).)*?)</trigger>", re.DOTALL)
_NAMED = re.compile(r"""\bname=["']([^"'<>]*)["'][^<>]{0,200}>""")
_TAG = re.compile(r"</?\w[^<>]*>")
_ITEM = re.compile(r"\s*(?:[-*\u2022]|\d+[.)])\s+")
_HEADING = re.compile(r"\s*#+\s+(.*)")
# Where a sentence ends, but for those within quotation marks, which are passed over.
_SENTENCE_END = re.compile(
    r"(\"[^\"]{0,500}\"|\u201c[^\u201d]{0,500}\u201d)|(?<=[.;!?])(?<![eE]\.g\.)\s+"
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever)\b(.{0,200}?)(?:,|\b(?=(?:say|tell|answer|reply)\b))", re.IGNORECASE
)
VARIABLE = r"\{\{\w+\}\}|\{\w+\}"
"""A placeholder: `{{x}}` is replaced once, `{x}` in each turn, which is the same here."""

_CASE_FIRST = re.compile(r"\b(?:if|when|whenever|once)\b[^,.;\"\n]{0,200},\s*", re.IGNORECASE)
CASE = re.compile(r"\b(?:if|when|whenever|only|those who|whoever)\b", re.IGNORECASE)
"""Words that restrict a step to some cases."""

FIRST = re.compile(
    r"\bbefore\b[^.;]{0,60}?\b(?:transfer|hand(?:ing)?\b|rout(?:e|ing)\b|pass(?:ing)?\b|connect)",
    re.IGNORECASE,
)
"""What has something come before any transfer."""

_PICKS = re.compile(r"\b(?:picks?|chooses?|selects?)\b", re.IGNORECASE)
_PURPOSE = re.compile(r"\W*(?:\d+\W+)?(?:for|to)\b", re.IGNORECASE)
# "{@AGENT: faq} for questions, {@AGENT: seats} to change a seat": each has a purpose of its own.
_OF_ITS_OWN = re.compile(
    rf"(?:{_REFERENCE.pattern})\s*[(:,]?\s*(?:for|to|if|when|which|that|handles|about)\b"
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an instruction: its text without markup.

    `names` are the (kind, name) of all tools and agents that it refers to, in their order;
    `trigger` is its condition.
    """

    text: str
    names: tuple[tuple[str, str], ...]
    trigger: str


def with_variables(instruction: str, variables: Mapping[str, Any]) -> str:
    """A text with the values of variables in place of `{plan}`."""
    return re.sub(
        VARIABLE, lambda found: str(variables.get(found[0].strip("{}"), found[0])), instruction
    )


@lru_cache(maxsize=256)
def with_references(instruction: str, references: tuple[tuple[str, str], ...]) -> str:
    """An instruction with references in place of plain names: "call cancel_order".

    `references` are pairs of a name and its reference. A name that is an ordinary word needs a
    word such as "with" before it: "with estimate". Examples are left out.
    """
    known, instruction = dict(references), _EXAMPLES.sub("", instruction)
    names = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))

    def reference(found: re.Match[str]) -> str:
        lead, quote, name = found["lead"] or "", found["quote"], found["name"]
        is_word = name is not None and name.isalpha() and name.islower()
        if name is None or (is_word and not (lead or quote)):
            return found[0]
        return lead + known[name]

    named = rf"(?P<lead>{_LED})?(?<![\w-])(?P<quote>`?)(?P<name>{names})(?P=quote)(?![\w-])"
    return re.sub(rf"\{{@[^{{}}]*\}}|{named}", reference, instruction) if known else instruction


@lru_cache(maxsize=64)
def steps(instruction: str) -> Sequence[Step]:
    """The steps of an instruction, in their order."""
    return tuple(_read(text, heading) for text, heading in parts(instruction))


@lru_cache(maxsize=64)
def terms_of_one_step(instruction: str) -> Set[str]:
    """The terms that a single step has, which tell its case from all others."""
    count = Counter(term for step in steps(instruction) for term in terms(step.text))
    return frozenset(term for term, times in count.items() if times == 1)


@lru_cache(maxsize=1024)
def text_about(instruction: str, kind: str, name: str, own: str) -> str:
    """The text of the steps about a tool or an agent.

    The kind is `TOOL` or `AGENT`; `own` is the name of a tool in its toolset.
    """
    return " ".join(one.text for one in steps(instruction) if speaks_of(one, kind, name, own))


def speaks_of(step: Step, kind: str, name: str, own: str) -> bool:
    """Whether a step is about a tool or an agent.

    It refers to it, or to nothing and has all words of its name: "before you cancel an order".
    """
    if step.names:
        return (kind, name) in step.names
    words = terms(as_words(own))
    return len(words) > 1 and words <= terms(step.text)


@lru_cache(maxsize=64)
def references_in_order(instruction: str) -> Sequence[str]:
    """The names of the tools and agents that an instruction refers to, in their order."""
    return tuple(dict.fromkeys(name for _, name in _references(instruction)))


@lru_cache(maxsize=64)
def prerequisites_of(instruction: str, kind: str, wanted: str) -> Set[str]:
    """The names that stand before a tool or an agent, in its own steps or in steps for all cases.

    Steps that transfer to an agent do not count, nor, before a tool, steps with a purpose of their
    own: "To show one, call ...". A step for users who pick something comes after all others above.
    """
    named, found, above = references_in_order(instruction), set[str](), set[str]()
    ahead = {*(named[: named.index(wanted)] if wanted in named else ())}
    for step in steps(instruction):
        names, is_own = [name for _, name in step.names], (kind, wanted) in step.names
        if is_own and _PICKS.search(step.trigger):
            return above - {wanted}
        above |= {*names}
        is_case = step.trigger or CASE.search(step.text) or "AGENT" in dict(step.names)
        is_other = is_case or (kind == "TOOL" and _PURPOSE.match(step.text))
        if kind == "AGENT" and FIRST.search(step.text) and (is_own or not is_case):
            found |= {*names}
        elif is_own:
            found |= {*names[: names.index(wanted)]} | ahead.intersection(names)
        elif not is_other:
            found |= ahead.intersection(names)
    return found - {wanted}


def opening_tool(instruction: str) -> str:
    """The tool that an instruction refers to first; empty if it does so for some cases only.

    What further sentences have may be for some cases of what it answers.
    """
    for part, heading in parts(instruction):
        for name, end in references(part):
            said = part[:end] + next(sentences(part[end:]))
            is_case = CASE.search(f"{heading} {without_tags(said)}")
            return "" if is_case or ("AGENT", name) in _references(part) else name
    return ""


@lru_cache(maxsize=1024)
def follows(instruction: str, first: str, then: str) -> bool:
    """Whether an instruction goes on from one tool to another in all cases.

    The other one is in no step with a trigger of its own, and in no sentence for some cases.
    """
    for part, _ in parts(instruction):
        named = [name for name, _ in references(part)]
        if then in named and (first in named or not trigger_of(part)):
            lines = (said for line in part.splitlines() for said in sentences(line))
            if any(then in dict(references(one)) and not CASE.search(one) for one in lines):
                return True
    return False


def parts(instruction: str) -> Iterator[tuple[str, str]]:
    """The steps with their markup, each with its heading."""
    rest = 0
    for found in _STEP.finditer(instruction):
        yield from _lines(instruction[rest : found.start()])
        yield found[0], ""
        rest = found.end()
    yield from _lines(instruction[rest:])


def before_condition(instruction: str, part: str) -> tuple[str, str]:
    """What the condition of a part may refer back to: "Annual passes are sold online: if asked".

    That is what stands before it in its sentence, and the sentence before that in its line.
    Triggers refer to nothing.
    """
    case = None if trigger_of(part) else _CONDITION.search(part)
    if case is None:
        return "", ""
    line = instruction.partition(part)[0].rpartition("\n")[2]
    *_, before = sentences(line.rstrip())
    return part[: case.start()], before


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Items of a list with one reference as a whole, all other lines as sentences."""
    heading = ""
    for line in text.splitlines():
        title = _HEADING.match(line)
        if title:
            heading = title[1]
        elif _ITEM.match(line) and len({found[1:] for found in _REFERENCE.findall(line)}) == 1:
            yield line, heading
        else:
            parts = (part for sentence in sentences(line) for part in _purposes(sentence))
            yield from ((part, heading) for part in parts)


def sentences(line: str) -> Iterator[str]:
    """The sentences of a line; what is quoted in one is a part of it."""
    start = 0
    for end in _SENTENCE_END.finditer(line):
        if not end[1]:
            yield line[start : end.start()]
            start = end.end()
    yield line[start:]


def _purposes(sentence: str) -> Iterator[str]:
    """A sentence split at its references, if a purpose follows each of them."""
    starts = [found.start() for found in _OF_ITS_OWN.finditer(sentence)]
    if len(starts) < 2 or len(starts) < len(_REFERENCE.findall(sentence)):
        starts = []
    for start, end in pairwise([0, *starts, len(sentence)]):
        yield sentence[start:end]


def references(text: str) -> Iterator[tuple[str, int]]:
    """The names of the tools and agents that a text refers to, and where each ends."""
    for found in _REFERENCE.finditer(text):
        yield (found[2] or found[3]).strip(), found.end()


def without_condition(text: str) -> str:
    """A text without the cases that its sentences begin with: "When they leave, say ..."."""
    return _CASE_FIRST.sub("", text)


def trigger_of(part: str) -> str:
    """The trigger of a step with its markup; empty if it has none."""
    found = _TRIGGER.search(part)
    return found[1] if found else ""


def without_tags(text: str) -> str:
    """A text without its tags and what it refers to."""
    return " ".join(_TAG.sub(" ", _REFERENCE.sub(" ", text)).split())


def _references(text: str) -> Iterator[tuple[str, str]]:
    """The (kind, name) of each reference; a name in backquotes is a tool's."""
    for kind, name, quoted in _REFERENCE.findall(text):
        yield ("TOOL", quoted) if quoted else (kind, name.strip())


def _read(text: str, heading: str) -> Step:
    names = tuple(dict.fromkeys(_references(text)))
    trigger = _TRIGGER.search(text) or _CONDITION.search(text)
    named = " ".join(_NAMED.findall(text))
    said = f"{heading} {named} {without_tags(text)}".strip()
    return Step(said, names, trigger[1] if trigger else "")
