"""Results of tools in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message

# The keys under which tools usually put the sentence that is meant for the user.
_SPOKEN = ("answer", "message", "text", "summary", "reply", "result")
# What tools tell the agent to do: https://googlecloudplatform.github.io/cxas-scrapi (design guide).
_FOR_AGENTS = "agent_action"
_NAMES_IT = re.compile(r"(?:^|_)(?:id|code|number|reference|confirmation|ticket)$")
# Fields for an item's name, and values of enums: "under_review".
_CALLED = ("name", "title")
_CONSTANT = re.compile(r"[a-z]+(?:_[a-z]+)+")
_WELL = ("success", "ok", "OK")

DONE = "Done."
EMPTY = "There are none."
NOTHING_FOUND = "I did not find an answer to that."


def in_words(tool: Message, response: Mapping[str, Any]) -> str:
    """A tool's response in words: its field for the user, else its values by name."""
    if response.get("error"):
        return f"{tool.display_name} failed: {value_in_words(_failure(response))}"
    value = response.get("output", response)
    if isinstance(value, Mapping) and [*value] == ["result"]:
        value = value["result"]  # The service puts what is no object there.
    return value_in_words(value) or (EMPTY if _is_empty(value) else DONE)


def values_asked_for(question: str, response: Mapping[str, Any]) -> str:
    """The values of a response whose names the question has, in words."""
    asked, value = terms(question), response.get("output", response)
    if not isinstance(value, Mapping):
        return ""
    found = {key: one for key, one in value.items() if terms(as_words(key)) & asked}
    return _object_in_words(found) if found else ""


def _is_empty(value: Any) -> bool:
    """Whether a value is an empty list, or an object of empty lists only."""
    if isinstance(value, Mapping):
        values = [one for key, one in value.items() if not _is_status(key, one)]
        return bool(values) and all(one == [] for one in values)
    return bool(value == [])


def _failure(response: Mapping[str, Any]) -> Any:
    """The error of a response; the fields beside it if that is only `true`."""
    if response["error"] is not True:
        return response["error"]
    beside = {key: one for key, one in response.items() if key != "error"}
    return beside.get(_FOR_AGENTS, beside)


def value_in_words(value: Any) -> str:
    """A JSON value in words; the empty string for null."""
    if isinstance(value, Mapping):
        return _object_in_words(value)
    if isinstance(value, list):
        return "\n".join(filter(None, map(value_in_words, value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    return "" if value is None else str(value)


def _member_in_words(key: str, value: Any) -> str:
    """A member of an object in words; each object of a list has a line of its own."""
    if isinstance(value, str) and _CONSTANT.fullmatch(value) and not _NAMES_IT.search(key):
        return as_words(value)
    if not isinstance(value, list):
        return value_in_words(value)
    if any(isinstance(one, Mapping) for one in value):
        return "".join(f"\n- {text}" for text in map(item_in_words, value) if text)
    return ", ".join(filter(None, map(value_in_words, value)))


def item_in_words(value: Any) -> str:
    """An item of a list in words: its name, then its other values."""
    if not isinstance(value, Mapping):
        return value_in_words(value)
    name = next((key for key in _CALLED if isinstance(value.get(key), str) and value[key]), None)
    if name is None:
        return _object_in_words(value)
    rest = _object_in_words({key: one for key, one in value.items() if key != name})
    return f"{value[name]} ({rest})" if rest else str(value[name])


def _object_in_words(value: Mapping[str, Any]) -> str:
    for key in _SPOKEN:
        if isinstance(value.get(key), str) and value[key]:
            return _with_codes(str(value[key]), value)
    if isinstance(value.get("snippets"), list):
        return value_in_words(value["snippets"][0]) if value["snippets"] else NOTHING_FOUND
    shown = {key: one for key, one in value.items() if not _is_status(key, one)}
    parts = ((key, _member_in_words(key, one)) for key, one in shown.items())
    said = [(f"{as_words(key)}:", words) for key, words in parts if words]
    short = "; ".join(f"{key} {words}" for key, words in said if words[0] != "\n")
    lists = (f"{key}{words}" for key, words in said if words[0] == "\n")
    return "\n".join(filter(None, (short, *lists)))


def _with_codes(said: str, value: Mapping[str, Any]) -> str:
    """A sentence of a response, with the codes of the response that it lacks."""
    beside = {
        key: one
        for key, one in value.items()
        if _NAMES_IT.search(key) and isinstance(one, str) and one not in said
    }
    return f"{said} ({_object_in_words(beside)})" if beside else said


def _is_status(key: str, value: Any) -> bool:
    """Whether a field only marks success, `status: ok`, or is for the agent."""
    is_well = (key == "error" and not value) or (key == "status" and value in _WELL)
    return is_well or key == _FOR_AGENTS
