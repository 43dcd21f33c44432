"""What a text asks to be done, and what it only asks about, tells of, or does not want."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from emulator.ces.runtime.arguments.subjects import takes_all
from emulator.ces.runtime.planning.actions import (
    NOUN,
    VERB,
    asked_by,
    does_something,
    finds,
    found_by,
    is_end,
    verbs,
)
from emulator.ces.runtime.tools.names import description, own_name
from emulator.ces.runtime.words import spelled, terms
from emulator.surface.registry import Message

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
    r"|(?:i|we)(?:['\u2019]ve| have)? decided to"
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
_SEEKS = re.compile(r"\b(?:(?:look|search|shopp?)(?:ing)? for|find)\b", re.IGNORECASE)
_UNREAL = re.compile(
    r"\bhypothetical|\b(?:under|by|in) no (?:circumstances|means|way)\b", re.IGNORECASE
)
_DONE = re.compile(r"\b(?:i|we)(?:['\u2019]ve| have)? already\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:told|said|says|heard|read|thought|understood|believe|wrote|wonder\w*)\b.*"
    r"\b(?:can|could|may)$",
    re.IGNORECASE,
)
# Whether something can be done at all: "can you cancel orders", of no order.
_ABLE = re.compile(
    r"\b(?:(?:can|could|may) (?:you|i|we|one)|(?:you|i|we|one) (?:can|could|may))\b"
    r"(?: (?:guys|also|even|ever|just))*\s+(\w+)\s+"
    r"(an?|any|some|stuff|things|(?!(?:this|his|its|us)\b)[^\W\d]{2,}s)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|in case|whenever)\b(?! (?:possible|(?:you|i) (?:can|could|would|may)"
    r"|(?:that|it)(?:['\u2019]s| is) (?:possible|ok(?:ay)?|fine|alright|all right)))",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\b(?:know|see|check|tell me|confirm|wonder\w*) if\b", re.IGNORECASE)
# "Are there free rooms on Friday?" asks for rooms, "Is there wifi in the rooms?" does not.
_IS_THERE = re.compile(
    r"\b(?:(?:is|are) there|do you have)\b(.*?)(?:\b(?:at|by|for|from|in|near|on|with)\b|$)",
    re.IGNORECASE | re.DOTALL,
)
_UNDECIDED = re.compile(
    r"\b(?:you|i|we|one) can\b.*\?\s*$|\bat all\s*\?"
    r"|\bor (?:not|is|isn['\u2019]t|are|do|does|should|must|only)\b"
    r"|,\s*(?:right|correct|can['\u2019]?t (?:you|i)|isn['\u2019]t it)\s*\?",
    re.IGNORECASE,
)
# Forms of verbs that ask for nothing by themselves, and what makes them do so.
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
_WORD = re.compile(r"[^\W_]+")
_QUOTATION = re.compile(
    r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|(?<!\w)['\u2018][^'\u2019]*['\u2019](?!\w)"
)


def may_be_wanted(text: str, tool: Message) -> bool:
    """Whether a text may ask for a tool; those of the system have rules of their own, but for the
    end of the session where it is called by its name."""
    if tool.HasField("system_tool"):
        return is_end(tool) and tool.display_name in text and _is_wanted(text, tool)
    return not does_something(tool) or _is_wanted(text, tool)


def _is_wanted(text: str, tool: Message) -> bool:
    """Whether a text may ask for what a tool does."""
    is_request = _REQUEST.search(text) is not None
    is_done = _DONE.search(text) is not None and not wanted_verbs(text)
    if (not is_request and (asks_only(text) or is_done)) or _UNREAL.search(text):
        return False
    if _is_told(text, tool):
        return False
    own = frozenset(spelled(own_name(tool)).lower().split()[:1])  # Where a name has its verb.
    found = [one for one in _mentions(text, own) if one[1] is not None]
    asked = [asked for word, asked in found if word in own] or [asked for _, asked in found]
    return True in asked or not asked


def _is_told(text: str, tool: Message) -> bool:
    """Whether a text has a verb only for what was done, or is spoken of: "closed", "of closing".

    So is what is quoted beside other words: it says "cancel it". Without the verb it is one of the
    tool's name: "I have returned it" of `register_return`.
    """
    verb = _forms(text, verbs(tool))
    forms = verb or _forms(text, terms(spelled(own_name(tool))))
    if verb and all(_is_quoted(text, found.start()) for found in verb):
        return True
    if not forms or not all(_FORM.search(found[0]) for found in forms):
        return False
    led = any(_SPEAKS_OF.search(text[: found.start()]) for found in forms)
    return led or (bool(verb) and not _WANTS_DONE.search(text))


def _is_quoted(text: str, place: int) -> bool:
    """Whether a place of a text is within quotation marks that have not all of it."""
    quoted = (one for one in _QUOTATION.finditer(text) if one[0] != text.strip())
    return any(one.start() < place < one.end() for one in quoted)


def _forms(text: str, words: Set[str]) -> list[re.Match[str]]:
    return [found for found in _WORD.finditer(text) if terms(found[0]) & words]


def wanted_verbs(text: str) -> frozenset[str]:
    """The terms of the verbs for what a text asks to be done."""
    return terms(" ".join(word for word, is_asked in _mentions(text) if is_asked))


def only_asks_for(text: str, tool: Message, schema: Message) -> bool:
    """Whether a text says only that something is to be done: "Please file an appeal", no reason.

    It may name parameters, whose values it is without: "Mine is ticket number ".
    """
    if not does_something(tool):
        return False
    named = terms(" ".join(map(spelled, schema.properties)))
    own = named | wanted_verbs(text)
    own |= terms(f"{spelled(own_name(tool))} {description(tool)}")
    parts = (terms(_ASKED.sub("", part, count=1)) for part in _PART.split(text.strip()))
    return all(one <= (own if one & asked_by(tool) else named) for one in parts)


def asks_for(text: str, tool: Message) -> bool:
    """Whether a text asks for what a tool does, with its verb: "Could you file an appeal?".

    Of what a tool finds it asks whether there is some.
    """
    if not does_something(tool):
        what = _IS_THERE.search(text)
        return what is not None and bool(found_by(tool) & terms(what[1]))
    if not wanted_verbs(text) & asked_by(tool):
        return False
    of_many = any(one not in ("a", "an") for one in _objects(text, tool))
    return requests(text) and not is_in_doubt(text) and not of_many


def seeks(text: str, tool: Message, schema: Message) -> bool:
    """Whether a text looks for something, and a tool searches for whatever it is told."""
    if not (_SEEKS.search(text) and finds(tool)):
        return False
    known = schema.properties  # To ask for one that is not there would make it.
    return any(takes_all(name, known[name]) for name in schema.required if name in known)


def is_in_doubt(text: str) -> bool:
    """Whether what a text asks for is wanted under a condition only, or if it can be had."""
    return (_CONDITION.search(_ASIDE.sub(" ", text)) or _UNDECIDED.search(text)) is not None


def asks_if_able(text: str, tool: Message) -> bool:
    """Whether a text asks what can be done at all: it names nothing that it is to be done with."""
    return any(True for _ in _objects(text, tool))


def _objects(text: str, tool: Message) -> Iterator[str]:
    """What it asks that of: "orders", "an"."""
    for found in _ABLE.finditer(text):
        if terms(found[1]) & asked_by(tool):
            yield found[2].lower()


def _mentions(text: str, names: Set[str] = frozenset()) -> Iterator[tuple[str, bool | None]]:
    """The verbs of a text, and the words that name a tool: whether each is asked for.

    None if it may be no verb: "my order".
    """
    for part in _PART.split(text.strip()):
        for found in _WORD.finditer(part):
            word = found[0].lower()
            if NOUN.match(part, found.start()):
                yield word, False
            elif word in names or VERB.fullmatch(word):
                before = part[: found.start()]
                if _ASKED.fullmatch(before):
                    yield word, True
                else:
                    yield word, False if _is_spoken_of(before) else None


def _is_spoken_of(before: str) -> bool:
    led = before.rstrip()
    last = led.rpartition(" ")[2]
    return _LEADING.fullmatch(last) is not None or _REPORTED.search(led) is not None


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
