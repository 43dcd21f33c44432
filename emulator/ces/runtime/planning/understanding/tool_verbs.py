"""Whether a tool has side effects, and the verbs for what it does, by its name and description."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.tools.names import description, operation, own_name
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.messages import ces
from emulator.surface.registry import Message

# What the name or the description of such a tool begins with; "returns" is said of lookups.
_ACTIONS = (
    "abort|accept|activate|add|adjust|allocate|apply|approve|archive|arrange|assign|attach|"
    "authorize|ban|block|book|buy|cancel|capture|change|charge|close|collect|complete|confirm|"
    "connect|create|deactivate|debit|decline|decrease|deduct|defer|delete|deliver|deploy|disable|"
    "disconnect|dismiss|dispatch|donate|downgrade|edit|enable|end|enroll|erase|escalate|expedite|"
    "extend|file|finish|forward|freeze|grant|hire|increase|initiate|install|invite|issue|join|"
    "launch|lend|make|merge|migrate|modify|move|notify|open|pause|pay|place|post|postpone|"
    "prescribe|process|prolong|publish|purchase|reactivate|rebook|reboot|recharge|redeem|"
    "redirect|reduce|refund|register|reinstate|reject|remove|rename|renew|rent|replace|"
    "reschedule|resend|reserve|reset|resolve|restart|restore|resume|reverse|revoke|save|schedule|"
    "sell|send|set|shorten|sign|skip|start|stop|submit|subscribe|suspend|swap|switch|terminate|"
    "transfer|trigger|unblock|undo|unfreeze|uninstall|unlink|unlock|unsubscribe|update|upgrade|"
    "upload|void|waive|wipe|withdraw"
)
_NOUNS_TOO = "claim|deposit|dispute|exchange|lock|log|note|order|record|release|report|request|ship"
# "Returns the status" describes a lookup.
_NOUNS_OF_USERS = f"{_NOUNS_TOO}|return"
_OF_NOUNS = (
    "status|details?|history|lists?|info|state|number|rates?|notes?|limits?|dates?|polic(?:y|ies)"
)


def _forms(verbs: str) -> str:
    """A pattern of verbs as names have them, and as descriptions do: "apply", "applies"."""
    return "|".join(
        f"{one[:-1]}(?:y|ies)" if one.endswith(("ly", "fy")) else f"{one}(?:e?s)?"
        for one in verbs.split("|")
    )


def _verbs(nouns_too: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:{_forms(_ACTIONS)}|(?:{_forms(nouns_too)})(?!\W+(?:{_OF_NOUNS})\b))\b(?! of\b)",
        re.IGNORECASE,
    )


_AND_DOES = re.compile(rf"\b(?:and|then|to(?: be)?)\s+(?:{_forms(_ACTIONS)})", re.IGNORECASE)
_OF_NAMES, _OF_DESCRIPTIONS = _verbs(_NOUNS_OF_USERS), _verbs(_NOUNS_TOO)
VERB = re.compile(f"{_ACTIONS}|{_NOUNS_OF_USERS}")
"""A verb for a side effect."""
NOUN = re.compile(
    rf"(?:{_NOUNS_OF_USERS})\W+(?:{_OF_NOUNS})\b|(?:{_ACTIONS})\W+polic(?:y|ies)\b", re.IGNORECASE
)
"""Where such a word is a noun: "return policy", "refund policy"."""
_TELLS = re.compile(r"(?:calculate|check|find|get|list|look|query|quote|search|show|tell)", re.I)
TELLING = terms("calculate check find get list look query quote search show tell")
"""The terms of verbs for lookups, which any question may have."""
_MAKES = re.compile(
    r"(?:add|create|file|issue|make|open|order|place|register|report|request|submit)\s+(.+)",
    re.IGNORECASE,
)
_CHANGES = re.compile(r"(?:change|edit|modify|update)\b", re.IGNORECASE)
_FINDS = re.compile(r"(?:find|list|search|search for)\s+(.+)", re.IGNORECASE)
_NOTES = re.compile(r"(?:capture|collect|note|record|remember|store)s?\b", re.IGNORECASE)
_SETS = re.compile(r"(?:capture|collect|save|set|store)\b(.*)", re.IGNORECASE)
_CODED = re.compile(r"\b(?:id|number|code|key|token)\b", re.IGNORECASE)
_SAFE = ("GET", "HEAD", "OPTIONS")


def has_side_effects(tool: Message) -> bool:
    """Whether a tool changes something.

    An operation of an API does unless its HTTP method is safe or its name has a verb for lookups,
    any other tool if a verb says so. Tools that only record, and the end of the session, do not.
    """
    name, about, called = own_name(tool), description(tool), operation(tool)
    if called is None:
        return begins_with_action(name, about) and not (only_records(tool) or ends_session(tool))
    return called.method not in _SAFE and not _TELLS.match(as_words(name))


def changes(tool: Message) -> bool:
    """Whether a tool changes something of what it is called with, by its name."""
    return _CHANGES.match(as_words(own_name(tool))) is not None


def ends_session(tool: Message) -> bool:
    """Whether a tool ends the session."""
    return bool(tool.system_tool.name == "end_session")


@lru_cache(maxsize=1024)
def begins_with_action(name: str, about: str) -> bool:
    """Whether a name or a description begins with a verb for a side effect."""
    return any(_verbs_of(name, about))


def only_records(tool: Message) -> bool:
    """Whether a tool only records what users say, as `set_flavor`: "Records the flavor".

    It has a parameter for that, which is no code and no boolean: `capture_order(order_id)` is none.
    """
    about = description(tool)
    found = _NOTES.match(about) and _SETS.match(as_words(own_name(tool)))
    if not found or _AND_DOES.search(about):
        return False
    known = schema_of(tool).properties
    told = [as_words(one) for one in known if known[one].type != ces.Schema.BOOLEAN]
    return any(terms(found[1]) & terms(one) for one in told if not _CODED.search(one))


def _verbs_of(name: str, about: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    return _OF_NAMES.match(as_words(name)), _OF_DESCRIPTIONS.match(about)


def verb_terms(tool: Message) -> frozenset[str]:
    """The terms of the verbs in a tool's name and description."""
    return _terms_of(own_name(tool), description(tool))[0]


def request_terms(tool: Message) -> frozenset[str]:
    """The terms of requests for a tool: its verbs, and the objects that it creates."""
    return _terms_of(own_name(tool), description(tool))[1]


@lru_cache(maxsize=1024)
def _terms_of(name: str, about: str) -> tuple[frozenset[str], frozenset[str]]:
    found, made = _verbs_of(name, about), _MAKES.match(as_words(name))
    own = terms(" ".join(one[0] for one in found if one))
    return own, own | (terms(made[1]) if made else frozenset())


def is_search(tool: Message) -> bool:
    """Whether a tool is a search, by its name."""
    return _FINDS.match(as_words(own_name(tool))) is not None


def search_terms(tool: Message) -> frozenset[str]:
    """The terms of the objects that a tool searches for."""
    found = _FINDS.match(as_words(own_name(tool)))
    return terms(found[1]) if found else frozenset()
