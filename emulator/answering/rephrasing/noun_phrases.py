"""What a question is asked of, in the words in which it says so: "the eye clinic"."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile

from emulator.answering.rephrasing.topics import ADVERB, content_words
from emulator.retrieval.text.analysis import is_stop_word
from emulator.retrieval.text.calendar_names import DAYS, MONTHS
from emulator.retrieval.text.grammatical_number import is_plural

_THE = "(?:the|an?|my|our|your) "
_ARTICLE = f"(?P<article>{_THE})?"
_NOUN = r"[^\W\d_][\w'\u2019-]*"
WORDS = f"(?P<words>{_NOUN}(?: {_NOUN})*)"
BE = "(?:is|are|was|were)"
DO = "(?:do|does|did|can|could|may|must|should|will|would)"
AUXILIARY = rf"(?:{BE}|{DO}|has|have|had)"
_END = r"[?.! ]*$"
_DONE = (
    r"\w+(?:ed|ing)|born|built|made|known|held|sold|bought|paid|done|found|taken|written|given"
    r"|open|available|free"
)
# "the head of the unit", but not "best for reading far" nor "which of them is old", "how long is
# parental leave", "how do I make tiramisu", "who wrote the report", "what causes gout", "is the
# pool heated".
_PLACES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf".*\b(?:of|about|for) {_ARTICLE}(?:(?<=\bthe )|(?!\w+ing ))(?!.* {BE}\b){WORDS}{_END}",
        rf"\b(?:what|who|where|when|how(?: \w+)?) {BE} {_ARTICLE}{WORDS}{_END}",
        rf"\b{DO} (?:I|we|you|one) (?:not )?\w+ (?:(?:for|up|after|with|to(?= {_THE})) )?{_ARTICLE}"
        rf"{WORDS}",
        rf"^(?:who|what|which \w+) (?!{AUXILIARY}\b)\w+ (?P<article>(?:the|an?) ){WORDS}"
        rf"{_END}",
        rf"^what (?:causes|caused|triggers|prevents|affects|influences|determines|attracts|cures) "
        rf"{_ARTICLE}{WORDS}{_END}",
        rf"^{BE} there (?P<article>(?:an?|any|some) )?{WORDS}",
        rf"^{BE} {_ARTICLE}(?P<words>{_NOUN}(?: {_NOUN})?) (?:{_DONE})\b",
    )
)
_SUBJECT = re.compile(rf"\b{DO} {_ARTICLE}{WORDS}", re.IGNORECASE)
# A verb follows: "Who can propose a law?".
_WHO_DOES = re.compile(r"(?:and )?who (?:can|could|may|must|should|will|would)\b", re.IGNORECASE)
_HAS = re.compile(r" (?:have|has|had|be|do)\b", re.IGNORECASE)
# "how many moons does Mars have", "how many days of leave do I have", "which tools are there".
_HOW_MANY = re.compile(
    rf"^(?:and )?(?:how many|which|what) (?!{AUXILIARY}\b)"
    r"(?P<things>(?:[^\W\d_]+ )?[^\W\d_]+(?: of [^\W\d_]+(?: [^\W\d_]+)?)?) "
    r"(?:(?:do|does|did) (?:I|we|you|they|(?P<owner>(?:the )?\w+(?: \w+){0,2}?)) (?:have|get)"
    r"|(?:do|does|did|are|were|can|could|may|must|should|will|would)) ?\b",
    re.IGNORECASE,
)
_VERB = re.compile(_DONE, re.IGNORECASE)
_PREPOSITIONS = frozenset(
    "without within per via during between after before since until".split()  # noqa: SIM905
)
# "was coffee first drunk", "did a computer ever win": a verb follows.
_BEFORE_VERB = frozenset("first last ever never always still once originally".split())  # noqa: SIM905
_INDEFINITE = ("a", "an", "any", "some")
_MOST_WORDS = 3
# Real questions are far shorter.
_LONGEST = 300
_PLACE = re.compile(
    rf"\b(?:in|at) (?:the )?(?!(?:{MONTHS}|{DAYS})\b)[A-Z][\w'\u2019-]*"
    r"(?: (?:(?:of|de|la|am) )?[A-Z][\w'\u2019-]*)*"
)


@lru_cache(maxsize=1024)  # The turns of a session are looked at with every further question.
def phrase_of(question: str) -> str:
    """Return what a question is asked of, with its article; nothing where that is not clear."""
    question = question[:_LONGEST]
    for place in _PLACES:
        if (found := place.search(question)) and (words := _usable_phrase(_nouns(found["words"]))):
            return _definite(found["article"], words)
    if _WHO_DOES.match(question):
        return ""
    if (found := _SUBJECT.search(question)) and (words := _usable_phrase(_subject(found))):
        return _definite(found["article"], words)
    return ""


def place_of(question: str) -> str:
    """Return the last place with a name that a question tells: "in New York"."""
    return next((found[0] for found in reversed(list(_PLACE.finditer(question[:_LONGEST])))), "")


@lru_cache(maxsize=1024)
def plural_phrase_of(question: str) -> str:
    """Return the several things that a question asks of: "the moons of Mars"."""
    found = _HOW_MANY.search(question[:_LONGEST])
    if found is None or not is_plural(found["things"].partition(" of ")[0]):
        return ""
    owner = found["owner"]
    return f"the {found['things']} of {owner}" if owner else f"the {found['things']}"


def replace_with_name(query: str, found: re.Match[str], name: str) -> str:
    """Return the query with a name for what was found, as an owner for a `possessive`."""
    owner = "'s" if found["possessive"] else ""
    name = name[0].upper() + name[1:] if found[0][0].isupper() else name
    return f"{query[: found.start()]}{name}{owner}{query[found.end() :]}"


def _definite(article: str | None, words: str) -> str:
    """What was spoken of before is "the" one, unless it is somebody's."""
    if article is None:
        return words
    return f"the {words}" if article.strip().lower() in _INDEFINITE else f"{article}{words}"


def without_verb(words: list[str]) -> list[str]:
    """Leave out what was done to a thing: "bridge opened"."""
    return words[:-1] if words and _VERB.fullmatch(words[-1]) else words


def _usable_phrase(words: list[str]) -> str:
    words = without_verb(_without_adverb(words))
    text = " ".join(words)
    return text if len(words) <= _MOST_WORDS and content_words(text) else ""


def _nouns(text: str) -> list[str]:
    return list(takewhile(_is_noun, text.split()))


def _without_adverb(words: list[str]) -> list[str]:
    """The words before an adverb, behind which a verb follows."""
    return [*words[:1], *takewhile(lambda word: not _is_adverb(word), words[1:])]


def _is_adverb(word: str) -> bool:
    return word.lower() in _BEFORE_VERB or ADVERB.fullmatch(word) is not None


def _is_noun(word: str) -> bool:
    if word == "A":  # "Plan A", not "a plan".
        return True
    return not is_stop_word(word.lower()) and word.lower() not in _PREPOSITIONS


def _subject(found: re.Match[str]) -> list[str]:
    """The words before the verb, where it is clear which that is."""
    words = _nouns(found["words"])
    if _HAS.match(found.string, found.start("words") + len(" ".join(words))):
        return words
    if (subject := _without_adverb(words)) != words:
        return subject
    return words[:-1] if found["article"] or len(words) == 2 else []
