"""Things whose name a question shortens, as they were named in full before: "the Coast"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, takewhile

from emulator.answering.names import full_names
from emulator.answering.rephrasing.phrases import is_plural
from emulator.answering.rephrasing.topics import content_words, is_thing
from emulator.retrieval.analysis import is_stop_word, terms

# "the Coast"; what follows directly would say which: "the Coast of 1990".
_DEFINITE = re.compile(
    r"\b(?:the|this|these|those|his|her|their|its|such an?) (?P<noun>[^\W\d_]{3,})\b"
    r"(?! (?:of|from|for|in|on|at|by|with|that|which|who|where|when|to)\b)",
    re.IGNORECASE,
)
# "the 3", but not "the 3 sensors" nor "the 15th".
_NUMBER = re.compile(
    r"\bthe (?P<number>\d{1,4})(?=[?.!,]|$| (?:and|or|than|with|to|is|was|has|does|can|will)\b)",
    re.IGNORECASE,
)
_MOST_NUMBERS = 3
_WORD = re.compile(r"[^\W_]+(?:['\u2019-]\w+)*")
_BEFORE = re.compile(r"(?:(?<![^\s(\"'])[^\W_][\w'\u2019-]* ){0,2}$")
_REACH = 60
# Real questions are far shorter, and what is meant is said early.
_LONGEST = 2_000


def numbered_in_full(question: str, said: Sequence[str]) -> str:
    """Return the question with things that it calls by their number alone: "the 3".

    They are of the kind of which such a number, or else another one, was named last.
    """
    for found in reversed(list(islice(_NUMBER.finditer(question[:_LONGEST]), _MOST_NUMBERS))):
        if name := _numbered(found["number"], said) or _numbered("", said):
            start = found.start("number")
            question = f"{question[:start]}{name} {question[start:]}"
    return question


def _numbered(number: str, said: Sequence[str]) -> str:
    """What has this number, or any: "Skylark" of the "Skylark 3"."""
    for text in said:
        for start, end in full_names(text[:_LONGEST]):
            name, _, last = text[start:end].rpartition(" ")
            if is_thing(name) and last.isdecimal() and number in ("", last):
                return name
    return ""


def named_in_full(question: str, said: Sequence[str]) -> str:
    """Return the question with such a name in full, as it is in the first text that says so.

    What is no name is as likely another one of its kind.
    """
    if len(question) > _LONGEST:
        return question
    for found in _DEFINITE.finditer(question):
        noun, start = found["noun"], found.start("noun")
        if not noun[0].isupper() or not content_words(noun):
            continue
        for text in said:
            if modifiers := _modifiers(noun, text[:_LONGEST]):
                return f"{question[:start]}{modifiers} {question[start:]}"
    return question


def _modifiers(noun: str, text: str) -> str:
    """What stands before the noun where a text says it with more: "Amalfi" before "Coast"."""
    for found in re.finditer(rf"\b{noun[:-1]}", text, re.IGNORECASE):
        said = _WORD.match(text, found.start())
        if said is None or terms(said[0]) != terms(noun) or _is_modifier(text, said.end()):
            continue
        before = _BEFORE.search(text, max(0, found.start() - _REACH), found.start())
        words = before[0].split() if before else []
        modifiers = list(dict.fromkeys(takewhile(_modifies, reversed(words))))
        if modifiers and is_plural(noun) and is_plural(modifiers[0]) and modifiers[0].islower():
            continue  # It may be a verb: "The spa offers massages."
        if modifiers:
            return " ".join(reversed(modifiers))
    return ""


def _is_modifier(text: str, end: int) -> bool:
    """Whether the word that ends there tells what follows apart: "API" in "30 API requests"."""
    after = _WORD.match(text, end + 1)
    return text[end : end + 1] == " " and after is not None and _modifies(after[0])


def _modifies(word: str) -> bool:
    return not is_stop_word(word) and not word.isdecimal() and bool(content_words(word))
