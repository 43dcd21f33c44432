"""Names and numbers in running text, by the way they are written."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.retrieval.text.analysis import content_terms, is_stop_word

_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
# What stands between the last character of one word of a name and the first of the next.
_JOINS = re.compile(r"\w-*+ ?-*+\w|\d[.,]\d")
# What may be a name: a word with a digit, or one that does not begin in lower case.
_LIKE_A_NAME = re.compile(r"\b(?:[^\W\d_a-z]\w*|\w*\d\w*)")
_SENTENCE_END = frozenset(".!?:")
# "Ada Holm painted", "Io, Europa and": a word that opens a statement, and what joins a name to it.
_OPENING = re.compile(r"(?:^|[.!?:]\s)(?P<word>[^\W\d_a-z]\w+)(?P<join> |,? and |,? or |, )$")
_SAYS_WHEN_OR_HOW = re.compile(
    r"also|besides|eventually|\w+ly|furthermore|however|instead|later|meanwhile|moreover|nowadays"
    r"|often|otherwise|sometimes|soon|still|thus|today|together|tomorrow|yesterday",
    re.IGNORECASE,
)
_LETTER_A = re.compile(r" A\b(?!-)")
# "allows 40 devices", but "the skylark 3 batteries".
_COUNTS = re.compile(
    r"(?<=\w )(?<!\bthe )(?<!\bmy )(?<!\byour )(?<!\bour )[a-z]+ \d+ [a-z]+[^\Wsui_]s\b"
)
_REACH = 40  # More than a word and what joins a name to it have letters.

Span = tuple[int, int]


@lru_cache(maxsize=1024)  # A question is looked at by several stages.
def name_spans(text: str) -> tuple[Span, ...]:
    """Return the spans of words that are capitalized inside a sentence or hold a digit."""
    return tuple(
        match.span()
        for match in _LIKE_A_NAME.finditer(text)
        if is_name(match[0]) and (_DIGIT.search(match[0]) or not _opens(text, match.start()))
    )


def _opens(text: str, position: int) -> bool:
    """Whether a sentence begins with the word at a position: no word of it stands before."""
    for place in range(position - 1, -1, -1):  # Texts may be long: what stands before is no copy.
        character = text[place]
        if character in _SENTENCE_END:
            return True
        if character.isalnum() or character == "_":
            return False
    return True


def names(text: str) -> list[str]:
    """Return the terms of these words, in order."""
    return [term for start, end in name_spans(text) for term in content_terms(text[start:end])]


def is_name(word: str) -> bool:
    """Whether a word would be one of these inside a sentence."""
    return bool(_DIGIT.search(word)) or (word[0].isupper() and not is_stop_word(word))


@lru_cache(maxsize=1024)
def full_names(text: str) -> tuple[Span, ...]:
    """Return the spans of names of several words ("New York", "Skylark 2"), in order.

    A number belongs to the word before it, however that is written ("skylark 2", "cloud 4.5"), if
    it does not count what comes after it: "allows 40 devices".
    """
    words = [match.span() for match in _WORD.finditer(text)]
    named = set(name_spans(text))
    runs: list[Span] = []
    for index, span in enumerate(words):
        if span not in named:
            continue
        start = span[0]
        before = words[index - 1] if index else None
        if before is not None and _JOINS.fullmatch(text, before[1] - 1, start + 1):
            if runs and runs[-1][1] == before[1]:
                runs[-1] = (runs[-1][0], span[1])
                continue
            is_code = text[before[1] : start] == "-"  # "A-7"
            if _DIGIT.match(text, start) and (is_code or not is_stop_word(text[slice(*before)])):
                start = start if _COUNTS.match(text, before[0]) else before[0]
        letter = _LETTER_A.match(text, span[1])  # "Plan A"
        runs.append((start, letter.end() if letter else span[1]))
    return tuple(runs)


@lru_cache(maxsize=1024)  # The answers of a session are looked at with every further question.
def names_in_statement(statement: str) -> tuple[Span, ...]:
    """Return the same of statements, with those that a word begins that opens a sentence.

    That is a name where one follows, "Io, Europa and", or is part of it: "Ada Holm painted". A name
    of several words needs no more: "Professor Ada Holm".
    """
    found: list[Span] = []
    for start, end in full_names(statement):
        first = max(0, start - _REACH)
        opening = _OPENING.search(statement[first:start])
        if opening and not _is_no_name(opening["word"]):
            begin = first + opening.start("word")
            if opening["join"] != " ":
                found.append((begin, first + opening.end("word")))
            elif " " not in statement[start:end]:
                start = begin
        found.append((start, end))
    return tuple(found)


def _is_no_name(word: str) -> bool:
    return is_stop_word(word) or _SAYS_WHEN_OR_HOW.fullmatch(word) is not None
