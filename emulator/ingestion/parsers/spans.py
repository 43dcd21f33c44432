"""Cells that span rows or columns of a table, repeated in each so that a row says all by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.ingestion.parsers.growth import Growth

# As wide and high as HTML's own limits let a cell be counted.
_MOST_COLUMNS = 1000
_MOST_ROWS = 65_534


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text and how many columns and rows it spans."""

    text: str
    columns: int = 1
    rows: int = 1


class Spans:
    """Goes through the rows of one table."""

    def __init__(self) -> None:
        self._below: dict[int, Cell] = {}  # what reaches into the next row, by column
        self._growth = Growth()

    def row(self, cells: Sequence[Cell]) -> list[str]:
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

    def _add(self, cell: Cell, shown: list[str]) -> None:
        self._growth.read(cell.text)
        for number in range(max(min(cell.columns, _MOST_COLUMNS), 1)):
            if number and not self._growth.allows(cell.text):
                return
            if min(cell.rows, _MOST_ROWS) > 1:
                self._below[len(shown)] = Cell(cell.text, 1, min(cell.rows, _MOST_ROWS) - 1)
            shown.append(cell.text)

    def _repeat(self, cell: Cell, shown: list[str]) -> None:
        if cell.rows > 1 and self._growth.allows(cell.text):
            self._below[len(shown)] = Cell(cell.text, 1, cell.rows - 1)
        shown.append(cell.text)
