"""The rows of tables: lines of cells parted by bars."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

# The only row of a table has short cells.
_LONGEST_CELL_WORDS = 12
# What one of a kind is called, as in "v2", is no number; two cells may be a name and its value.
_NUMBER = re.compile(r"(?<![^\W_])\d")
_PAIR = 2
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")


def cells(row: str, columns: int = 0) -> list[str]:
    """Return the cells of a table row; the first of fewer than there are columns may be empty."""
    row = row.strip()
    found = [cell.strip() for cell in row.strip("|").split("|")]
    return ["", *found] if row.startswith("|") and len(found) < columns else found


def rows(lines: Sequence[str]) -> frozenset[int]:
    """Return which lines with bars are a table's: prose has them too, as in "|x| is a norm"."""
    found = {number: cells(line) for number, line in enumerate(lines) if "|" in line}
    widths = Counter(map(len, found.values()))
    return frozenset(
        number
        for number, own in found.items()
        if widths[len(own)] > 1 or all(len(cell.split()) <= _LONGEST_CELL_WORDS for cell in own)
    )


def header(lines: Sequence[str]) -> tuple[str, int]:
    """Return the row that names the columns, and how many of the first lines say so; ("", 0): none.

    Where a name is over several columns, the line below it tells them apart: "Weekend | Weekend"
    above "Saturday | Sunday" is "Weekend Saturday | Weekend Sunday".
    """
    if not is_header_row(lines):
        return "", 0
    own = cells(lines[0])
    other = _cells_below(lines[1], len(own))
    if len(lines) > _PAIR and _divides(own, other):
        return " | ".join(map(_both, own, other)), 2
    return lines[0], 1


def _cells_below(row: str, columns: int) -> list[str]:
    """Return the cells of a row, with empty ones at its ends if these are in the columns above."""
    parted = [cell.strip() for cell in row.split("|")]
    return parted if len(parted) == columns else cells(row)


def _divides(names: Sequence[str], below: Sequence[str]) -> bool:
    """Whether a row names parts of what a row above it has over several columns."""
    if len(names) != len(below) or any(map(_NUMBER.match, below)):
        return False
    spanned = {name for name, following in pairwise(names) if name == following != ""}
    parts = [(name, part) for name, part in zip(names, below, strict=True) if name in spanned]
    others = zip(names, below, strict=True)
    return (
        bool(parts)
        and len(set(parts)) == len(parts)
        and all(part in ("", name) for name, part in others if name not in spanned)
    )


def _both(name: str, part: str) -> str:
    return name if part in ("", name) else f"{name} {part}"


def is_header_row(lines: Sequence[str]) -> bool:
    """Whether the first row names the columns: it holds no figures, or leaves the corner empty.

    A number in a name ("Skylark 2") is no figure above figures, nor is a year above other things.
    """
    if len(lines) < 2:
        return False
    own, other = cells(lines[0]), cells(lines[1])
    if own[0].endswith(":"):
        return False  # It names a row: "Default: | 5".
    if len(own) + 1 == len(other) or not any(map(str.isdigit, lines[0])):
        return True
    if len(own) > _PAIR and not _NUMBER.search(lines[0]):
        return True
    return any(map(_is_figure, other)) and not any(map(_is_figure, own))


def _is_figure(cell: str) -> bool:
    return cell[:1].isdigit() and not _YEAR.fullmatch(cell)
