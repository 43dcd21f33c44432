"""What a question is about, in its own words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from emulator.answering.document_text.named_entities import full_names
from emulator.answering.rules import generic_terms
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.calendar_names import DAYS, MONTHS
from emulator.retrieval.text.grammatical_number import is_plural

SENTENCE_BORDER = re.compile(r"(?<=[.?!])\s+")
"""What stands between two sentences of a question."""

# A version is one word, "4.5", as are a code, "A-7", and what a letter tells apart: "plan A".
_WORD = re.compile(r"\d+(?:\.\d+)+|[^\W\d_]+-\d+\w*|[^\W\d_]+ A\b(?!-)|\w+")

# A name after one of these says where, when or with what, not what is asked about.
_CIRCUMSTANCE = re.compile(
    r"\b(?:on|(?:in|into|at|during|since|before|after|near|until|from|with|by|against"
    r"|(?<!back )(?<!happened )to|than|like)(?: the| an?)?) $",
    re.IGNORECASE,
)
# "the Pepsi commercial", "an API key": the name only tells which one. After "does" a verb may
# follow.
_THE = re.compile(
    r"(?<!\bdo )(?<!\bdoes )(?<!\bdid )(?<!\bcan )(?<!\bwill )\b(?:the|an?|my|our|your|each) $",
    re.IGNORECASE,
)
# "other Latin American countries", "about AC systems".
_SEVERAL = re.compile(
    r"\b(?:about|of|for|other|some|any|many|most|all|these|those|which) $", re.IGNORECASE
)
_HEAD = re.compile(r"(?P<owned>['\u2019]s?)? (?P<head>[a-z]\w+)(?P<last> [a-z]\w+(?=[?.!]?$))?")
# Adverbs say how, not what: "What is it financially like?", "Can I go back?".
ADVERB = re.compile(
    r"back|[a-z]{3,}(?:[auicnr]l|ous|ive|ful|less|[ae]nt|[aiy]b|ed|ing|ar|ad|[tsrmn]e|d)ly"
)
"""An adverb that no stop word is."""

# A day or a month is written as a name, and says when.
_CALENDAR = re.compile(rf"(?:{DAYS})s?|{MONTHS}")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")

# Of "the causes of gout" the topic is gout.
_ATTRIBUTE = re.compile(
    r"(?:what|who|how|when|where)(?:['\u2019]s| is| are| was| were) (?:the|some) "
    r"(?!other\b)\w+ (?:\w+ )?of (?P<thing>.+)",
    re.IGNORECASE,
)

_MOST_WORDS = 4
_REACH = 20  # More than any of these has letters: what stands before it need not be looked at.


@dataclass(frozen=True, slots=True)
class Topic:
    """The words of a topic as written; `is_name` if they are one name, such as "Skylark 2".

    `source` is the question in which it was spoken of.
    """

    words: tuple[str, ...] = ()
    is_name: bool = False
    source: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """The words in a row."""
        return " ".join(self.words)

    @property
    def is_clear(self) -> bool:
        """Whether the words say enough to be what a conversation is about."""
        return self.is_name or len(self.words) > 1


def is_thing(name: str) -> bool:
    """Whether a name may be of a thing, not a mere number, a day or a month."""
    return _LETTER.search(name) is not None and _CALENDAR.fullmatch(name) is None


@lru_cache(maxsize=4096)  # The turns of a session are looked at with every further question.
def topic_of(question: str) -> Topic:
    """Return the name that the question is about, or else the words of its subject.

    A question may follow sentences that lead up to it, which count after it. Of several names the
    first is the topic, as subjects come before objects, unless it only says where, when or with
    what.
    """
    if named := _named(question):
        return named
    sentences = reversed(SENTENCE_BORDER.split(question))
    words = asked_of(question) or content_words(" ".join(sentences))
    return Topic(words[:_MOST_WORDS])


def asked_of(question: str) -> tuple[str, ...]:
    """Return the words for what an attribute is asked of: "gout" of "the causes of gout"."""
    found = _ATTRIBUTE.match(SENTENCE_BORDER.split(question)[-1])
    return content_words(found["thing"]) if found else ()


def names_topic(question: str) -> bool:
    """Whether a name in the question is what it is about, or tells which thing that is."""
    return _named(question) is not None


def _named(question: str) -> Topic | None:
    found = map(_name_in, reversed(SENTENCE_BORDER.split(question)))
    return next(filter(None, found), None)


def _name_in(sentence: str) -> Topic | None:
    for start, end in full_names(sentence):
        if is_thing(sentence[start:end]) and not _CIRCUMSTANCE.search(
            sentence, max(0, start - _REACH), start
        ):
            words = sentence[start:end].split()
            named = _named_by(sentence, start, end)
            return Topic((*words, *named), is_name=not named)
    return None


def _named_by(sentence: str, start: int, end: int) -> list[str]:
    """The words for a thing of which a name only tells which one it is."""
    head = _HEAD.match(sentence, end)
    if head is None or _DIGIT.search(sentence, start, end) or not content_words(head["head"]):
        return []
    before = sentence[max(0, start - _REACH) : start]
    if _THE.search(before):
        return head[0].split()
    if head["owned"] or not _SEVERAL.search(before):
        return []
    return next(filter(is_plural, (head[0], head["head"])), "").split()


@lru_cache(maxsize=4096)
def content_words(question: str) -> tuple[str, ...]:
    """Return the words, each once, that neither serve the asking nor fit any topic."""
    found: dict[str, str] = {}
    for match in _WORD.finditer(question):
        if ADVERB.fullmatch(match[0]):
            continue
        for term in [match[0]] if "." in match[0] else terms(match[0]):
            if term not in generic_terms(question):
                found.setdefault(term, match[0])
    return tuple(dict.fromkeys(found.values()))


@lru_cache(maxsize=4096)
def names_and_words(question: str) -> tuple[str, ...]:
    """Return what a question is about: its names, and its other words one by one."""
    found = [question[start:end] for start, end in full_names(question)]
    named = set(terms(" ".join(found)))
    return (*found, *(word for word in content_words(question) if named.isdisjoint(terms(word))))


def says_topic(question: str, topic: Topic) -> bool:
    """Whether the question says every word of the topic already."""
    return set(terms(topic.text)) <= set(terms(question))
