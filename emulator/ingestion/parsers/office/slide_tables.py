"""The rows of a table on a slide; what spans several rows or columns is repeated in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from emulator.ingestion.document import Block
from emulator.ingestion.parsers.office import drawing_text
from emulator.ingestion.parsers.office.element_paths import is_set
from emulator.ingestion.parsers.repetition_limit import Growth

# A table's grid is at most so wide.
_MOST_COLUMNS = 128


def read(table: Element, page: int) -> Iterator[Block]:
    """Yield the table, unless all of its cells are empty."""
    cells = [row.findall("a:tc")[:_MOST_COLUMNS] for row in table.findall("a:tr")]
    rows = list(_filled(cells))
    if any(map(any, rows)):
        lines = (" | ".join(shown) for shown in map(_shown, cells, rows))
        header = _header(cells) if is_set(table, "a:tblPr", "firstRow") else 0
        yield Block("table", "\n".join(lines), page=page, header=header)


def _filled(rows: Sequence[Sequence[Element]]) -> Iterator[list[str]]:
    """The texts of the cells: a grid is whole, and those that are covered say that they are."""
    growth = Growth()
    above: list[str] = []
    for row in rows:
        texts: list[str] = []
        for column, cell in enumerate(row):
            covering = texts[-1:] if _is(cell, "hMerge") else []
            if not covering and _is(cell, "vMerge"):
                covering = above[column : column + 1]
            texts.append(_repeated(covering[0], growth) if covering else _read(cell, growth))
        yield texts
        above = texts


def _repeated(text: str, growth: Growth) -> str:
    return text if growth.allows(text) else ""


def _read(cell: Element, growth: Growth) -> str:
    text = " ".join(drawing_text.paragraphs(cell)).replace("\n", " ")
    growth.read(text)
    return text


def _shown(cells: Sequence[Element], row: list[str]) -> list[str]:
    """A text that goes across the whole table is shown once."""
    return row[:1] if all(_is(cell, "hMerge") for cell in cells[1:]) else row


def _header(rows: Sequence[Sequence[Element]]) -> int:
    """How many rows name the columns: two, if merged cells of the first divide the second's."""
    if len(rows) < 2:
        return 0
    divides = any(_is(cell, "hMerge") for cell in rows[0])
    return 1 + (divides and any(_is(cell, "vMerge") for cell in rows[1]))


def _is(cell: Element, name: str) -> bool:
    return cell.get(name) in ("1", "true")
