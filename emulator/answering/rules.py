"""The rules of `rules.toml`, compiled: patterns, word lists, kinds of questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from emulator.answering.rulebook import alternatives, section
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.languages import language_of
from emulator.retrieval.text.spaceless import (
    character_pairs,
    is_spaceless,
)
from emulator.retrieval.text.stemming import stem

Patterns = tuple[re.Pattern[str], ...]

_SECTIONS = ("classification", "words", "kinds", "expectations", "implied", "implied_dates")
_LONGEST = 2_000
_ALONE = re.compile(r"\\[1-9]|\(\?[a-zA-Z(]")  # References, names and flags are of one pattern.
# A search is many times faster where the patterns it tries begin with the same, or with letters.
_STARTS = (r"\b", "^")
# What a pattern is an alternative of; nothing but groups and what they hold is in "()".
_SIGN = r"[^()\[\\]|\\[^()[]|\[[^][()\\]*\]"
_GROUP = rf"\((?:{_SIGN}|\((?:{_SIGN}|\((?:{_SIGN})*\))*\))*\)"
_ALTERNATIVE = re.compile(rf"(?:(?!\|)(?:{_SIGN})|{_GROUP})+")
# Those that begin with a letter that English does not have are tried at such letters only.
_FOREIGN = r"(?=[^\x00-\x7f])"
_BEGINS_FOREIGN = re.compile(r"(?:\(\?<![^()]*\))?(?:[^\x00-\x7f]|\[[^]\x00-\x7f]+\])(?![?*{])")
_CAPTURING = re.compile(r"\((?!\?)")
# "What's the price?" is of the kind of "What is the price?".
_CONTRACTED = re.compile(r"\b(what|which|who|where|when|how|why)'s\b")
# "Readings" are no reading: such a noun has the stem of a verb that fits any topic.
_NOUN = re.compile(r"\b[a-z]{3,}ings\b")
_WORD = re.compile(r"[a-z]+")
_QUOTES = str.maketrans("\u2019\u2018\u201c\u201d", "''\"\"")


@dataclass(frozen=True, slots=True)
class Expectation:
    """Terms that the answer to a question of some form is likely to hold."""

    question: Patterns
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules, ready to be applied to a normalized question."""

    small_talk: re.Pattern[str]
    no_intent: re.Pattern[str]
    jail_breaking: Patterns
    adversarial: Patterns
    user_defined: Patterns
    customer_policy: Patterns
    fillers: frozenset[str]
    generic: frozenset[str]
    forms: Mapping[str, frozenset[str]]
    same_stems: Mapping[str, tuple[frozenset[str], ...]]
    unlike_generic: frozenset[str]
    any_kind: Patterns
    kinds: tuple[tuple[str, Patterns], ...]
    any_expectation: Patterns
    expectations: tuple[Expectation, ...]
    implied: Mapping[str, re.Pattern[str]]
    implied_dates: Mapping[str, re.Pattern[str]]

    def kind(self, question: str) -> str | None:
        """The kind of a normalized question: that of the first rule which fits."""
        question = _CONTRACTED.sub(r"\1 is", question)
        if not matches(self.any_kind, question):
            return None
        return next((kind for kind, patterns in self.kinds if matches(patterns, question)), None)

    def expected(self, question: str) -> frozenset[str]:
        """The terms that the answer to a normalized question is likely to hold."""
        if not matches(self.any_expectation, question):
            return frozenset()
        fitting = (one for one in self.expectations if matches(one.question, question))
        return frozenset().union(*(one.terms for one in fitting))


@cache
def rules() -> Rules:
    """Load the rules once."""
    return _compile({name: section(name) for name in _SECTIONS})


@cache  # A search needs no more of the rules: to compile them all would make the first one slow.
def genres() -> frozenset[str]:
    """Return the terms for kinds of text: "policy", "guide"."""
    return frozenset(terms(section("words")["genres"]))


@lru_cache(maxsize=256)  # What is searched with them is then read by them.
def expected_terms(question: str) -> frozenset[str]:
    """Return the terms that the answer to a question is likely to hold."""
    return rules().expected(normalized(question))


def normalized(question: str) -> str:
    """Return the question as patterns expect it: lower case, straight quotes, single spaces.

    It is cut where patterns would begin to cost time; real questions are far shorter.
    """
    return " ".join(question[:_LONGEST].translate(_QUOTES).lower().split())


def matches(patterns: Patterns, question: str) -> bool:
    """Whether any of the patterns occurs in a normalized question."""
    return any(pattern.search(question) for pattern in patterns)


@lru_cache(maxsize=256)  # What is searched without them is then read by them.
def filler_terms(question: str) -> frozenset[str]:
    """Return the terms that tell nothing of what a question asks for."""
    told = _unlike_terms(question)
    return rules().fillers - told if told else rules().fillers


@lru_cache(maxsize=256)
def generic_terms(question: str) -> frozenset[str]:
    """Return the terms that fit the topic of any question, and so tell nothing of this one's."""
    told = _unlike_terms(question)
    return rules().generic - told if told else rules().generic


def _unlike_terms(question: str) -> frozenset[str]:
    """The terms of words that only share the stem of one that fits any topic: "expense"."""
    question = question.lower()
    found = [
        *_NOUN.findall(question),
        *rules().unlike_generic.intersection(_WORD.findall(question)),
    ]
    return frozenset(terms(" ".join(found))) if found else frozenset()


def vague_terms(question: str) -> frozenset[str]:
    """Return the terms that count less in a search.

    They are kinds of text and, of a question in another language than English, what fits any topic.
    """
    return genres() | generic_abroad(question)


@lru_cache(maxsize=1024)
def generic_abroad(question: str) -> frozenset[str]:
    """Return the terms of a question in another language than English that fit any topic.

    In scripts without spaces they are pairs of neighbours.
    """
    tag = language_of(question)
    known = _generic_of(tag)
    if not known or is_spaceless(question):
        return known
    return frozenset(term for term in terms(question) if stem(term, tag) in known)


@cache
def _generic_of(tag: str) -> frozenset[str]:
    """The stems of such words of a language."""
    words = section("generic").get(tag, "")
    if is_spaceless(words):
        return frozenset(character_pairs(words))
    return frozenset(stem(term, tag) for term in terms(words))


def _compile(data: dict[str, Any]) -> Rules:
    queries, words = data["classification"], data["words"]
    fillers = frozenset(terms(words["fillers"]))
    generic = fillers | genres() | frozenset(terms(words["generic"]))
    same_stems = _same_stems(words["same_stems"])
    return Rules(
        small_talk=_nothing_but([*queries["small_talk"], *queries["addressees"]]),
        no_intent=_nothing_but(queries["no_intent"]),
        jail_breaking=_joined(queries["jail_breaking"]),
        adversarial=_joined(queries["adversarial"]),
        user_defined=_joined(queries["user_defined"]),
        customer_policy=_joined(queries["customer_policy"]),
        fillers=fillers,
        generic=generic,
        forms=_forms(words["forms"]),
        same_stems=same_stems,
        unlike_generic=_unlike_generic(words, same_stems, generic),
        any_kind=_any_of(data["kinds"]),
        kinds=tuple((rule["kind"], _joined(rule["question"])) for rule in data["kinds"]),
        any_expectation=_any_of(data["expectations"]),
        expectations=tuple(
            Expectation(_joined(rule["question"]), frozenset(terms(rule["words"])))
            for rule in data["expectations"]
        ),
        implied=_implied(data["implied"]),
        implied_dates=_implied(data["implied_dates"]),
    )


def _implied(rules: list[dict[str, Any]]) -> dict[str, re.Pattern[str]]:
    """What tells as much as a word, by the term of each word."""
    told: dict[str, list[str]] = {}
    for rule in rules:
        for term in terms(rule["words"]):
            told[term] = [*told.get(term, ()), *rule["text"]]
    return {term: re.compile(alternatives(sources)) for term, sources in told.items()}


def _forms(words: str) -> dict[str, frozenset[str]]:
    """The other forms of words, by each of their forms."""
    alike = [frozenset(terms(group)) for group in words.split(",")]
    return {form: group - {form} for group in alike for form in group}


def _same_stems(words: str) -> dict[str, tuple[frozenset[str], ...]]:
    """Unlike words, each with its forms, by the stem that they have in common."""
    groups = [[frozenset(one.split()) for one in group.split("/")] for group in words.split(",")]
    return {term: tuple(group) for group in groups for term in terms(min(group[0]))}


def _unlike_generic(
    words: dict[str, str], same_stems: Mapping[str, Iterable[frozenset[str]]], generic: Set[str]
) -> frozenset[str]:
    """The forms of words of which only unlike ones with the same stem fit any topic."""
    listed = {*words["fillers"].split(), *words["generic"].split()}
    groups = chain.from_iterable(same_stems[term] for term in same_stems.keys() & generic)
    return frozenset().union(*(forms for forms in groups if forms.isdisjoint(listed)))


def patterns(sources: list[str]) -> Patterns:
    """Compile patterns."""
    return tuple(re.compile(source) for source in sources)


def _any_of(rules: list[dict[str, Any]]) -> Patterns:
    """The patterns of all the rules: where none of them fits, no rule has to be tried."""
    return _joined([source for rule in rules for source in rule["question"]])


def _joined(sources: list[str]) -> Patterns:
    """A few patterns that fit where any of those does: those that begin alike are one."""
    alone = [source for source in sources if _ALONE.search(source)]
    rest = [each for source in sources if source not in alone for each in _alternatives(source)]
    joined: list[str] = []
    for start in _STARTS:
        alike = [source for source in rest if source.startswith(start)]
        rest = [source for source in rest if source not in alike]
        if alike:
            joined.append(_any(start, [source.removeprefix(start) for source in alike]))
    foreign = [source for source in rest if _BEGINS_FOREIGN.match(source)]
    rest = [source for source in rest if source not in foreign]
    if foreign:
        joined.append(_any(_FOREIGN, foreign))
    return patterns([*alone, *joined, *(["|".join(rest)] if rest else [])])


def _alternatives(source: str) -> list[str]:
    """The alternatives of a pattern; all of it, as a group, where they cannot be told."""
    found = _ALTERNATIVE.findall(source)
    return found if "|".join(found) == source else [f"(?:{source})"]


def _any(start: str, sources: Iterable[str]) -> str:
    return f"{start}(?:{'|'.join(_CAPTURING.sub('(?:', source) for source in sources)})"


def _nothing_but(phrases: list[str]) -> re.Pattern[str]:
    """A pattern for texts that consist of these phrases only."""
    return re.compile(rf"(?:(?:{alternatives(phrases)})(?:\s+|$))+")
