"""What stands at the top and bottom of page after page: titles, chapters, page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from emulator.ingestion.parsers.pdf.lines import Line, Page

# As many lines at each end of a page, within that part of its height.
_LINES = 2
_MARGIN = 0.2

# What is on fewer pages may be text that happens to be the same.
_FEWEST_PAGES = 3

# A larger line is a heading: "Chapter 2" is on many pages, with another number on each. But one
# that most pages have is a title, which the first page tells.
_LARGEST = 1.1
_MOST_PAGES = 0.5

_NUMBER = re.compile(r"(?<![\w.,:])(?:\d{1,4}|[ivxlc]{1,6})(?!\w|[.,:]\d)")
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:page |seite |p\. ?)?[-\u2013]? ?#(?: ?(?:/|of|von) ?#)? ?[-\u2013]?|[ivxlc]{1,6}"
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


# The lines at the ends of each page, each with what may make it another's like.
_Told: TypeAlias = list[list[tuple[Line, set[str]]]]


def removed(pages: list[Page], body_size: float) -> list[Page]:
    """Return the pages without what is repeated at their ends, and without their numbers."""
    ends = [list(_outer(page)) for page in pages]
    largest = body_size * _LARGEST
    small: _Told = [
        [(line, {*_patterns(line, number)}) for line in lines if line.size <= largest]
        for number, lines in enumerate(ends)
    ]
    large: _Told = [
        [(line, {_title(line)}) for line in lines if line.size > largest] for lines in ends
    ]
    titles = _repeated(large, max(_FEWEST_PAGES, _MOST_PAGES * len(pages)))
    gone = {id(line) for line in _repeated(small, _FEWEST_PAGES) + _without_the_first(titles)}
    if len(pages) > 1:
        all_ends = chain.from_iterable(ends)
        gone.update(id(line) for line in all_ends if _is_page_number(line, largest))
    return [
        Page(page.height, [line for line in page.lines if id(line) not in gone]) for page in pages
    ]


def _repeated(ends: _Told, fewest: float) -> list[Line]:
    """The lines that are like some on so many pages."""
    seen = Counter(chain.from_iterable(set().union(*(told for _, told in lines)) for lines in ends))
    repeated = {pattern for pattern, times in seen.items() if times >= fewest}
    return [line for line, told in chain.from_iterable(ends) if not repeated.isdisjoint(told)]


def _without_the_first(titles: list[Line]) -> list[Line]:
    first = {_title(line): line for line in reversed(titles)}
    return [line for line in titles if first[_title(line)] is not line]


def _title(line: Line) -> str:
    return f"{round(line.size)} {line.text.lower()}"


def _outer(page: Page) -> Iterator[Line]:
    """The lines near the ends of a page, by where they are and not by their order."""
    ordered = sorted(page.lines, key=lambda line: line.bottom)
    margin = page.height * _MARGIN
    for line in ordered[:_LINES]:
        if line.bottom < margin:
            yield line
    for line in ordered[_LINES:][-_LINES:]:
        if line.bottom > page.height - margin:
            yield line


def _patterns(line: Line, page: int) -> Iterator[str]:
    """The text, and the text with each number that may be the page's told by how far it is off.

    Lines of a text differ in numbers that do not count pages: "Total: 12" is no page number.
    """
    text = line.text.lower()
    yield text
    for found in _NUMBER.finditer(text):
        yield f"{text[: found.start()]}#{_value(found[0]) - page}{text[found.end() :]}"


def _value(number: str) -> int:
    if number.isdecimal():
        return int(number)
    values = [_ROMAN[digit] for digit in number]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def _is_page_number(line: Line, largest: float) -> bool:
    """Whether it is nothing else; a number alone, in large figures, is a chapter's."""
    if line.size > largest and line.text.isalnum():
        return False
    return _PAGE_NUMBER.fullmatch(_DIGITS.sub("#", line.text.lower())) is not None
