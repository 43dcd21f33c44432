"""Whether a line goes on with what the line before it began."""

from __future__ import annotations

import re
from collections import Counter
from enum import Enum, auto
from itertools import pairwise

from emulator.ingestion.parsers.pdf.layout.rows import beside
from emulator.ingestion.parsers.pdf.lines import Line, Page

# In parts of the font size: lines further apart, or indented by more, begin a paragraph.
_GAP = 0.35
_LINE = 1.2
_INDENT = 0.7
_SAME_SIZE = 0.1

# How many lines around one say how wide its column is.
_NEIGHBOURS = 10
_SAME_COLUMN = 4

_ENDS = (".", "!", "?", ":", "。", "\uff01", "\uff1f", '."', ".\u201d", ".)")


class Relation(Enum):
    """How a line stands to the one before it."""

    WRAPPED = auto()
    NEXT_LINE = auto()
    NEXT_BLOCK = auto()


def spacing(pages: list[Page], body: float) -> float:
    """Return the usual distance of a line of the text from the next, in points."""
    distances = Counter(
        round(first.bottom - second.bottom, 0)
        for page in pages
        for first, second in pairwise(page.lines)
        if 0 < first.bottom - second.bottom < 3 * body and abs(first.size - body) < 1
    )
    return distances.most_common(1)[0][0] if distances else body


def relation(lines: list[Line], number: int, usual: float) -> Relation:
    """Return how line `number` of a page stands to the one before it on the page."""
    before, line = lines[number - 1], lines[number]
    if before.is_broken:
        return Relation.WRAPPED
    if beside(before, line):  # To the left, as cells of a table may come.
        return Relation.WRAPPED
    distance = before.bottom - line.bottom
    if distance < 0:  # The next column begins.
        return Relation.NEXT_BLOCK if before.text.endswith(_ENDS) else Relation.WRAPPED
    if abs(before.size - line.size) > _SAME_SIZE * before.size:
        return Relation.NEXT_BLOCK
    if distance > usual + _GAP * line.size and distance > line.size * (_LINE + _GAP):
        return Relation.NEXT_BLOCK
    if _has_room(lines, number - 1):
        ended = before.text.endswith(_ENDS)
        return Relation.NEXT_BLOCK if ended else Relation.NEXT_LINE
    is_indented = line.left > before.left + _INDENT * line.size
    if is_indented and before.text.endswith(_ENDS):
        return Relation.NEXT_BLOCK
    return Relation.WRAPPED


def _has_room(lines: list[Line], number: int) -> bool:
    """Whether the first word of the next line would have fitted into this one.

    A foot of the page, in small print from end to end, is no line of the column.
    """
    line, following = lines[number], lines[number + 1]
    column = [
        other.right
        for other in lines[max(number - _NEIGHBOURS, 0) : number + _NEIGHBOURS]
        if abs(other.left - line.left) <= _SAME_COLUMN * line.size
        and abs(other.size - line.size) <= _SAME_SIZE * line.size
    ]
    word = re.match(r"\S+", following.text)
    length = len(word[0]) if word else 0
    width = (following.right - following.left) * (length + 1) / max(len(following.text), 1)
    return line.right + width < max(column)
