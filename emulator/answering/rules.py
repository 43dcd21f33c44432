"""The rules of `rules.toml`, compiled: patterns, word lists, kinds of questions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from emulator.answering.rulebook import section
from emulator.retrieval.analysis import terms

Patterns = tuple[re.Pattern[str], ...]

_SECTIONS = ("classification", "words", "kinds", "expectations")
_LONGEST = 2_000
_ALONE = re.compile(r"\\[1-9]|\(\?[a-zA-Z(]")  # References, names and flags are of one pattern.
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
    kinds: tuple[tuple[str, Patterns], ...]
    expectations: tuple[Expectation, ...]


@cache
def rules() -> Rules:
    """Load the rules once."""
    return _compile({name: section(name) for name in _SECTIONS})


def normalized(question: str) -> str:
    """Return the question as patterns expect it: lower case, straight quotes, single spaces.

    It is cut where patterns would begin to cost time; real questions are far shorter.
    """
    return " ".join(question[:_LONGEST].translate(_QUOTES).lower().split())


def matches(patterns: Patterns, question: str) -> bool:
    """Whether any of the patterns occurs in a normalized question."""
    return any(pattern.search(question) for pattern in patterns)


def _compile(data: dict[str, Any]) -> Rules:
    queries, words = data["classification"], data["words"]
    fillers = frozenset(terms(words["fillers"]))
    return Rules(
        small_talk=_nothing_but([*queries["small_talk"], *queries["addressees"]]),
        no_intent=_nothing_but(queries["no_intent"]),
        jail_breaking=patterns(queries["jail_breaking"]),
        adversarial=patterns(queries["adversarial"]),
        user_defined=patterns(queries["user_defined"]),
        customer_policy=patterns(queries["customer_policy"]),
        fillers=fillers,
        generic=fillers | frozenset(terms(words["generic"])),
        kinds=tuple((rule["kind"], _joined(rule["question"])) for rule in data["kinds"]),
        expectations=tuple(
            Expectation(_joined(rule["question"]), frozenset(terms(rule["words"])))
            for rule in data["expectations"]
        ),
    )


def patterns(sources: list[str]) -> Patterns:
    """Compile patterns."""
    return tuple(re.compile(source) for source in sources)


def _joined(sources: list[str]) -> Patterns:
    """One pattern for all that can be joined, as every question is held against every kind."""
    alone = [source for source in sources if _ALONE.search(source)]
    others = "|".join(f"(?:{source})" for source in sources if source not in alone)
    return patterns([*alone, others] if others else alone)


def _nothing_but(phrases: list[str]) -> re.Pattern[str]:
    """A pattern for texts that consist of these phrases only."""
    phrase = "|".join(f"(?:{source})" for source in phrases)
    return re.compile(rf"(?:(?:{phrase})(?:\s+|$))+")
