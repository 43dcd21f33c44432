"""The pieces of a line: words with room around them, as the cells of a table have."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pypdfium2.raw as raw

from emulator.ingestion.parsers.pdf.lines import Piece
from emulator.ingestion.parsers.pdf.worker import utf_16

_WORD = re.compile(r"\S+")

Ends = Callable[[int], tuple[float, float]]
"""Where a character of the text begins and ends."""


def may_have(text: Any, first: int, last: int, room: float) -> bool:
    """Whether PDFium's text has so much room between two of the strokes it was written in."""
    strokes = int(raw.FPDFText_CountRects(text, first, last - first + 1))
    ends = [_ends(text, number) for number in range(strokes)] if strokes > 1 else []
    return any(left - right >= room for (_, right), (left, _) in pairwise(ends))


def _ends(text: Any, number: int) -> tuple[float, float]:
    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetRect(text, number, left, top, right, bottom)
    return left.value, right.value


def pieces(content: str, line: range, ends: Ends, room: float) -> list[Piece]:
    """Return the parts of a line that have so much room between them, if there are several."""
    found: list[Piece] = []
    for word in _WORD.finditer(content, line.start, line.stop):
        (left, _), (_, right) = ends(word.start()), ends(word.end() - 1)
        shown = utf_16.characters(word[0])
        if found and left - found[-1][1] < room:
            found[-1] = (found[-1][0], right, f"{found[-1][2]} {shown}")
        else:
            found.append((left, right, shown))
    return found if len(found) > 1 else []
