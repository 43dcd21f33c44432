"""The rows of a table of data in a page."""

from __future__ import annotations

from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from emulator.ingestion.parsers.spans import Cell, Spans

# Stands before the text of each cell of a row; pages have no such character.
CELL_MARK = "\x00"


@dataclass(slots=True)
class Table:
    """An open table, and the cells of the row that is being read.

    One that is no data arranges the page, and its rows mean nothing.
    """

    is_data: bool
    spans: Spans = field(default_factory=Spans)
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
            Cell(collapsed(text), _span(node, "colspan"), _span(node, "rowspan"))
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
