"""Where the sentences of a text begin and end, in any script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import sentencex

from emulator.retrieval.text.abbreviations import ABBREVIATIONS

THAI = "\u0e01-\u0e3a\u0e40-\u0e4e"
"""The letters and marks of Thai, for a set of characters in a regular expression."""

THAI_MARKS = "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
"""Those of them that stand above or below a letter, and belong to it."""

IN_THAI = re.compile(f"[{THAI}]")
"""Found in what is Thai, if only in part."""

# Names of programs have stops inside: "java.io.File" is cut behind "io.", "v1..v2" behind "v1..".
_DOTTED = re.compile(r"(?:\w\.\w+|\.)\.$")
# So do "branch.<name>.remote", "../app" and "[<file> ...]".
_GOES_ON = re.compile("[\\])}]|[^\\w\\s\"'(\\[\u00ab\u2018\u201c\u201e]\\S")
_LONGEST_NAME = 60
# Sentences are cut by rules for English, which know of no other language's abbreviations and of no
# ordinal numbers: "am 31. März", "im 19. Jahrhundert".
_LAST_WORD = re.compile(r"(?:^|[\s(\u00ab\u201e])([^\W\d][^\s.(]*(?:\.[^\W\d][^\s.(]*)*)\.$")
_ORDINAL = re.compile(
    r"\b(?:(?<!I )[Aa]m|[Dd](?:er|ie|as|e[mns])|[Ii]m|[Bb]eim|[ZzVv][uo]m|[Bb]is|[Ss]eit)"
    r" \d{1,2}\.$"
)
# Before a name they are capitals in Turkish, which is told by its letters: "II. Mahmud".
_NUMERAL = re.compile(r"(?:^|\s)[IVX]+\.$")
_TURKISH = re.compile("[\u011e\u011f\u0130\u0131]")
_NEAR = 200
_LONGEST_UNENDED = 12
# Letters alone are initials but that of metres and years in Arabic, and "I" in Russian.
_NO_INITIALS = "\u0645\u044f"
# "2." of a numbered item, "IV." of a king.
_NUMBER_ALONE = re.compile(r"[\W\d_]*(?:[IVX]+\.\s*)?")
# A question mark is a semicolon in Greek.
_GREEK = re.compile("[\u0370-\u03ff]")
# No space need follow the stops of these scripts.
_UNSPACED_END = re.compile("(?<=[\u0964\u3002\uff01\uff1f])(?=\\w)")
# What is told by "no" is no number: "Vegan: no. Price: 5.", but "Order: no. 5".
_TOLD_NO = re.compile(r": [Nn]o\. (?=[^\W\d])")
# Thai has no stops: sentences are parted by spaces, as some of their parts are. What is short, is
# a number or a name, or begins with a word that joins it to what was said is no sentence. A short
# word between spaces belongs to what follows, as a first name does, but for a unit behind a number.
_THAI_LETTERS = "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46"
_JOINING = (
    "และ|หรือ|แต่|ซึ่ง|โดย|เพราะ|จึง|ที่|เพื่อ|ของ|ใน|เนื่องจาก|ทำให้|คือ|ได้แก่|เช่น|กับ"
    "|ตำบล|อำเภอ|จังหวัด"  # An address goes on.
)
_THAI_LETTER = f"(?:[{_THAI_LETTERS}][{THAI_MARKS}]*)"
_THAI_BORDER = re.compile(
    rf"(?<=[{THAI}]) +(?=(?:{_THAI_LETTER}{{1,7}} +(?!{_JOINING}))?{_THAI_LETTER}{{8}})"
    rf"(?!{_JOINING})"
    r"|(?<=[!?]) +|(?<=[a-z]\.) +"
)
_AFTER_FIRST_NAME = re.compile(rf"[{THAI}] +{_THAI_LETTER}{{1,7}}$")
_SHORTEST_THAI = 40
_PRINTED = re.compile(r"\S")
_DATE = re.compile(r"\b\d{1,2}\.$")
_MONTH = re.compile(
    r"\s*(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)"
)
# What was said goes on after the quotation in Japanese.
_MAY_GO_ON = (".", "\u300d", "\u300f")


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the character spans `[start, end)` of the sentences of `text`, without outer spaces.

    A line break always ends a sentence: parsed documents use it only between blocks, list items
    and table rows.
    """
    spans: list[tuple[int, int]] = []
    offset = 0
    for line in text.splitlines(keepends=True):
        spans += [(offset + start, offset + end) for start, end in _line_sentences(line.rstrip())]
        offset += len(line)
    return spans


@lru_cache(maxsize=4096)
def _line_sentences(line: str) -> tuple[tuple[int, int], ...]:
    spans: list[tuple[int, int]] = []
    start = end = last = 0  # of what is cut off, and where its last word ends
    ending, has_letter = len(line.rstrip()), False
    for segment in _segments(line):
        if written := segment.rstrip():
            last = end + len(written)
        end += len(segment)
        has_letter = has_letter or _NUMBER_ALONE.fullmatch(segment) is None
        # Such a number is no sentence of its own: it opens the next one.
        if not has_letter and end < ending:
            continue
        tail = line[max(start, last - _LONGEST_UNENDED) : last]
        if tail.endswith(_MAY_GO_ON) and _is_unended(tail, line, end):
            continue
        if content := line[start:last].lstrip():
            spans.append((last - len(content), last))
        start, has_letter = end, False
    return tuple(spans)


def _segments(line: str) -> Iterator[str]:
    start = 0
    for told in _TOLD_NO.finditer(line):
        yield from _segments_of(line[start : told.end()])
        start = told.end()
    yield from _segments_of(line[start:])


def _segments_of(line: str) -> Iterator[str]:
    if line.isascii():
        yield from sentencex.segment("en", line)
        return
    if IN_THAI.search(line):
        yield from _in_thai(line)
        return
    for segment in sentencex.segment("el" if _GREEK.search(line) else "en", line):
        yield from _UNSPACED_END.split(segment)


def _in_thai(line: str) -> Iterator[str]:
    start = 0
    for border in _THAI_BORDER.finditer(line):
        is_in_name = _AFTER_FIRST_NAME.search(line, start, border.start())
        if border.start() - start >= _SHORTEST_THAI and not is_in_name:
            yield line[start : border.end()]
            start = border.end()
    yield line[start:]


def _is_unended(tail: str, line: str, end: int) -> bool:
    """Whether what was cut off as a sentence, with such a tail, goes on in the line."""
    found = _PRINTED.search(line, end)
    if found is None:
        return False
    following = found[0]
    if not tail.endswith("."):
        return "\u3041" <= following <= "\u309f"
    if line[end - 1] == "." and _is_inside_name(line, end):
        return True
    last = _LAST_WORD.search(tail)
    if last is not None and (last[1] in ABBREVIATIONS or _is_initial(last[1])):
        return True
    if last is None and _ORDINAL.search(tail):
        return True
    if _NUMERAL.search(tail) and _TURKISH.search(line, max(end - _NEAR, 0), end + _NEAR):
        return True
    if _MONTH.match(line, end):
        return _DATE.search(tail) is not None
    # The letters of Georgian have no case but are said to be small.
    is_georgian = "\u10d0" <= following <= "\u10ff"
    return following.islower() and not (line.isascii() or is_georgian)


def _is_initial(word: str) -> bool:
    """Whether a word is one letter, of another script than English or with an accent."""
    return len(word) == 1 and not word.isascii() and word not in _NO_INITIALS


def _is_inside_name(line: str, end: int) -> bool:
    """Whether what follows a stop, without a space between them, goes on with a name or a path."""
    if not line[end].isalnum():
        return _GOES_ON.match(line, end) is not None
    return _DOTTED.search(line, max(end - _LONGEST_NAME, 0), end) is not None
