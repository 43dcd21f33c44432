"""What an agent says: a tool's result in words, and the few sentences of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from emulator.ces.runtime.planning.instructions import utterances
from emulator.ces.runtime.planning.instructions.steps import with_variables
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message

# The keys under which tools usually put the sentence that is meant for the user.
_SPOKEN = ("answer", "message", "text", "summary", "reply", "result")
# What tools tell the agent to do: https://googlecloudplatform.github.io/cxas-scrapi (design guide).
_FOR_AGENTS = "agent_action"
_NAMES_IT = re.compile(r"(?:^|_)(?:id|code|number|reference|confirmation|ticket)$")
# What a thing is called, and values that are no text but one of a few: "under_review".
_CALLED = ("name", "title")
_CONSTANT = re.compile(r"[a-z]+(?:_[a-z]+)+")
_WELL = ("success", "ok", "OK")

DONE = "Done."
NONE = "There are none."
NOTHING_FOUND = "I did not find an answer to that."
NO_CAPABILITY = "I cannot help with that."
REFUSED = "I cannot talk about that."
GOODBYE = "Goodbye."
WELCOME = "You are welcome. Is there anything else?"
LEFT = "All right, I leave it. Is there anything else?"
ELSE = "Is there anything else?"
FAILED = "Something went wrong. Please try again."
HANDED_OVER = "I am passing you on to a colleague."


def greeting(agent: Message, variables: Mapping[str, Any]) -> str:
    """What an agent says to a user who has not asked for anything yet."""
    said = with_variables(utterances.greeting(agent.instruction), variables)
    return said or f"Hello, this is {agent.display_name}. How can I help you?"


def introduction(agent: Message, variables: Mapping[str, Any]) -> str:
    """What an agent says of itself."""
    about = agent.description.strip().rstrip(".")
    if not about:
        return greeting(agent, variables)
    about = about[0].lower() + about[1:] if not about[:2].isupper() else about
    return f"This is {agent.display_name}: {about}. How can I help you?"


def question_for(name: str, kind: Message) -> str:
    """What an agent says when a tool needs something that the user has not said."""
    if kind.title.endswith("?"):
        return str(kind.title)
    asked, description = as_words(name), kind.description
    says_more = description.strip(" .").lower().removeprefix("the ") != asked.lower()
    return f"Which {asked}? {description if says_more else ''}".strip()


def confirmation(name: str, args: Mapping[str, Any]) -> str:
    """What an agent says before a tool does something that the user has to confirm."""
    said = ((as_words(key), _words(one)) for key, one in args.items())
    given = "; ".join(f"{key}: {words}" for key, words in said if words)
    return f"Please confirm: shall I {as_words(name)}{f' ({given})' if given else ''}?"


def in_words(tool: Message, response: Mapping[str, Any]) -> str:
    """A tool's response as a sentence: what is meant to be said, else its values by name."""
    if response.get("error"):
        return f"{tool.display_name} failed: {_words(_failure(response))}"
    value = response.get("output", response)
    if isinstance(value, Mapping) and [*value] == ["result"]:
        value = value["result"]  # What was no object stands there.
    return _words(value) or (NONE if _is_empty(value) else DONE)


def described_in(question: str, response: Mapping[str, Any]) -> str:
    """What a response tells of what a question names, by the names of its values."""
    asked, value = terms(question), response.get("output", response)
    if not isinstance(value, Mapping):
        return ""
    found = {key: one for key, one in value.items() if terms(as_words(key)) & asked}
    return _of_object(found) if found else ""


def _is_empty(value: Any) -> bool:
    """Whether it is a list of nothing, or an object that has only such."""
    if isinstance(value, Mapping):
        values = [one for key, one in value.items() if not _is_mark(key, one)]
        return bool(values) and all(one == [] for one in values)
    return bool(value == [])


def _failure(response: Mapping[str, Any]) -> Any:
    """What went wrong: the error, or if that is only a mark, what stands beside it."""
    if response["error"] is not True:
        return response["error"]
    beside = {key: one for key, one in response.items() if key != "error"}
    return beside.get(_FOR_AGENTS, beside)


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return _of_object(value)
    if isinstance(value, list):
        return "\n".join(filter(None, map(_words, value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    return "" if value is None else str(value)


def _inner(key: str, value: Any) -> str:
    """A value among others: each object of a list has a line of its own."""
    if isinstance(value, str) and _CONSTANT.fullmatch(value) and not _NAMES_IT.search(key):
        return as_words(value)
    if not isinstance(value, list):
        return _words(value)
    if any(isinstance(one, Mapping) for one in value):
        return "".join(f"\n- {text}" for text in map(item_in_words, value) if text)
    return ", ".join(filter(None, map(_words, value)))


def item_in_words(value: Any) -> str:
    """A thing of a list: what it is called, then the rest of it."""
    if not isinstance(value, Mapping):
        return _words(value)
    name = next((key for key in _CALLED if isinstance(value.get(key), str) and value[key]), None)
    if name is None:
        return _of_object(value)
    rest = _of_object({key: one for key, one in value.items() if key != name})
    return f"{value[name]} ({rest})" if rest else str(value[name])


def _of_object(value: Mapping[str, Any]) -> str:
    for key in _SPOKEN:
        if isinstance(value.get(key), str) and value[key]:
            return _with_codes(str(value[key]), value)
    if isinstance(value.get("snippets"), list):
        return _words(value["snippets"][0]) if value["snippets"] else NOTHING_FOUND
    parts = ((key, _inner(key, one)) for key, one in value.items() if not _is_mark(key, one))
    said = [(f"{as_words(key)}:", words) for key, words in parts if words]
    short = "; ".join(f"{key} {words}" for key, words in said if words[0] != "\n")
    lists = (f"{key}{words}" for key, words in said if words[0] == "\n")
    return "\n".join(filter(None, (short, *lists)))


def _with_codes(said: str, value: Mapping[str, Any]) -> str:
    """A sentence, with the codes beside it that it leaves out."""
    beside = {
        key: one
        for key, one in value.items()
        if _NAMES_IT.search(key) and isinstance(one, str) and one not in said
    }
    return f"{said} ({_of_object(beside)})" if beside else said


def _is_mark(key: str, value: Any) -> bool:
    """Whether it only marks that all is well: `status: ok`, `error: null`."""
    is_well = (key == "error" and not value) or (key == "status" and value in _WELL)
    return is_well or key == _FOR_AGENTS
