"""Tools that do something, and the verbs for what they do."""

from __future__ import annotations

import re

from emulator.ces.runtime.tools.names import description, operation, own_name
from emulator.ces.runtime.words import spelled, terms
from emulator.surface.registry import Message

# What the name or the description of such a tool begins with; "returns" tells what others give.
_ACTIONS = (
    r"activate|add|apply|approve|assign|block|book|buy|cancel|change|charge|close|confirm|create"
    r"|deactivate|delete|disable|dispatch|edit|enable|enroll|erase|extend|file|issue|make|modify|move"
    r"|open|pause|pay|place|post|publish|purchase|rebook|refund|register|reject|remove|rename|renew"
    r"|replace|reschedule|reserve|reset|revoke|schedule|sell|send|set|start|stop|submit|subscribe"
    r"|suspend|switch|transfer|unblock|unlock|unsubscribe|update|upgrade|withdraw"
)
_VERBS = re.compile(
    rf"(?:(?:{_ACTIONS})s?|(?:log|order|record|report|request)s?"
    r"(?!\W+(?:status|details?|history|lists?|info|state|number)\b))\b(?! of\b)",
    re.IGNORECASE,
)
VERB = re.compile(rf"{_ACTIONS}|log|order|record|report|request")
"""What is a verb for something that a tool may do."""
_TELLS = re.compile(r"(?:calculate|check|find|get|list|look|query|quote|search|show|tell)", re.I)
_MAKES = re.compile(r"(?:add|create|file|issue|make|open|place|submit)\s+(.+)", re.IGNORECASE)
_SAFE = ("GET", "HEAD", "OPTIONS")


def does_something(tool: Message) -> bool:
    """Whether a tool does something, rather than to tell something.

    That of an API does nothing that is only read from; else its name says that it tells something.
    """
    name, about, called = own_name(tool), description(tool), operation(tool)
    if called is None:
        return is_action(name, about)
    return called.method not in _SAFE and not _TELLS.match(spelled(name))


def is_action(name: str, about: str) -> bool:
    """Whether a tool does something, by the verb that its name or its description begins with."""
    return any(_VERBS.match(text) for text in (spelled(name), about))


def verbs(tool: Message) -> frozenset[str]:
    """The terms for what a tool does: the verbs of its name and its description, else its name."""
    name = spelled(own_name(tool))
    found = filter(None, (_VERBS.match(name), _VERBS.match(description(tool))))
    return terms(" ".join(one[0] for one in found) or name)


def asked_by(tool: Message) -> frozenset[str]:
    """The terms for asking for a tool: its verbs, or what it makes, as a booking for who books."""
    name = spelled(own_name(tool))
    made = _MAKES.match(name)
    return verbs(tool) | (terms(made[1]) if made else frozenset())
