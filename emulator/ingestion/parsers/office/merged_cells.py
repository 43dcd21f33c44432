"""Cells of a sheet that are merged: each says what the first one of them does."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from emulator.ingestion.parsers.office.sheet_regions import Row
from emulator.ingestion.parsers.repetition_limit import Growth


class Area(NamedTuple):
    """The first and the last row and column of cells that are one."""

    top: int
    left: int
    bottom: int
    right: int


def filled(rows: Sequence[Row], merged: Sequence[Area]) -> Sequence[Row]:
    """Return the rows with the text of merged cells in each of these that is in a used place.

    What is alone in its row is a title, which stays where it is.
    """
    if not rows or not merged:
        return rows
    found = [(number, dict(cells)) for number, cells in rows]
    used = sorted(set().union(*(cells for _, cells in rows)))
    growth = Growth()
    for text in chain.from_iterable(cells.values() for _, cells in rows):
        growth.read(text)
    for area in merged:
        _fill(area, found, used, growth)
    return found


def _fill(
    area: Area, rows: Sequence[tuple[int, dict[int, str]]], used: Sequence[int], growth: Growth
) -> None:
    first = bisect_left(rows, area.top, key=itemgetter(0))
    last = bisect_right(rows, area.bottom, key=itemgetter(0))
    columns = used[bisect_left(used, area.left) : bisect_right(used, area.right)]
    if first == last or rows[first][0] != area.top:
        return
    top = rows[first][1]
    text = top.get(area.left)
    if text is None or (len(top) == 1 and len(columns) > 1):
        return
    for _, cells in rows[first:last]:
        for column in columns:
            if not growth.allows(text):
                return
            cells.setdefault(column, text)
