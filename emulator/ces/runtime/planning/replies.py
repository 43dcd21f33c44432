"""What an agent says beside results of tools: greetings, questions, answers to small talk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from emulator.answering.classify import QueryKind, classify
from emulator.ces.runtime.planning.instructions import utterances
from emulator.ces.runtime.planning.instructions.steps import with_variables
from emulator.ces.runtime.planning.tool_results import value_in_words
from emulator.ces.runtime.planning.understanding.dialogue_acts import abandons, refuses
from emulator.ces.runtime.session.inputs import without_events
from emulator.ces.runtime.words import as_words
from emulator.surface.registry import Message

_SMALL_TALK = (QueryKind.NON_ANSWER_SEEKING_QUERY, QueryKind.NON_ANSWER_SEEKING_QUERY_V2)
_INACTIVE = re.compile(r"<context>.*</context>", re.DOTALL)
_ABOUT_ITSELF = re.compile(r"\b(?:who|what) (?:are|can) you\b|\bhelp\b|your name", re.IGNORECASE)
_THANKS = re.compile(r"\bthank|\bthx\b|\bcheers\b|appreciate", re.IGNORECASE)
# "Haha, you're funny", "wow, you are really helpful".
_OF_AGENT = re.compile(
    r"(?:(?:(?:ha)+h?|lol|wow|oh|ok(?:ay)?|well|thanks?|thank you)[\s,.!]+)*"
    r"(?:(?:ha)+h?|lol|wow|ok(?:ay)?|you(?:['\u2019]re| are)"
    r"(?: (?:so|such an?|very|really|quite|pretty|too|an?))* \w+)"
    r"(?:[\s,.!]+(?:thanks?|thank you))?[\s.!]*",
    re.IGNORECASE,
)
_ACKNOWLEDGED = re.compile(
    r"(?:(?:ok(?:ay)?|cool|great|nice|awesome|perfect|yes|yep|sure|please|no|nope"
    r"|never ?mind|no problem|good job|well done)[\s,.!]*)+",
    re.IGNORECASE,
)

NO_CAPABILITY = "I cannot help with that."
REFUSED = "I cannot talk about that."
GOODBYE = "Goodbye."
WELCOME = "You are welcome. Is there anything else?"
ABANDONED = "All right, I leave it. Is there anything else?"
ANYTHING_ELSE = "Is there anything else?"
FAILED = "Something went wrong. Please try again."
HANDED_OVER = "I am passing you on to a colleague."


def greeting(agent: Message, variables: Mapping[str, Any]) -> str:
    """The greeting of an agent: that of its instruction, or the default."""
    said = with_variables(utterances.greeting(agent.instruction), variables)
    return said or f"Hello, this is {agent.display_name}. How can I help you?"


def introduction(agent: Message, variables: Mapping[str, Any]) -> str:
    """The introduction of an agent: its description, or its greeting."""
    about = agent.description.strip().rstrip(".")
    if not about:
        return greeting(agent, variables)
    about = about[0].lower() + about[1:] if not about[:2].isupper() else about
    return f"This is {agent.display_name}: {about}. How can I help you?"


def question_for(name: str, kind: Message) -> str:
    """The question for a missing argument: the instruction's, or "Which NAME?"."""
    if kind.title.endswith("?"):
        return str(kind.title)
    asked, description = as_words(name), kind.description
    says_more = description.strip(" .").lower().removeprefix("the ") != asked.lower()
    return f"Which {asked}? {description if says_more else ''}".strip()


def question_for_change(names: Sequence[str]) -> str:
    """The question for what is to be changed."""
    *others, last = map(as_words, names)
    return f"What shall I change: {' or '.join(filter(None, (', '.join(others), last)))}?"


def offer(name: str) -> str:
    """What an agent says that may do something which was not asked for."""
    return f"Shall I {as_words(name)}?"


def confirmation(name: str, args: Mapping[str, Any]) -> str:
    """The question for a confirmation, with the arguments."""
    said = ((as_words(key), value_in_words(one)) for key, one in args.items())
    given = "; ".join(f"{key}: {words}" for key, words in said if words)
    return f"Please confirm: shall I {as_words(name)}{f' ({given})' if given else ''}?"


def small_talk(text: str, agent: Message, variables: Mapping[str, Any]) -> str:
    """The answer to small talk and to events; the empty string for other texts."""
    if abandons(text) or refuses(text, wholly=True):
        return ANYTHING_ELSE
    if text.strip().isdecimal():  # "1111" may be a PIN, though it looks like no word.
        return ""
    if _OF_AGENT.fullmatch(text.strip()):
        return WELCOME if _THANKS.search(text) else ANYTHING_ELSE
    if without_events(text) and not any(kind in classify(text) for kind in _SMALL_TALK):
        return ""
    if _ABOUT_ITSELF.search(text):
        return introduction(agent, variables)
    if _THANKS.search(text):
        return WELCOME
    if _ACKNOWLEDGED.fullmatch(text) or _INACTIVE.fullmatch(text):
        return ANYTHING_ELSE
    return greeting(agent, variables)
