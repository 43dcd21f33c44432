"""The rows of a table of data in a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from emulator.ingestion.parsers.repetition_limit import Growth

# Stands before the text of each cell of a row; pages have no such character.
CELL_MARK = "\x00"
# As wide and high as HTML's own limits let a cell be counted.
_MOST_COLUMNS = 1000
_MOST_ROWS = 65_534


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell's text and how many columns and rows it spans."""

    text: str
    columns: int
    rows: int


class _Spans:
    """Cells that span rows or columns, repeated in each so that a row says all by itself."""

    def __init__(self) -> None:
        self._below: dict[int, _Cell] = {}  # what reaches into the next row, by column
        self._growth = Growth()

    def row(self, cells: Sequence[_Cell]) -> list[str]:
        """Return the texts of the next row's columns."""
        reaching, self._below = self._below, {}
        shown: list[str] = []
        for cell in cells:
            while len(shown) in reaching:
                self._repeat(reaching.pop(len(shown)), shown)
            self._add(cell, shown)
        while len(shown) in reaching:
            self._repeat(reaching.pop(len(shown)), shown)
        # A title over the whole table needs no repeating.
        return shown[:1] if len(cells) == 1 and len(set(shown)) == 1 else shown

    def _add(self, cell: _Cell, shown: list[str]) -> None:
        self._growth.read(cell.text)
        for number in range(max(min(cell.columns, _MOST_COLUMNS), 1)):
            if number and not self._growth.allows(cell.text):
                return
            if min(cell.rows, _MOST_ROWS) > 1:
                self._below[len(shown)] = _Cell(cell.text, 1, min(cell.rows, _MOST_ROWS) - 1)
            shown.append(cell.text)

    def _repeat(self, cell: _Cell, shown: list[str]) -> None:
        if cell.rows > 1 and self._growth.allows(cell.text):
            self._below[len(shown)] = _Cell(cell.text, 1, cell.rows - 1)
        shown.append(cell.text)


@dataclass(slots=True)
class Table:
    """An open table, and the cells of the row that is being read.

    One that is no data arranges the page, and its rows mean nothing.
    """

    is_data: bool
    spans: _Spans = field(default_factory=_Spans)
    cells: list[LexborNode] = field(default_factory=list)
    in_head: bool = False

    def row(self, raw: str) -> tuple[str, bool]:
        """Return the text of a row, or of a caption, and whether it names the columns.

        `raw` is what was read since the row before, with a mark before each cell.
        """
        _, *texts = raw.split(CELL_MARK)
        if not texts:
            return collapsed(raw), True
        cells = [
            _Cell(collapsed(text), _span(node, "colspan"), _span(node, "rowspan"))
            for text, node in zip(texts, self.cells, strict=True)
        ]
        is_header = self.in_head or all(node.tag == "th" for node in self.cells)
        self.cells.clear()
        return " | ".join(self.spans.row(cells)).strip(" |"), is_header


def _span(cell: LexborNode, name: str) -> int:
    number = cell.attributes.get(name) or ""
    return int(number) if number.isdecimal() and len(number) < 6 else 1


def collapsed(text: str) -> str:
    """Return `text` with single spaces."""
    return " ".join(text.split())
