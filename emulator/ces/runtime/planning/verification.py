"""Tools that verify who the user is, and what they answer if it is somebody else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from emulator.ces.runtime.arguments.entity_types import EntityType, entity_type
from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.planning.candidates import is_lookup
from emulator.ces.runtime.planning.instructions.steps import FIRST, steps, with_references
from emulator.ces.runtime.tools.names import own_name
from emulator.ces.runtime.words import as_words
from emulator.surface.registry import Message

_VERIFIES = re.compile(r"verify|identify|authenticate|validate|log_?in", re.IGNORECASE)
_CHANGES = re.compile(r"change|modify|set|switch|update", re.IGNORECASE)
_IDENTIFIES = (EntityType.CODE, EntityType.PATTERN)
# What is false in the response of such a tool if it is somebody else, unlike "blocked".
_SUCCEEDS = re.compile(
    r"(?<!not )\b(?:verified|identified|authenticated|valid(?:ated)?|logged in|match(?:es|ed)?"
    r"|success(?:ful)?|found|ok|result|status|outcome)\b",
    re.IGNORECASE,
)
_FAILED = re.compile(
    r"failed|failure|denied|rejected|refused|no|false|error|locked|unknown"
    r"|(?:not |no |un|in|mis)(?:verified|identified|authenticated|authorized|found|valid"
    r"|match(?:ed|ing)?)",
    re.IGNORECASE,
)


def verifies(tool: Message, instruction: str = "") -> bool:
    """Whether a tool verifies who the user is, by its name, or as an instruction has it called
    before any transfer."""
    if _VERIFIES.match(tool.display_name):
        return True
    if not (is_lookup(tool) and FIRST.search(instruction)):
        return False
    reference = f"{{@TOOL: {tool.display_name}}}"
    named = {own_name(tool): reference, tool.display_name: reference}
    found = steps(with_references(instruction, tuple(named.items())))
    return any(FIRST.search(one.text) for one in found if ("TOOL", tool.display_name) in one.names)


def denies_identity(tool: Message, instruction: str, response: Mapping[str, Any]) -> bool:
    """Whether a tool that verifies who the user is says that it is somebody else."""
    return verifies(tool, instruction) and any(_answers(response))


def identity(args: Mapping[str, Any], response: Mapping[str, Any]) -> dict[str, Any]:
    """By name, what a user was verified with, and what the response calls them: `patient_id`."""
    inner = [one for one in response.values() if isinstance(one, Mapping)]
    told = {name: one for fields in (*inner, response) for name, one in fields.items()}
    return {**{name: one for name, one in told.items() if isinstance(one, str)}, **args}


def is_of_another(verified: Mapping[str, Any], tool: Message, args: Mapping[str, Any]) -> bool:
    """Whether a call has another id or code than the user was `verified` with.

    Not one that changes it, nor a verification itself.
    """
    if verifies(tool) or _CHANGES.match(tool.display_name):
        return False
    known = schema_of(tool).properties
    return any(
        str(verified.get(name, value)).casefold() != str(value).casefold()
        for name, value in args.items()
        if name in known and entity_type(name, known[name]) in _IDENTIFIES
    )


def _answers(response: Mapping[str, Any]) -> Iterator[bool]:
    """Of each field that tells whether it went well, whether it did not."""
    inner = (one for one in response.values() if isinstance(one, Mapping))
    for name, value in (field for one in (response, *inner) for field in one.items()):
        if _SUCCEEDS.search(as_words(name)):
            yield value is False or (
                isinstance(value, str) and bool(_FAILED.fullmatch(as_words(value)))
            )
