"""Tables: lines below each other whose pieces stand in the same columns.

Cells of several lines, and columns that only some rows have, are not known: such rows are text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from emulator.ingestion.parsers.pdf.lines import Line, Piece

# Two columns may be labels with what is said of each.
_FEWEST_COLUMNS = 3
_FEWEST_ROWS = 3

# In font sizes: rows further apart are not of one table.
_ROW = 4

# As many pieces more than a table has columns as one row may have: words of a cell far apart.
_MOST_MORE = 3


@dataclass(slots=True)
class Table:
    """Lines of a page that are rows: the first, and the cells of each."""

    start: int
    columns: list[tuple[float, float]]
    rows: list[list[str]] = field(default_factory=list)


def tables(lines: Sequence[Line]) -> Iterator[Table]:
    """Yield the tables of a page in order."""
    position = 0
    while position < len(lines):
        table = _from(lines, position)
        if table is None:
            position += 1
        else:
            yield table
            position += len(table.rows)


def _from(lines: Sequence[Line], start: int) -> Table | None:
    names = lines[start].pieces
    if len(names) < _FEWEST_COLUMNS or any(text.endswith(":") for *_, text in names):
        return None  # A form has labels beside what is filled in, and names no columns.
    columns = [(left, right) for left, right, _ in names]
    taken = [lines[start]]
    for line in lines[start + 1 :]:
        distance = taken[-1].bottom - line.bottom
        widened = _widened(columns, line.pieces) if 0 < distance < _ROW * line.size else None
        if widened is None:
            break
        columns = widened
        taken.append(line)
    if len(taken) < _FEWEST_ROWS:
        return None
    return Table(start, columns, [_cells(columns, line.pieces) for line in taken])


def _widened(
    columns: list[tuple[float, float]], pieces: Sequence[Piece]
) -> list[tuple[float, float]] | None:
    """The columns with room for the pieces, None where one stands in two columns or in none."""
    if not 1 < len(pieces) <= len(columns) + _MOST_MORE:
        return None
    widened = list(columns)
    for left, right, _ in pieces:
        inside = [
            number for number, (start, end) in enumerate(columns) if left < end and start < right
        ]
        if len(inside) != 1:
            return None
        start, end = widened[inside[0]]
        widened[inside[0]] = (min(start, left), max(end, right))
    overlaps = any(end > start for (_, end), (start, _) in pairwise(widened))
    return None if overlaps else widened


def _cells(columns: list[tuple[float, float]], pieces: Sequence[Piece]) -> list[str]:
    return [
        " ".join(text for left, right, text in pieces if left < end and start < right)
        for start, end in columns
    ]
