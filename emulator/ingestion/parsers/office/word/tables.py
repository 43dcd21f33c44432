"""The rows of a Word table; what spans several rows or columns is repeated in each.

In a form each field is told once: it has a grid of many columns, and none that goes through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from emulator.ingestion.parsers.office.element_paths import at, inside, is_on, number
from emulator.ingestion.parsers.repetition_limit import Growth

WRAPPERS = frozenset({"w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo"})

_ROWS = frozenset({"w:tr"})
_CELLS = frozenset({"w:tc"})

# Word itself has at most 63 columns.
_MOST_COLUMNS = 64

_FIRST_ROW = 0x20

# A table of so many rows, most of which are divided as no other is and none into all columns, is a
# form.
_FEWEST_SHAPES = 3


@dataclass(slots=True)
class Grid:
    """Rows of cells, and how many of the first rows name the columns."""

    rows: list[list[str]] = field(default_factory=list)
    header: int = 0


def cells(table: Element) -> Iterator[Element]:
    """Yield the cells of a table, those of tables inside it left out."""
    for row in inside(table, _ROWS, WRAPPERS):
        yield from inside(row, _CELLS, WRAPPERS)


def grid(table: Element, text_of: Callable[[Element], str]) -> Grid:
    """Return the rows of a table, with the text that `text_of` finds in a cell."""
    found = Grid()
    growth = Growth()
    above: list[str] = []
    rows = list(inside(table, _ROWS, WRAPPERS))
    if _is_form(rows):
        return Grid([_fields(row, text_of) for row in rows])
    for row in rows:
        above = list(_row(row, above, text_of, growth))
        found.rows.append(above[:1] if _goes_across(row, above) else above)
        if is_on(row, "w:trPr/w:tblHeader") and found.header == len(found.rows) - 1:
            found.header += 1
    if not found.header and len(found.rows) > 1 and _names_columns(table):
        found.header = 1 + _reaches_down(rows[0], rows[1])
    return found


def _reaches_down(row: Element, following: Element) -> bool:
    """Whether a cell of the first row goes on in the second, which divides the others' columns."""
    return any(map(_continues, inside(following, _CELLS, WRAPPERS))) and any(
        _span(cell) > 1 for cell in inside(row, _CELLS, WRAPPERS)
    )


def _is_form(rows: list[Element]) -> bool:
    shapes = [
        tuple(map(_span, cells))
        for row in rows
        if len(cells := list(inside(row, _CELLS, WRAPPERS))) > 1
    ]
    different = set(shapes)
    if len(different) < _FEWEST_SHAPES or 2 * len(different) <= len(shapes):
        return False
    return max(map(len, different)) < max(map(sum, different))


def _fields(row: Element, text_of: Callable[[Element], str]) -> list[str]:
    cells = (cell for cell in inside(row, _CELLS, WRAPPERS) if not _continues(cell))
    return [text for text in map(text_of, cells) if text]


def _row(
    row: Element, above: list[str], text_of: Callable[[Element], str], growth: Growth
) -> Iterator[str]:
    column = min(number(row, "w:trPr/w:gridBefore") or 0, _MOST_COLUMNS)
    yield from [""] * column
    for cell in inside(row, _CELLS, WRAPPERS):
        span = _span(cell)
        if _continues(cell) and column < len(above):
            text = above[column] if growth.allows(above[column]) else ""
        else:
            text = text_of(cell)
            growth.read(text)
        yield text
        yield from (text if growth.allows(text) else "" for _ in range(span - 1))
        column += span


def _span(cell: Element) -> int:
    return min(max(number(cell, "w:tcPr/w:gridSpan") or 1, 1), _MOST_COLUMNS)


def _continues(cell: Element) -> bool:
    """Whether it is the rest of the cell above it."""
    merge = at(cell, "w:tcPr/w:vMerge")
    return merge is not None and merge.get("w:val", "continue") == "continue"


def _goes_across(row: Element, texts: list[str]) -> bool:
    """Whether the row is a single cell, whose text is shown once."""
    return len(list(inside(row, _CELLS, WRAPPERS))) == 1 and len(set(texts)) == 1


def _names_columns(table: Element) -> bool:
    look = at(table, "w:tblPr/w:tblLook")
    if look is None:
        return True
    first = look.get("w:firstRow")
    if first is not None:
        return first not in ("0", "false", "off")
    try:
        return bool(int(look.get("w:val", "0"), 16) & _FIRST_ROW)
    except ValueError:
        return True
