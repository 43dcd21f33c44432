"""Comma-separated values: one table, whose first row names the columns."""

from __future__ import annotations

import io
import re

from emulator.ingestion import csv_reading
from emulator.ingestion.document import Block, ParsedDocument, ParseError

_DELIMITERS = (",", ";", "\t", "|")
_QUOTED = re.compile(r'"[^"\n]*"')


def parse(content: str) -> ParsedDocument:
    """Return the rows as a table; what separates cells is seen in the first line.

    Raises ParseError for a cell of more than 1,048,576 characters.
    """
    lines = io.StringIO(content, newline="")
    try:
        rows = [_row(cells) for cells in csv_reading.rows(lines, _delimiter(content))]
    except csv_reading.Error as error:
        raise ParseError(f"The CSV cannot be read: {error}.") from None
    filled = [row for row in rows if row.strip(" |")]
    block = Block("table", "\n".join(filled), header=1 if len(filled) > 1 else 0)
    return ParsedDocument(None, [block] if filled else [])


def _delimiter(content: str) -> str:
    first = next((line for line in content.split("\n", 20) if line.strip()), "")
    bare = _QUOTED.sub("", first)
    return max(_DELIMITERS, key=bare.count)


def _row(cells: list[str]) -> str:
    return " | ".join(" ".join(cell.split()) for cell in cells)
