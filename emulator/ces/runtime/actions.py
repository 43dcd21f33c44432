"""Tools that do something: nobody wants it done who only asks about it, or tells of it."""

from __future__ import annotations

import re

from emulator.ces.runtime.matching import spelled, terms
from emulator.ces.runtime.tools.names import description
from emulator.surface.registry import Message

# What the name or the description of such a tool begins with; "returns" tells what others give.
_VERBS = re.compile(
    r"(?:activate|add|apply|approve|assign|block|book|buy|cancel|change|close|confirm|create"
    r"|deactivate|delete|disable|edit|enable|erase|make|modify|move|pay|publish|purchase"
    r"|rebook|refund|register|reject|remove|rename|renew|replace|reschedule|reserve|reset"
    r"|revoke|schedule|sell|send|start|stop|submit|subscribe|suspend|transfer|unsubscribe"
    r"|update|upgrade)s?\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(r"\b(?:can|could|would|will) you\b|\bplease\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_QUESTION = re.compile(
    r"(?:(?:and|but|so|ok(?:ay)?|well|hi|hello|thanks?|thank you)\b[\s,]*)*"
    r"(?:(?:what|how|when|where|why|who|which|am|is|are|was|were|does|did|has|have|had|should)\b"
    r"|do (?:i|you|we|they)\b|(?:must|will|would) (?!you\b)\w|if\b.*\?"
    r"|(?:can|could|may) (?:i|we)\b.*\b(?:after|even|if|once|still|within|without)\b"
    r"|.*\b(?:questions? (?:about|on|regarding)|wonder)\b)",
    re.IGNORECASE,
)
# What was done, or is not to be done; the word for it comes next.
_NOT_WANTED = re.compile(
    r"(?:\b(?:do|does|did|will|would|should) not|\b(?:do|does|did|wo|would|should)n['\u2019]t"
    r"|\bnever|\bthank(?:s| you) for"
    r"|\b(?:i|we|you|they)(?:['\u2019]ve| have| had)(?: already| just)?"
    r"|\b(?:i|we|you|they)(?: already| just)?(?=\s+\w+ed\b))"
    r"\s+(?:(?:want|wish|like|mean|you|me|us|i|we|to|it|the|my)\s+)*([\w-]+)",
    re.IGNORECASE,
)


def may_be_wanted(text: str, tool: Message) -> bool:
    """Whether a text may ask for a tool; those of the system have rules of their own."""
    if tool.HasField("system_tool"):
        return False
    return not does_something(tool) or is_wanted(text, tool.display_name)


def does_something(tool: Message) -> bool:
    """Whether a tool does something, rather than to tell something."""
    return is_action(tool.display_name, description(tool))


def is_action(name: str, about: str) -> bool:
    """Whether a tool does something, by the verb that its name or its description begins with."""
    return any(_VERBS.match(text) for text in (spelled(name), about))


def is_wanted(text: str, name: str) -> bool:
    """Whether a text may ask for what the tool of that name does."""
    words = spelled(name)
    verb = terms(words.partition(" ")[0])
    told = terms(" ".join(found[1] for found in _NOT_WANTED.finditer(text)))
    if terms(words) & told and (verb & told or not verb & terms(text)):
        return False
    is_question = any(map(_QUESTION.match, _SENTENCE.split(text.strip())))
    return not is_question or _REQUEST.search(text) is not None
