"""Tools that do something: nobody wants it done who only asks about it, or tells of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from emulator.ces.runtime.tools.names import description, operation
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
_VERB = re.compile(rf"{_ACTIONS}|log|order|record|report|request")
_TELLS = re.compile(r"(?:calculate|check|find|get|list|look|query|quote|search|show|tell)", re.I)
_SAFE = ("GET", "HEAD", "OPTIONS")
_REQUEST = re.compile(
    r"\b(?:can|could|would|will) you\b(?! (?:please )?(?:tell|explain|say|describe|let)\b)"
    r"|\bplease\b(?! (?:tell|explain|describe|let)\b)",
    re.IGNORECASE,
)
_WISH = re.compile(
    rf"{_REQUEST.pattern}|\bi(?:['\u2019]d| would)? (?:want|need|like)\b|\byes\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_HYPOTHETICAL = (
    "after|even|ever|for free|if|in case|later|once|some ?day|still|unless|within|without"
)
_QUESTION = re.compile(
    r"(?:(?:and|but|so|ok(?:ay)?|hmm|well|hi|hello|thanks?|thank you|alright|fine"
    r"|actually|sorry|oh|no|yes)\b[\s,.]*)*"
    r"(?:(?:what|how|when|where|why|who|which|am|is|are|was|were|does|did|has|have|had|should)\b"
    rf"|do (?:i|you|we|they)\b|(?:must|will|would|might) (?!you\b)\w|(?:if|suppose)\b.*\?"
    r"|(?:can|could|may) (?!(?:i|we|you)\b)\w"
    rf"|(?:can|could|may) (?:i|we)\b.*\b(?:{_HYPOTHETICAL})\b"
    r"|(?:can|could|would|will) you (?:please )?(?:tell|explain|say|describe|let)\b"
    r"|.*\b(?:questions? (?:about|on|regarding)|wonder)\b)",
    re.IGNORECASE,
)
# How somebody asks for something to be done, up to the word for it, in a part of a sentence.
_PART = re.compile(r"(?<=[.!?;:,\n])\s+|\b(?:and|but|so|then)\s+", re.IGNORECASE)
_ASKED = re.compile(
    r"(?:(?:hi|hello|hey|ok(?:ay)?|yes|yep|sure|great|well|alright|fine|thanks|also|now|just"
    r"|actually|please|instead)\b[\s,]*)*"
    r"(?:(?:can|could|would|will) you|(?:can|could|may) (?:i|we)|let(?:'s|\u2019s| us| me)|help me"
    r"|go ahead and|feel free to|(?:want|need) to|wanna|i must|(?:i|we)(?:['\u2019]ll| will)"
    r"|(?:i|we)(?:['\u2019]d| would|['\u2019](?:m|re)| am| are)?(?: (?:really|just|also|here))*"
    r" (?:want|need|like|love|wish|prefer|have|trying|calling|writing|going|hoping|got)"
    r"(?: (?:you|someone|somebody))? to)?[\s,]*(?:(?:please|also|just|now|to|kindly)\s+)*",
    re.IGNORECASE,
)
# What else leads to a verb speaks of it only.
_LEADING = re.compile(
    r"(?:to|not|never|dare|i|you|we|they|he|she|one|people|somebody|someone|who|will|would|should|might"
    r"|may|could|usually|ever|already|by|without|before|after|if|when|\w*n['\u2019]t)",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"\bif (?:you|i|it) were\b|\bhypothetical|\bunder no circumstances\b|\bby no means\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
# What was done, or is not to be done; the word for it comes next.
_NOT_WANTED = re.compile(
    r"(?:\b(?:do|does|did|will|would|should) not|\b(?:do|does|did|wo|would|should)n['\u2019]t"
    r"|\bnever|\bthank(?:s| you) for"
    r"|\b(?:i|we|you|they)(?:['\u2019]ve| have| had)(?! to\b)(?: already| just)?"
    r"|\b(?:i|we|you|they|was|were|been)(?: already| just)?(?=\s+\w+ed\b))"
    r"\s+(?:(?:want|wish|like|mean|you|me|us|i|we|to|it|the|my|any|a|an)\s+)*([\w-]+)",
    re.IGNORECASE,
)


def may_be_wanted(text: str, tool: Message) -> bool:
    """Whether a text may ask for a tool; those of the system have rules of their own."""
    if tool.HasField("system_tool"):
        return False
    return not does_something(tool) or is_wanted(text, tool.display_name)


def does_something(tool: Message) -> bool:
    """Whether a tool does something, rather than to tell something.

    That of an API does nothing that is only read from; else its name says that it tells something.
    """
    name, about, called = tool.display_name, description(tool), operation(tool)
    if called is None:
        return is_action(name, about)
    return called.method not in _SAFE and not _TELLS.match(spelled(name))


def is_action(name: str, about: str) -> bool:
    """Whether a tool does something, by the verb that its name or its description begins with."""
    return any(_VERBS.match(text) for text in (spelled(name), about))


def verbs(tool: Message) -> frozenset[str]:
    """The terms for what a tool does: the verb of its name or its description, else its name."""
    name = spelled(tool.display_name)
    found = _VERBS.match(name) or _VERBS.match(description(tool))
    return terms(found[0] if found else name)


def is_wanted(text: str, name: str) -> bool:
    """Whether a text may ask for what the tool of that name does."""
    words = spelled(name)
    verb = terms(words.partition(" ")[0])
    told = terms(" ".join(found[1] for found in _NOT_WANTED.finditer(text)))
    if terms(words) & told and (verb & told or not verb & terms(text)):
        return False
    if (asks_only(text) and not _REQUEST.search(text)) or _UNREAL.search(text):
        return False
    own = frozenset(words.lower().split())
    found = [one for one in _mentions(text, own) if one[1] is not None]
    asked = [asked for word, asked in found if word in own] or [asked for _, asked in found]
    return True in asked or not asked


def _mentions(text: str, names: Set[str]) -> Iterator[tuple[str, bool | None]]:
    """The verbs of a text, and the words that name a tool: whether each is asked for.

    None if it may be no verb: "my order".
    """
    for part in _PART.split(text.strip()):
        for found in _WORD.finditer(part):
            word = found[0].lower()
            if word in names or _VERB.fullmatch(word):
                before = part[: found.start()]
                if _ASKED.fullmatch(before):
                    yield word, True
                else:
                    yield word, False if _is_spoken_of(before) else None


def _is_spoken_of(before: str) -> bool:
    return _LEADING.fullmatch(before.rstrip().rpartition(" ")[2]) is not None


def asks_only(text: str) -> bool:
    """Whether a text has a question that asks for nothing to be done."""
    return any(map(_QUESTION.match, _SENTENCE.split(text.strip())))


def wishes(text: str) -> bool:
    """Whether a text says that something is wanted: "please", "can you", "I need"."""
    return _WISH.search(text) is not None


def requests(text: str) -> bool:
    """Whether what a text wants is to be done: it is no question, but for "can you"."""
    is_question = asks_only(text) or text.rstrip().endswith("?")
    return not is_question or _REQUEST.search(text) is not None
