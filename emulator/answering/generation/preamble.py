"""What instructions to a language model say of the answer's form, as far as rules can follow them.

How long an answer is to be and whether it is a list is read from a preamble such as "Answer in at
most two sentences, as bullet points." or "Use a numbered list, in less than 50 words."; everything
else in it is for a model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DEFAULT_SENTENCES = 3
_BRIEF, _DETAILED, _MOST = 2, 5, 10

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(_NUMBERS)})"
_SENTENCES = re.compile(
    rf"\b(?:{_NUMBER} ?(?:-|\u2013|to|or) ?)?(?P<most>{_NUMBER})(?: |-)(?:\w+ ){{0,2}}"
    r"(?:sentence|bullet|point|item)s?\b"
    r"|\b(?P<single>(?:a )?single sentence)\b"
)
_WORDS = re.compile(
    r"\b(?:under|below|within|in|than|to|of|most|maximum|max\.?) (?P<most>\d{1,4}) words\b"
    r"|\b(?P<limit>\d{1,4})(?:-| )words?(?: or (?:less|fewer)| max| limit| answer| summary)"
)
_BRIEFLY = re.compile(r"\b(?:brief(?:ly)?|short|concise(?:ly)?|succinct(?:ly)?|terse(?:ly)?)\b")
_IN_DETAIL = re.compile(r"\b(?:detailed|in detail|comprehensive|thorough(?:ly)?|elaborate)\b")
_NUMBERED = re.compile(r"\bnumbered (?:list|points?|items?|steps?)\b")
_BULLETS = re.compile(r"\bbullet(?:s|ed|ed list|-?points?)?\b|\bas a list\b")
_NO_BULLETS = re.compile(
    r"\b(?:no|not|never|without|avoid|don['\u2019]t)\b[^.;]{0,30}\b(?:bullet|as a list|numbered)"
)


@dataclass(frozen=True, slots=True)
class Form:
    """How many sentences of prose an answer has at most, whether each is an item of a list, and
    whether those have numbers; `words` is how many words there are to be, 0 for any number."""

    sentences: int = DEFAULT_SENTENCES
    bullets: bool = False
    numbered: bool = False
    words: int = 0


USUAL = Form()


def answer_form(preamble: str) -> Form:
    """Return the form that a preamble asks for; what it does not mention is as usual."""
    if not preamble:
        return USUAL
    text = " ".join(preamble.lower().split())
    is_list = _NO_BULLETS.search(text) is None
    numbered = is_list and _NUMBERED.search(text) is not None
    bullets = numbered or (is_list and _BULLETS.search(text) is not None)
    words = _WORDS.search(text)
    most = int(words["most"] or words["limit"]) if words else 0
    return Form(_sentences(text), bullets, numbered, most)


def _sentences(text: str) -> int:
    if found := _SENTENCES.search(text):
        return 1 if found["single"] else min(max(_number(found["most"]), 1), _MOST)
    if _BRIEFLY.search(text):
        return _BRIEF
    return _DETAILED if _IN_DETAIL.search(text) else DEFAULT_SENTENCES


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.index(word) + 1
