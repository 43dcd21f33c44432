"""Pieces of one row, which PDFium parts where text is raised, lowered or far away: "m" and "2"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from emulator.ingestion.parsers.pdf.lines import Line, Piece

# So much of the larger font size text may be raised or lowered in its row.
_RAISED = 0.5

# In parts of the smaller font size: what space parts words, and how much of what is lowered stands
# below what is raised.
_GAP = 0.1
_OVERLAP = 0.8


def joined(lines: Iterable[Line]) -> list[Line]:
    """Return the lines of a page with the pieces of each row in one."""
    rows: list[Line] = []
    for line in lines:
        if rows and _goes_on(rows[-1], line):
            rows[-1] = _join(rows[-1], line)
        else:
            rows.append(line)
    return rows


def beside(first: Line, second: Line) -> bool:
    """Whether two lines stand in one row."""
    return abs(first.bottom - second.bottom) < _RAISED * max(first.size, second.size)


def _goes_on(row: Line, line: Line) -> bool:
    if line.left <= row.left:  # As nearly all lines of a text begin.
        return False
    is_behind = line.left > row.right - _OVERLAP * min(row.size, line.size)
    return is_behind and beside(row, line) and not row.is_broken


def _join(row: Line, line: Line) -> Line:
    """One line, which looks as the longer of both does."""
    longer = max(row, line, key=lambda one: len(one.text))
    space = " " if line.left - row.right > _GAP * min(row.size, line.size) else ""
    return replace(
        longer,
        text=f"{row.text}{space}{line.text}",
        left=row.left,
        right=max(row.right, line.right),
        is_broken=line.is_broken,
        pieces=_pieces(row, line),
    )


def _pieces(row: Line, line: Line) -> list[Piece]:
    return [
        piece for one in (row, line) for piece in one.pieces or [(one.left, one.right, one.text)]
    ]
