"""Whether a text requests what a tool does, rather than asks about it or reports it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from emulator.ces.runtime.arguments.entity_types import takes_any_text
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.assertions import is_asserted
from emulator.ces.runtime.planning.understanding.requests import (
    has_plain_question,
    is_conditional,
    is_explicit_request,
    is_request,
    requested_verbs,
    verb_mentions,
    without_requests,
)
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    ends_session,
    has_side_effects,
    is_search,
    only_records,
    request_terms,
    search_terms,
    verb_terms,
)
from emulator.ces.runtime.tools.names import description, own_name
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message

_SEEKS = re.compile(r"\b(?:(?:look|search|shopp?)(?:ing)? for|find)\b", re.IGNORECASE)
_UNREAL = re.compile(
    r"\bhypothetical|\b(?:under|by|in) no (?:circumstances|means|way)\b", re.IGNORECASE
)
_DONE = re.compile(r"\b(?:i|we)(?:['\u2019]ve| have)? already\b", re.IGNORECASE)
# Whether something can be done at all: "can you cancel orders", of no order.
_ABLE = re.compile(
    r"\b(?:(?:can|could|may) (?:you|i|we|one)|(?:you|i|we|one) (?:can|could|may))\b"
    r"(?: (?:guys|also|even|ever|just))*\s+(\w+)\s+"
    r"(an?|any|some|stuff|things|(?!(?:this|his|its|us)\b)[^\W\d]{2,}s)\b",
    re.IGNORECASE,
)
# "Are there free rooms on Friday?" asks for rooms, "Is there wifi in the rooms?" does not.
_IS_THERE = re.compile(
    r"\b(?:(?:is|are) there|do you have)\b(.*?)(?:\b(?:at|by|for|from|in|near|on|with)\b|$)",
    re.IGNORECASE | re.DOTALL,
)
# Forms of verbs that are no request by themselves, and words that make them one.
_FORM = re.compile(r"(?:ed|ing)$", re.IGNORECASE)
_WANTS_DONE = re.compile(
    r"\b(?:want|need|like|get|mind|help|please|(?:can|could|would|will) you)\b", re.IGNORECASE
)
_SPEAKS_OF = re.compile(
    r"\b(?:about|of|before|after|without|from|than"
    r"|(?:i|you|we|they|he|she|someone|somebody|who|have|has|had|is|are|was|were|been"
    r"|\w+['\u2019](?:d|s|ve))(?: already| just)?)\s+$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[^\W_]+")
_QUOTATION = re.compile(
    r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|(?<!\w)['\u2018][^'\u2019]*['\u2019](?!\w)"
    r"|(?<=\bsa(?:id|ys):).*|(?<=\b(?:reads|wrote):).*"
)


def may_be_intended(text: str, tool: Message) -> bool:
    """Whether a text may intend a tool.

    A system tool is intended only if it is the end of the session and the text has its name.
    """
    if tool.HasField("system_tool"):
        return ends_session(tool) and tool.display_name in text and _may_request(text, tool)
    if has_side_effects(tool):
        return _may_request(text, tool)
    return not only_records(tool) or is_asserted(text)


def _may_request(text: str, tool: Message) -> bool:
    """Whether a text may request a tool with side effects."""
    is_done = _DONE.search(text) is not None and not requested_verbs(text)
    if not is_explicit_request(text) and (has_plain_question(text) or is_done):
        return False
    if _UNREAL.search(text) or _is_taken_back(text) or _only_mentions_verb(text, tool):
        return False
    own = frozenset(as_words(own_name(tool)).lower().split()[:1])  # Where a name has its verb.
    found = [one for one in verb_mentions(text, own) if one[1] is not None]
    asked = [asked for word, asked in found if word in own] or [asked for _, asked in found]
    return True in asked or not asked


def _is_taken_back(text: str) -> bool:
    """Whether a text ends with a no to itself: "Block it? No, thanks"."""
    *before, last = _SENTENCE.split(text.strip())
    return bool(before) and dialogue_acts.refuses(last, wholly=True)


def _only_mentions_verb(text: str, tool: Message) -> bool:
    """Whether a text only mentions the verb of a tool: "closed", "of closing", a quotation.

    Without the verbs, words of its name count: "I have returned it" for `register_return`.
    """
    verb = _forms(text, verb_terms(tool))
    forms = verb or _forms(text, terms(as_words(own_name(tool))))
    if verb and all(_is_quoted(text, found.start()) for found in verb):
        return True
    if not forms or not all(_FORM.search(found[0]) for found in forms):
        return False
    led = any(_SPEAKS_OF.search(text[: found.start()]) for found in forms)
    return led or (bool(verb) and not _WANTS_DONE.search(text))


def _is_quoted(text: str, place: int) -> bool:
    """Whether a place of a text is within quotation marks that do not enclose all of it."""
    quoted = (one for one in _QUOTATION.finditer(text) if one[0] != text.strip())
    return any(one.start() < place < one.end() for one in quoted)


def _forms(text: str, words: Set[str]) -> list[re.Match[str]]:
    return [found for found in _WORD.finditer(text) if terms(found[0]) & words]


def is_bare_request(text: str, tool: Message, schema: Message) -> bool:
    """Whether a text is only a request: "Please file an appeal", without a reason.

    Values of arguments have been taken out of it: "Mine is ticket number ".
    """
    if not has_side_effects(tool):
        return False
    named = terms(" ".join(map(as_words, schema.properties)))
    own = named | requested_verbs(text)
    own |= terms(f"{as_words(own_name(tool))} {description(tool)}")
    parts = map(terms, without_requests(text))
    return all(one <= (own if one & request_terms(tool) else named) for one in parts)


def requests_tool(text: str, tool: Message) -> bool:
    """Whether a text requests a tool with its verb: "Could you file an appeal?".

    A search is requested by "are there" with the objects that it searches for.
    """
    if not has_side_effects(tool):
        what = _IS_THERE.search(text)
        return what is not None and bool(search_terms(tool) & terms(what[1]))
    if not requested_verbs(text) & request_terms(tool):
        return False
    of_many = any(one not in ("a", "an") for one in _objects(text, tool))
    return is_request(text) and not is_conditional(text) and not of_many


def is_search_request(text: str, tool: Message, schema: Message) -> bool:
    """Whether a text says "search for" and a tool is a search that takes any text."""
    if not (_SEEKS.search(text) and is_search(tool)):
        return False
    known = schema.properties  # To ask for one that is not there would make it.
    return any(takes_any_text(name, known[name]) for name in schema.required if name in known)


def asks_for_ability(text: str, tool: Message) -> bool:
    """Whether a text asks what can be done in general: "can you cancel orders"."""
    return any(True for _ in _objects(text, tool))


def _objects(text: str, tool: Message) -> Iterator[str]:
    """The indefinite objects in such a question: "orders", "an"."""
    for found in _ABLE.finditer(text):
        if terms(found[1]) & request_terms(tool):
            yield found[2].lower()
