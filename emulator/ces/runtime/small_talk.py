"""What is said without wanting anything: greetings, thanks, farewells, and what is answered."""

from __future__ import annotations

import re

from emulator.answering.classify import QueryKind, classify
from emulator.ces.runtime import replies
from emulator.ces.runtime.inputs import in_words
from emulator.surface.registry import Message

_KINDS = (QueryKind.NON_ANSWER_SEEKING_QUERY, QueryKind.NON_ANSWER_SEEKING_QUERY_V2)
_INACTIVE = re.compile(r"<context>.*</context>", re.DOTALL)
_FAREWELL = re.compile(
    r"(?:ok(?:ay)?|thanks?(?: you)?|great|no|that(?:'s| is) all)?[\s,.!]*"
    r"(?:good ?bye|bye(?: bye)?|end (?:the |this )?(?:session|chat|conversation)|hang up)[\s.!]*",
    re.IGNORECASE,
)
_ABOUT_ITSELF = re.compile(r"\b(?:who|what) (?:are|can) you\b|\bhelp\b|your name", re.IGNORECASE)
_CAPABILITIES = re.compile(r"\bwhat\b(?>.*?\bcan (?:you|i)\b).*\b(?:do|help|ask)\b", re.IGNORECASE)
_THANKS = re.compile(r"\bthank|\bthx\b|\bcheers\b|appreciate", re.IGNORECASE)
_THANKED = re.compile(
    r"(?:(?:ok(?:ay)?|great|perfect|yes|no)[\s,.!]+)*(?:many )?(?:thanks|thank you|thx)"
    r"(?: (?:so|very) much| a lot)? for (?:(?!(?:and|but|now|please|then|can|could)\b)[\w'-]+ )*"
    r"[\w'-]+[.!]*",
    re.IGNORECASE,
)
_ACKNOWLEDGED = re.compile(
    r"(?:(?:ok(?:ay)?|cool|great|nice|awesome|perfect|yes|yep|sure|no|nope|never ?mind|no problem|"
    r"good job|well done)[\s,.!]*)+",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"(?:(?:no|ok(?:ay)?|sorry|well|oh)[\s,.!]+)*(?:forget (?:it|that|about it)|never ?mind|"
    r"nothing else|i(?:'ve| have)? changed my mind|that(?:'s| is) all)[\s.!]*",
    re.IGNORECASE,
)
_ESCALATION = re.compile(
    r"\b(?:speak|talk|transfer|connect|escalate|pass|put)\b.*"
    r"\b(?:human|person|representative|operator|colleague|someone|supervisor|live agent)\b",
    re.IGNORECASE,
)


def answer(agent: Message, text: str) -> str:
    """What an agent answers to small talk and to events; the empty string if it is neither."""
    if drops(text):
        return replies.ELSE
    if in_words(text) and not any(kind in classify(text) for kind in _KINDS):
        return ""
    if _ABOUT_ITSELF.search(text):
        return replies.introduction(agent)
    if _THANKS.search(text):
        return replies.WELCOME
    if _ACKNOWLEDGED.fullmatch(text) or _INACTIVE.fullmatch(text):
        return replies.ELSE
    return replies.greeting(agent)


def drops(text: str) -> bool:
    """Whether the user wants nothing more of what was going on."""
    return _DROPPED.fullmatch(text.strip()) is not None


def gives_thanks(text: str) -> bool:
    """Whether the user says thanks for something, and nothing else."""
    return _THANKED.fullmatch(text.strip()) is not None


def is_farewell(text: str) -> bool:
    """Whether the user says goodbye."""
    return _FAREWELL.fullmatch(text) is not None


def asks_for_a_person(text: str) -> bool:
    """Whether the user wants to go on with a human."""
    return _ESCALATION.search(text) is not None


def asks_what_to_ask(text: str) -> bool:
    """Whether the user wants to know what the agent can do."""
    return _CAPABILITIES.search(text) is not None
