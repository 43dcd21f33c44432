"""Headings, which a PDF does not mark: lines larger or bolder than the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from emulator.ingestion.parsers.pdf.lines import Line, Page

# Letters of a heading are so much larger, and sizes that differ by less are one level.
_LARGER = 1.12
_SAME_LEVEL = 0.6

_LONGEST = 160
_LONGEST_BOLD = 90
_DEEPEST = 6

# A size is that of the text if so much of it has that size, in lines of so many characters.
_LEAST_BODY = 0.2
_PROSE_LINE = 40

# A text in which so much is bold has no bold headings.
_MOSTLY = 0.3

_NO_HEADING_ENDS = (".", ",", ";", ":")


def body_size(pages: Iterable[Page]) -> float:
    """Return the size of the text, 0 if there is none.

    It is the one that most of it has, but where that is a listing in smaller letters.
    """
    characters: Counter[float] = Counter()
    lines: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            characters[_rounded(line.size)] += len(line.text)
            lines[_rounded(line.size)] += 1
    enough = _LEAST_BODY * characters.total()
    prose = [
        size
        for size, found in characters.items()
        if found >= enough and found >= _PROSE_LINE * lines[size]
    ]
    return max(prose, default=max(characters, key=characters.__getitem__, default=0))


class Headings:
    """Knows the levels of one document's headings."""

    def __init__(self, pages: list[Page], body: float) -> None:
        self._body = body
        lines = [line for page in pages for line in page.lines]
        bold = sum(len(line.text) for line in lines if line.is_bold)
        self._has_bold = bold < _MOSTLY * sum(len(line.text) for line in lines)
        self._sizes: list[float] = []
        for size in sorted({line.size for line in lines if self._is_larger(line)}, reverse=True):
            if not self._sizes or self._sizes[-1] - size > _SAME_LEVEL:
                self._sizes.append(size)

    def level(self, line: Line) -> int:
        """Return the level of a heading's line, 0 if it is none."""
        if self._is_larger(line):
            larger = sum(size > line.size + _SAME_LEVEL for size in self._sizes)
            return min(larger + 1, _DEEPEST)
        return min(len(self._sizes) + 1, _DEEPEST) if self._is_bold(line) else 0

    def _is_larger(self, line: Line) -> bool:
        is_larger = line.size > self._body * _LARGER
        return is_larger and len(line.text) <= _LONGEST and _has_word(line.text)

    def _is_bold(self, line: Line) -> bool:
        return (
            self._has_bold
            and line.is_bold
            and line.size > self._body / _LARGER
            and len(line.text) <= _LONGEST_BOLD
            and not line.text.endswith(_NO_HEADING_ENDS)
            and _has_word(line.text)
        )


def _has_word(text: str) -> bool:
    return sum(map(str.isalpha, text)) > 1


def _rounded(size: float) -> float:
    """Sizes of characters vary a little with what is measured."""
    return round(size * 2) / 2
