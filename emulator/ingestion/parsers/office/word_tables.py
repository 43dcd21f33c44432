"""The rows of a Word table; what spans several rows or columns is repeated in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from emulator.ingestion.parsers.growth import Growth
from emulator.ingestion.parsers.office.trees import at, inside, is_on, number

WRAPPERS = frozenset({"w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo"})

_ROWS = frozenset({"w:tr"})
_CELLS = frozenset({"w:tc"})

# Word itself has at most 63 columns.
_MOST_COLUMNS = 64

_FIRST_ROW = 0x20


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
    for row in inside(table, _ROWS, WRAPPERS):
        above = list(_row(row, above, text_of, growth))
        found.rows.append(_shown(above))
        if is_on(row, "w:trPr/w:tblHeader") and found.header == len(found.rows) - 1:
            found.header += 1
    if not found.header and len(found.rows) > 1 and _names_columns(table):
        found.header = 1
    return found


def _row(
    row: Element, above: list[str], text_of: Callable[[Element], str], growth: Growth
) -> Iterator[str]:
    column = min(number(row, "w:trPr/w:gridBefore") or 0, _MOST_COLUMNS)
    yield from [""] * column
    for cell in inside(row, _CELLS, WRAPPERS):
        span = min(max(number(cell, "w:tcPr/w:gridSpan") or 1, 1), _MOST_COLUMNS)
        merge = at(cell, "w:tcPr/w:vMerge")
        continues = merge is not None and merge.get("w:val", "continue") == "continue"
        if continues and column < len(above):
            text = above[column] if growth.allows(above[column]) else ""
        else:
            text = text_of(cell)
            growth.read(text)
        yield text
        yield from (text if growth.allows(text) else "" for _ in range(span - 1))
        column += span


def _shown(row: list[str]) -> list[str]:
    """A text that goes across the whole table is shown once."""
    return row[:1] if len(row) > 1 and len(set(row)) == 1 else row


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
