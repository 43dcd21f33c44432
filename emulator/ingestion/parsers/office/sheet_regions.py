"""The tables of a sheet: runs of rows that have something in them, without unused columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from emulator.ingestion.document import Block

# A cell in a far corner must not make a table of millions of empty cells.
_MOST_CELLS_PER_FILLED = 20
_ALWAYS_ALLOWED = 1_000

Row = tuple[int, Mapping[int, str]]


def blocks(rows: Iterable[Row], page: int) -> Iterator[Block]:
    """Yield a block for each run of adjacent rows; a row is its number and its cells by column.

    What is a single cell, such as a remark above a table, is a paragraph; so is a title that is
    alone in its row, as one that was merged over all columns is.
    """
    region: list[Mapping[int, str]] = []
    last = 0
    for number, cells in rows:
        if region and number > last + 1:
            yield from _of_region(region, page)
            region = []
        region.append(cells)
        last = number
    if region:
        yield from _of_region(region, page)


def _of_region(region: list[Mapping[int, str]], page: int) -> Iterator[Block]:
    first, *rest = region
    if rest and len(first) == 1 < len(rest[0]):
        yield _block([first], page)
        region = rest
    yield _block(region, page)


def _block(region: list[Mapping[int, str]], page: int) -> Block:
    if len(region) == 1 and len(region[0]) == 1:
        return Block("paragraph", next(iter(region[0].values())), page=page)
    text = "\n".join(" | ".join(row) for row in dense(region))
    return Block("table", text, page=page, header=_header(region))


def _header(region: list[Mapping[int, str]]) -> int:
    """How many rows name the columns: two where merged cells are above others and beside some."""
    if len(region) < 2:
        return 0
    first, second = region[:2]
    is_above = any(text == first.get(column + 1) for column, text in first.items())
    is_beside = any(text == second.get(column) for column, text in first.items())
    return 2 if is_above and is_beside and len(region) > 2 else 1


def dense(region: Sequence[Mapping[int, str]]) -> Iterator[Iterable[str]]:
    """Yield the cells of rows, each with a cell in every column that any of them uses.

    Where that would be nearly all empty cells, rows have only those that they have.
    """
    columns = sorted({column for cells in region for column in cells})
    filled = sum(map(len, region))
    if len(columns) * len(region) > max(filled * _MOST_CELLS_PER_FILLED, _ALWAYS_ALLOWED):
        yield from ([cells[column] for column in sorted(cells)] for cells in region)
    else:
        yield from ([cells.get(column, "") for column in columns] for cells in region)
