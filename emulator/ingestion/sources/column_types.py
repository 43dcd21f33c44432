"""What the cells of a column are: numbers, truth values or text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

# Numbers as JSON has them: "007" and "+49" are text. More digits than a double holds are, too.
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?")
_WHOLE = re.compile(r"-?\d+")
_TRUTH = {"true": True, "false": False}

_TEXT = "string"
_IS_NUMBER = frozenset({"number", "integer"})
_IS_TRUTH = "boolean"


def detected(header: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return the types of the columns in which all of some rows' cells have the same."""
    columns = zip(header, zip(*rows, strict=True), strict=True) if rows else ()
    return {name: _type([cell for cell in cells if cell]) for name, cells in columns}


def value(cell: str, declared: str) -> object:
    """Return a cell as its column's type has it; as text if it is not of that type."""
    if declared in _IS_NUMBER and _NUMBER.fullmatch(cell):
        return int(cell) if _WHOLE.fullmatch(cell) else float(cell)
    if declared == _IS_TRUTH:
        return _TRUTH.get(cell.lower(), cell)
    return cell


def typed(header: Sequence[str], row: Sequence[str], types: Mapping[str, str]) -> dict[str, object]:
    """Return a row's values by column, without those of empty cells."""
    return {
        name: value(cell, types.get(name, _TEXT))
        for name, cell in zip(header, row, strict=True)
        if cell
    }


def _type(cells: list[str]) -> str:
    if cells and all(map(_NUMBER.fullmatch, cells)):
        return "number"
    if cells and all(cell.lower() in _TRUTH for cell in cells):
        return _IS_TRUTH
    return _TEXT
