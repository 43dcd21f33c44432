"""What stands at the top and bottom of page after page: titles, chapters, page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from emulator.ingestion.parsers.pdf.lines import Line, Page

# As many lines at each end of a page, within that part of its height.
_LINES = 2
_MARGIN = 0.2

# What is on fewer pages may be text that happens to be the same.
_FEWEST_PAGES = 3

# A larger line is a heading: "Chapter 2" is on many pages, with another number on each.
_LARGEST = 1.1

_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:page |seite |p\. ?)?[-\u2013]? ?#(?: ?(?:/|of|von) ?#)? ?[-\u2013]?|[ivxlc]{1,6}"
)


def removed(pages: list[Page], body_size: float) -> list[Page]:
    """Return the pages without what is repeated at their ends."""
    seen = Counter(
        text
        for page in pages
        for text in {_pattern(line) for line in _outer(page) if line.size <= body_size * _LARGEST}
    )
    repeated = {text for text, times in seen.items() if times >= _FEWEST_PAGES}
    repeated.update(text for text in seen if len(pages) > 1 and _PAGE_NUMBER.fullmatch(text))
    return [_without(page, repeated, body_size) for page in pages]


def _without(page: Page, repeated: set[str], body_size: float) -> Page:
    gone = {
        id(line)
        for line in _outer(page)
        if line.size <= body_size * _LARGEST and _pattern(line) in repeated
    }
    return Page(page.height, [line for line in page.lines if id(line) not in gone])


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


def _pattern(line: Line) -> str:
    return _DIGITS.sub("#", line.text.lower())
