"""The lines of a PDF's pages, with what tells headings, paragraphs and page numbers apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Piece = tuple[float, float, str]
"""A part of a line with room around it: its left and its right end, and its text."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; lengths are in points, from the lower left corner of the page.

    Lines from right to left are measured as if they were seen in a mirror. `size` is the font size;
    `is_broken` says that its last word goes on in the next line; `pieces` are those of a line that
    has more than one.
    """

    text: str
    left: float
    right: float
    bottom: float
    size: float
    is_bold: bool = False
    is_broken: bool = False
    pieces: Sequence[Piece] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page; its lines are in the order of the file, which is nearly always that of reading."""

    height: float
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class PdfText:
    """All that is read of a file."""

    title: str
    pages: list[Page]


def finite(number: float) -> float:
    """Return the number; 0 for one that a matrix has made too large, which JSON does not have."""
    return number if math.isfinite(number) else 0.0
