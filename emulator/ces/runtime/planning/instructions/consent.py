"""Whether users are asked before a tool is called, with which words, and if anybody may call it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from emulator.ces.runtime.planning.instructions.steps import (
    Step,
    parts,
    references,
    speaks_of,
    steps,
)

_CONFIRMED = re.compile(
    r"\bconfirm(?!ation (?:code|number|e-?mail|id))"
    r"|\b(?:is|are|be)(?: you)? (?:sure|certain)\b(?! to\b)"
    r"|\bmake sure\b[^.]*\b(?:agree|want)s?\b"
    r"|\b(?:consent|permission|(?:an?(?: \w+)?|[\'\u2019]s|says?) yes)\b"
    r"|\bask\b[^.]*\bbefore\b|\bbefore\b[^.]*\bask (?:the \w+ )?(?:again|first|whether|if)\b",
    re.IGNORECASE,
)
_AGREED = re.compile(
    r"\bask\b[^.]*\b(?:to confirm|to agree|for (?:a |their )?confirmation)\b", re.IGNORECASE
)
# "Without asking for a confirmation", "do not ask whether they are sure".
_UNASKED = re.compile(
    r"\b(?:without|no need to|(?:do|must|need) ?not|(?:do|need)n['\u2019]t(?: need to)?)\b"
    r"[^.,;:]{0,60}?\b(?:confirm\w*|consent|permission|sure)\b"
    r"|\bno (?:\w+ )?(?:confirmation|consent)\b",
    re.IGNORECASE,
)
_FORBIDS = re.compile(r"(?:\b(?:never|not|only|nothing)\b|n['\u2019]t\b)[^.;]*$", re.IGNORECASE)
# "May I have your name?" asks for no consent.
_CONSENT = re.compile(
    r"\bask\b[^\"\u201c\n]{0,100}[\"\u201c]((?:(?:shall|should|may|can) (?:i|we)\b"
    r"(?! (?:have|get|ask|know|help|assist))|(?:do|would) you (?:want|like)(?: (?:me|us))? to\b)"
    r"[^\"\u201d\n]*\?)[\"\u201d]",
    re.IGNORECASE,
)

_KNOWN = r"(?:identif|verif|authenticat|log(?:ging)?[ -]?in)\w*"
_ANYBODY = re.compile(
    rf"\bno {_KNOWN}(?: \w+)? (?:is )?(?:needed|required|necessary)\b"
    rf"|\bwithout (?:an? |any |prior )?{_KNOWN}"
    rf"|\b(?:not|n['\u2019]t) (?:need|have)(?: to be| any)? {_KNOWN}",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def is_for_anybody(instruction: str, tool: str) -> bool:
    """Whether an instruction has a tool called for whoever asks: "No identification is needed"."""
    found = steps(instruction)
    for place, step in enumerate(found):
        if ("TOOL", tool) in step.names and _says(found, place, _ANYBODY):
            return True
    # "Visits: no identification is needed. Ask for the day. Call ...", in a line about that alone.
    own = (line for line in instruction.splitlines() if {*dict(references(line))} == {tool})
    return any(map(_ANYBODY.search, own))


@lru_cache(maxsize=1024)
def requires_confirmation(instruction: str, tool: str, own: str) -> bool:
    """Whether users have to confirm a tool before it is called.

    A step about it says so or asks them for it, or the step after that, if it refers to nothing;
    or the one before has them asked to confirm.
    """
    if consent_question(instruction, tool):
        return True
    found = steps(instruction)
    for place, step in enumerate(found):
        before = found[place - 1] if place else step
        if ("TOOL", tool) in step.names and not before.names and _AGREED.search(before.text):
            return True
        if speaks_of(step, "TOOL", tool, own) and _says(found, place, _CONFIRMED):
            return True
    return False


@lru_cache(maxsize=1024)
def waives_confirmation(instruction: str, tool: str) -> bool:
    """Whether an instruction has a tool called without a confirmation, in so many words."""
    found = steps(instruction)
    for place, step in enumerate(found):
        own = " ".join(one.text for one in (step, *_after(found, place)))
        if ("TOOL", tool) in step.names and _with_asking_only(own) != own:
            return True
    return False


def _says(found: Sequence[Step], place: int, pattern: re.Pattern[str]) -> bool:
    """Whether a step says it, or the one after it, if that refers to nothing."""
    own = (found[place], *_after(found, place))
    return any(pattern.search(_with_asking_only(one.text)) for one in own)


def _after(found: Sequence[Step], place: int) -> Sequence[Step]:
    """The step after another one, if it refers to nothing."""
    return [one for one in found[place + 1 : place + 2] if not one.names]


def _with_asking_only(text: str) -> str:
    """A text less what is not to be asked; "never book without asking" has it asked."""

    def rest(found: re.Match[str]) -> str:
        return found[0] if _FORBIDS.search(text[: found.start()]) else " "

    return _UNASKED.sub(rest, text)


@lru_cache(maxsize=1024)
def consent_question(instruction: str, tool: str) -> str:
    """The question that an instruction has before a tool, "Shall I book it?"; empty if none."""
    for part, _ in parts(instruction):
        place = next((end for name, end in references(part) if name == tool), 0)
        found = _CONSENT.search(part, 0, place)
        if found is not None:
            return found[1]
    return ""
