"""Whether a text is a request for something to be done, and with which verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from emulator.ces.runtime.planning.understanding.tool_verbs import NOUN, VERB
from emulator.ces.runtime.words import terms

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
    r"(?:(?:(?:about|at|by|for|from|in|on|since|till|to|until|with) )?"
    r"(?:what|how|when|where|whom?|which)\b|any (?!chance\b|way\b)[^.!?]*\?"
    r"|(?:why|am|is|are|was|were|does|did|has|have|had|should)\b"
    rf"|do (?:i|you|we|they)\b|(?:must|will|would|might) (?!you\b)\w|(?:if|suppose)\b.*\?"
    r"|(?:can|could|may) (?!(?:i|we|you)\b)\w"
    rf"|(?:can|could|may) (?:i|we)\b.*\b(?:{_HYPOTHETICAL})\b"
    r"|(?:can|could|would|will) you (?:please )?(?:tell|explain|say|describe|let)\b"
    r"|.*\b(?:questions? (?:about|on|regarding)|wonder)\b)",
    re.IGNORECASE,
)
# The beginning of a part of a sentence that makes the verb after it a request.
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
# After these words a verb is mentioned and not requested.
_LEADING = re.compile(
    r"(?:to|no|not|never|dare|i|you|we|they|he|she|one|people|somebody|someone|who|will|would|should|might"
    r"|may|could|usually|ever|already|by|without|before|after|if|when|\w*n['\u2019]t)",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:told|said|says|heard|read|thought|understood|believe|wrote|wonder\w*)\b.*"
    r"\b(?:can|could|may)$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|in case|whenever)\b(?! (?:possible|(?:you|i) (?:can|could|would|may)"
    r"|(?:that|it)(?:['\u2019]s| is) (?:possible|ok(?:ay)?|fine|alright|all right)))",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\b(?:know|see|check|tell me|confirm|wonder\w*) if\b", re.IGNORECASE)
_UNDECIDED = re.compile(
    r"\b(?:you|i|we|one) can\b.*\?\s*$|\bat all\s*\?"
    r"|\b(?:maybe|perhaps)\b|\bnot (?:now|today|yet)\b"
    r"|\bor (?:not|is|isn['\u2019]t|are|do|does|should|must|only)\b"
    r"|,\s*(?:right|correct|can['\u2019]?t (?:you|i)|isn['\u2019]t it)\s*\?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")


def requested_verbs(text: str) -> frozenset[str]:
    """The terms of the verbs that a text requests."""
    return terms(" ".join(word for word, is_asked in verb_mentions(text) if is_asked))


def is_conditional(text: str) -> bool:
    """Whether a request has a condition, is undecided, or asks whether it is possible."""
    return (_CONDITION.search(_ASIDE.sub(" ", text)) or _UNDECIDED.search(text)) is not None


def verb_mentions(text: str, names: Set[str] = frozenset()) -> Iterator[tuple[str, bool | None]]:
    """The verbs of a text and the words among `names`, each with whether it is requested.

    None if it may be a noun: "my order".
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


def without_requests(text: str) -> Iterator[str]:
    """The parts of a text without their request formulas: "file it" of "Could you file it"."""
    return (_ASKED.sub("", part, count=1) for part in _PART.split(text.strip()))


def has_plain_question(text: str) -> bool:
    """Whether a text has a question that is no request."""
    return any(map(_QUESTION.match, _SENTENCE.split(text.strip())))


def expresses_wish(text: str) -> bool:
    """Whether a text has words of a wish: "please", "can you", "I need"."""
    return _WISH.search(text) is not None


def is_explicit_request(text: str) -> bool:
    """Whether a text has words of a request: "please", "can you"."""
    return _REQUEST.search(text) is not None


def is_request(text: str) -> bool:
    """Whether a text may be a request: it is no question, or one such as "can you"."""
    is_question = has_plain_question(text) or text.rstrip().endswith("?")
    return not is_question or is_explicit_request(text)
