"""CSV: a header, and an object a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import IO

from emulator.ingestion import csv_reading
from emulator.ingestion.sources import column_types
from emulator.ingestion.sources.lines import FileError, LineError, Lines

# So many rows, or characters of them, are looked at to tell the types of columns.
_SAMPLE_ROWS = 500
_SAMPLE_CHARACTERS = 1 << 20

# What spreadsheets write where the comma is for decimals, or without being told.
_OTHER_SEPARATOR = re.compile(r"[;\t|]")
_LONGEST_SHOWN = 200

Row = tuple[int, dict[str, object] | str]
_Cells = tuple[int, list[str] | str]


def objects(file: IO[bytes], most: int, types: Mapping[str, str]) -> Iterator[Row]:
    """Yield the number of each row's first line with its values, or with what is wrong.

    `types` has those of columns that are known; the others are seen in the first rows.
    """
    rows = _rows(file, most)
    number, header = next(rows, (0, "The file is empty: it must begin with a row of names."))
    wrong = header if isinstance(header, str) else _wrong_header(header)
    if isinstance(header, str) or wrong:
        yield number, wrong
        return
    checked = (_checked(row, len(header)) for row in rows)
    sample = list(_sample(checked))
    known = [cells for _, cells in sample if not isinstance(cells, str)]
    found = {**column_types.detected(header, known), **types}
    for number, cells in _chained(sample, checked):
        yield number, cells if isinstance(cells, str) else column_types.typed(header, cells, found)


def _chained(sample: list[_Cells], rest: Iterator[_Cells]) -> Iterator[_Cells]:
    sample.reverse()
    while sample:
        yield sample.pop()
    yield from rest


def _rows(file: IO[bytes], most: int) -> Iterator[_Cells]:
    """The rows that are not empty, with the numbers of their first lines."""
    lines = Lines(file, most)
    rows = csv_reading.rows(lines, strict=True)
    while True:
        first = lines.number + 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except FileError as error:
            yield 0, str(error)
            return
        except LineError as error:
            yield lines.number, str(error)
        except csv_reading.Error as error:
            yield first, f"The row cannot be read, maybe for want of a quote: {error}."
        else:
            if any(cells):
                yield first, cells


def _wrong_header(header: list[str]) -> str:
    if not all(name.strip() for name in header):
        return "The first row must name each column, and one name is empty."
    if len(header) == 1 and _OTHER_SEPARATOR.search(header[0]):
        name = header[0][:_LONGEST_SHOWN]
        return f"The first row names one column, '{name}': cells must be separated by commas."
    (name, times), *_ = Counter(header).most_common(1)
    return f"The first row names the column '{name}' {times} times." if times > 1 else ""


def _checked(row: _Cells, expected: int) -> _Cells:
    number, cells = row
    if isinstance(cells, str) or len(cells) == expected:
        return row
    return number, f"The row has {len(cells)} cells where the first row names {expected} columns."


def _sample(rows: Iterator[_Cells]) -> Iterator[_Cells]:
    characters = 0
    for count, row in enumerate(rows, start=1):
        yield row
        characters += sum(map(len, row[1]))
        if count == _SAMPLE_ROWS or characters > _SAMPLE_CHARACTERS:
            return
