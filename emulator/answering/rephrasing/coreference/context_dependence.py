"""Whether a question depends on the conversation before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise

from emulator.answering.rephrasing.noun_phrases import AUXILIARY
from emulator.answering.rephrasing.topics import SENTENCE_BORDER, content_words, names_topic
from emulator.retrieval.text.analysis import terms

_WORD = re.compile(r"\w+")
PRONOUN = re.compile(
    r"\b(?:(?P<possessive>its|their|his|her(?= \w))|it|they|them|he|she|him|her)\b",
    re.IGNORECASE,
)
"""A pronoun of the third person; `possessive` is set if it means an owner."""

# Words in quotes, addresses and compounds refer to nothing: "do-it-yourself".
_QUOTED = re.compile(
    r"\"[^\"]*\"|`[^`]*`|\u201c[^\u201c\u201d]*\u201d|(?<!\S)\S*?(?:://|\w@\w)\S*|(?<![\w-])\w+-[\w-]+"
)

ONE = re.compile(r"\b(?:the|this|that|an?|my|our|your) \w+ (?P<one>ones?)\b", re.IGNORECASE)
"""One-anaphora: "the old one"."""

THERE = re.compile(
    r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\bthere"
    r"(?=[?.!]|$| (?:from|by|with|without|in|on|at|during|after|before|too|as)\b)",
    re.IGNORECASE,
)
"""A reference to a place: "What can I do there?", but not "How many are there?"."""

_MANY = ("they", "them", "their")
_PERSONAL = ("he", "she", "him", "his", "her")
# What is done to anything: "to take pills", not "to clean", "to clean with soap" or "to clean the
# filter", which may be that of the thing.
_DONE_TO = (
    r"to \w+ (?!(?:about|after|again|alone|around|at|before|by|during|every|for|from|in|indoors"
    r"|inside|into|of|off|on|out|outdoors|outside|over|the|to|today|together|tomorrow|too|up|when"
    r"|while|with|without|\w+ly)\b)\w"
)
# What may be said of that: "dangerous", but not "used" or "able".
_JUDGED = (
    "(?:advisable|bad|best|better|cheaper|common|compulsory|customary|dangerous|difficult|easier|easy"
    "|essential|expensive|forbidden|good|hard|harmful|healthy|illegal|important|legal|mandatory"
    "|permitted|polite|recommended|required|right|risky|rude|safe|safer|sensible|unhealthy|unlawful"
    "|unsafe|useful|useless|usual|wise|wrong)"
)
# Expletive pronouns: "Is it possible to ...", "How long does it take to ...", "What time is it?",
# "Is it dangerous to take pills?".
_EMPTY_IT = re.compile(
    r"\bit(?:['\u2019]s| is| was)? (?:(?:possible|true|allowed|necessary|worth|normal|ok|okay"
    r"|takes?|costs?) (?:to|that|for|if)|sounds|seems|looks|appears|turns|like\b(?! to)"
    r"|rain|rains|raining|snow|snows|snowing|matter|matters|me)\b"
    rf"|(?<=is )it (?:{_JUDGED} )?(?:for (?:\w+ )?\w+ )?{_DONE_TO}"
    r"|(?:(?<=make )|(?<=made ))it (?:in)?to\b"
    r"|(?:(?<=time is )|(?<=day is )|(?<=date is ))it\b(?! \w+(?:ed|en)\b)"
    r"|(?<=what is )it like\b",
    re.IGNORECASE,
)
_CLAUSE_BORDER = re.compile(
    r"[,;:]|\b(?:and|or|but|if|when|while|because|since|that|so|although|though|after|before|until"
    r"|who|which|where)\b",
    re.IGNORECASE,
)
_DEMONSTRATIVE = re.compile(
    r"\b(?:these|those|this(?! (?:year|month|week|day|time|morning|afternoon|evening)\b))\b"
    r"|\bthat(?:['\u2019]s\b|(?= (?:be|been|is|was|works?|happens?|means?|affects?|too"
    r"|true|right|correct|possible|allowed|normal|safe|enough|legal|free)\b))"
    rf"|\b{AUXILIARY} that\b"
    r"|\bthen(?=[?.!]|$)"
    r"|\bthat(?= (?:off|on|out|up|back|over|down)\b)|\binstead(?=[?.!]|$)"
    r"|\bthat(?=[?.!]|$)|^(?:(?:and|but|so),? )?(?:is|was)(?:n['\u2019]t)? that\b"
    rf"|{THERE.pattern}",
    re.IGNORECASE,
)
# A statement about the topic: "There is a crack in the lid.".
_TOLD = re.compile(r"(?:(?:and|but|so),? )?there(?:['\u2019]s| is| are)\b(?!.*\?)", re.IGNORECASE)
# One of several things, or others: "Which one is cheaper?", "What else can I try?".
_OF_SEVERAL = re.compile(
    r"(?:(?:and|but|so|ok|okay),? )?which (?:ones?\b|(?:is|are|was|were|has|have) (?:the )?"
    r"(?:more|less|better|best|worse|worst|\w+(?:er|est))\b)(?! than)(?!.*(?:,| or )).*"
    r"|(?:.*\b)?(?:what|who|where|how|any(?:thing|one|body|where)) else\b.*",
    re.IGNORECASE,
)
_COMPARATIVE = r"(?:(?:more|less) \w+|better|worse|\w+er)"
# Comparisons without a "than": "Is there a faster way?", "Do you have anything cheaper?".
_COMPARED = re.compile(
    rf"\b(?:(?:any|some)thing {_COMPARATIVE}|an? {_COMPARATIVE} (?:one|way|option|alternative))\b"
    r"(?!.*\bthan\b)",
    re.IGNORECASE,
)
# "Can I cancel one?", but "Is there no one?".
_ONE_OF_THEM = re.compile(r"(?<!\bno )(?<!\bevery )(?<!\bany )\bones?[?.! ]*$", re.IGNORECASE)
_MOST_POINTERS = 10  # Real questions have one.
_WITH_NOUN = ("this", "these", "those")
# "What is septicemia?" has one word of its own and yet is complete.
_DEFINITION = re.compile(
    r"(?:(?:what|who)(?:['\u2019]s| is| was)|tell me(?: more)? about)(?: an?)? \w+[?.! ]*",
    re.IGNORECASE,
)
# "You", "we", "the company" and the time of day need no topic.
_ADDRESSED = re.compile(
    r"\b(?:are|were|do|did|can|will|would) you\b|\byour\b|\b(?:my|our|mine|ours)\b"
    r"|\bthe (?:company|organi[sz]ation|firm|business)\b|\bwhat (?:time|day|date|year) is it\b",
    re.IGNORECASE,
)
# An action of the user's: "How do I pay?", but "How can I help?".
_DONE_BY_USER = re.compile(r"\b(?:do|can|may|must|could) (?:i|we)\b", re.IGNORECASE)
_MOST_WORDS_OF_GUESS = 3
_FEW_WORDS = 2
_GOES_ON = re.compile(r"(?:and|but|or|so|no|what about|how about|any)\b", re.IGNORECASE)
# Questions without verb and topic: "How long in the oven?", "Every day?", but "How long for a
# refund?".
_VERBLESS = re.compile(
    r"(?:how (?:long|often|far|high|big|old)|every|only|also|even)\b"
    rf"(?!.*\b(?:{AUXILIARY}|for|of|to|how|what|when|where|who|which|why)\b)",
    re.IGNORECASE,
)
_FRAGMENT = re.compile(
    r"(?:and )?(?:(?:(?:until|since|from|by|for) )?(?:how|why|when|where|who|which)(?: \w+)?"
    r"|how (?:many|much) \w+ (?:an?|per) \w+)[?.! ]*",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)  # The turns of a session are looked at with every further question.
def depends_on_context(query: str) -> bool:
    """Whether the question refers to something that it does not name."""
    pronoun = unresolved_pronoun(query)
    return pronoun is not None or _lacks_subject(query) or _points_back(query)


def is_personal_pronoun(pronoun: re.Match[str]) -> bool:
    """Whether the pronoun stands for a person."""
    return pronoun[0].lower() in _PERSONAL


def is_plural_pronoun(pronoun: re.Match[str]) -> bool:
    """Whether the pronoun stands for several things."""
    return pronoun[0].lower() in _MANY


@lru_cache(maxsize=4096)
def unresolved_pronoun(query: str) -> re.Match[str] | None:
    """Return the first pronoun, if nothing before it in the question can be its antecedent.

    What the pronoun's own clause names is no antecedent: "How can I protect them?".
    """
    for pronoun in PRONOUN.finditer(_QUOTED.sub(lambda found: " " * len(found[0]), query)):
        if not _EMPTY_IT.match(query, pronoun.start()):
            if names_topic(query[: _start_of_sentence(query, pronoun.start())]):
                return None
            explained = content_words(_text_before_clause(query, pronoun)) and not _lacks_subject(
                query
            )
            return None if explained else pronoun
    return None


def _lacks_subject(query: str) -> bool:
    """Whether the question has no content words that may be its subject."""
    own = content_words(query)
    if len(own) > 1:
        return False
    if _GOES_ON.match(query):
        return True
    if _ADDRESSED.search(query) or (own and _DONE_BY_USER.search(query)) or _names_kind(query):
        return False
    if any(has_antecedent(query, found) for found in _demonstratives(query)):
        return False
    return _DEFINITION.fullmatch(query) is None


def _names_kind(query: str) -> bool:
    """Whether a content word is followed by one that fits any topic: "the refund policy"."""
    words = _WORD.findall(query)
    return any(
        content_words(word) and content_words(f"{word} {after}") == (word,) and terms(after)
        for word, after in pairwise(words)
    )


def only_lacks_subject(query: str) -> bool:
    """Whether it depends on context only as its one content word may not be the whole subject."""
    if not content_words(query) or is_fragment(query):
        return False
    if _GOES_ON.match(query) or _VERBLESS.match(query):
        return False
    points = unresolved_pronoun(query) is not None or _points_back(query)
    return not points and _lacks_subject(query)


def may_depend_on_context(query: str) -> bool:
    """Whether a question may depend on the context: it has no name and few content words."""
    if _ADDRESSED.search(query) or _DONE_BY_USER.search(query) or names_topic(query):
        return False
    return len(content_words(query)) <= _MOST_WORDS_OF_GUESS


def is_fragment(query: str) -> bool:
    """Whether it is only the beginning of a question: "Why?", "How high?"."""
    return _FRAGMENT.fullmatch(query) is not None


def _points_back(query: str) -> bool:
    is_of_them = _OF_SEVERAL.fullmatch(query) or _ONE_OF_THEM.search(query)
    if (is_of_them or _COMPARED.search(query)) and len(content_words(query)) <= _FEW_WORDS:
        return True
    if (told := _TOLD.match(query)) and not names_topic(query[told.end() :].strip()):
        return True
    one = ONE.search(query)
    return bool(one and not has_antecedent(query, one)) or any(
        each[0].lower() in _WITH_NOUN or not has_antecedent(query, each)
        for each in _demonstratives(query)
    )


def _demonstratives(query: str) -> Iterator[re.Match[str]]:
    return islice(_DEMONSTRATIVE.finditer(query), _MOST_POINTERS)


def has_antecedent(query: str, pointer: re.Match[str]) -> bool:
    """Whether a sentence before has what a demonstrative refers to: "Opals? What is that?"."""
    return bool(content_words(query[: _start_of_sentence(query, pointer.start())]))


def _start_of_sentence(query: str, place: int) -> int:
    return max((border.end() for border in SENTENCE_BORDER.finditer(query, 0, place)), default=0)


def _text_before_clause(query: str, pronoun: re.Match[str]) -> str:
    """Return the text before a pronoun in its sentence, without its own clause.

    A possessive may refer to what its own clause names: "What does the bank pay its staff?".
    """
    before = SENTENCE_BORDER.split(query[: pronoun.start()])[-1]
    if pronoun["possessive"]:
        return before
    borders = [border.start() for border in _CLAUSE_BORDER.finditer(before)]
    return before[: borders[-1]] if borders else ""
