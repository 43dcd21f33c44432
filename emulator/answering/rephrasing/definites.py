"""Things that a question names shortly, as they were named in full before: "the Coast"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from emulator.answering.rephrasing.phrases import is_plural
from emulator.answering.rephrasing.topics import content_words
from emulator.answering.values import Turn
from emulator.retrieval.analysis import is_stop_word, terms

# "the records", "his decision"; what follows directly would say which: "the records of 1990".
_DEFINITE = re.compile(
    r"\b(?:the|this|these|those|his|her|their|its|such an?) (?P<noun>[^\W\d_]{3,})\b"
    r"(?! (?:of|from|for|in|on|at|by|with|that|which|who|where|when|to)\b)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:['\u2019-]\w+)*")
_BEFORE = re.compile(r"(?:(?<![^\s(\"'])[^\W_][\w'\u2019-]* ){0,2}$")
_REACH = 60
# Real questions are far shorter, and what is meant is said early.
_LONGEST = 2_000


def named_in_full(question: str, history: Sequence[Turn]) -> str:
    """Return the question with such a name in full.

    Questions are looked at before answers: what the user said before he will mean.
    """
    if len(question) > _LONGEST:
        return question
    said = [turn.question[:_LONGEST] for turn in reversed(history)]
    said += [turn.answer[:_LONGEST] for turn in reversed(history)]
    for found in _DEFINITE.finditer(question):
        after = _WORD.match(question, found.end() + 1)
        if not content_words(found["noun"]) or (after and content_words(after[0])):
            continue
        for text in said:
            if modifiers := _modifiers(found["noun"], text):
                start = found.start("noun")
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
        modifiers = list(takewhile(_modifies, reversed(words)))
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
