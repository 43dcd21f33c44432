"""Rows of comma-separated values, with cells as large as a document's data may be."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

# The module's own limit, which is one for the whole process, is 128 kB.
_LARGEST_CELL = 1 << 20

Error = csv.Error


def rows(
    lines: Iterable[str], delimiter: str = ",", *, strict: bool = False
) -> Iterator[list[str]]:
    """Yield the cells of each row, none for an empty line.

    `next` raises Error for a cell of more than 1 MiB, and if strict for one with quotes that are
    not closed or end within it, and what the lines raise; it goes on with the line after.
    """
    csv.field_size_limit(_LARGEST_CELL)
    return csv.reader(lines, delimiter=delimiter, strict=strict)
