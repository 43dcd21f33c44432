"""Excel workbooks, with or without macros: the visible sheets with their values as shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from emulator.ingestion.document import Block, ParsedDocument, ParseError
from emulator.ingestion.parsers.office import sheet_regions
from emulator.ingestion.parsers.office.element_paths import core_title, is_set
from emulator.ingestion.parsers.office.merged_cells import Area, filled
from emulator.ingestion.parsers.office.number_formats import Format
from emulator.ingestion.parsers.office.package import Package
from emulator.ingestion.parsers.office.sheet_regions import Row

_MOST_CHARACTERS = 100_000_000

_COLUMN = re.compile(r"[A-Z]{1,3}")
_AREA = re.compile(r"([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)")
_PLAIN = Format()
_TRUTH = {"0": "FALSE", "1": "TRUE"}


def parse(data: bytes) -> ParsedDocument:
    """Return the sheets of a workbook, each a heading and its tables; the sheet is the page.

    Raises ParseError for what is no workbook, encrypted, damaged or too large.
    """
    package = Package(data, "xl")
    workbook = package.root(package.main)
    book = _Book(
        strings=_strings(package),
        formats=_formats(package),
        since_1904=is_set(workbook, "x:workbookPr", "date1904"),
    )
    parts = package.relationships(package.main)
    blocks: list[Block] = []
    for number, sheet in enumerate(_sheets(workbook), start=1):
        target = parts.get(sheet.get("r:id", ""))
        if target is not None and target.kind == "worksheet":
            rows, merged = _rows(package, target.target, book)
            found = list(sheet_regions.blocks(filled(rows, merged), number))
            if found:
                blocks += [Block("heading", sheet.get("name", ""), 1, number), *found]
    return ParsedDocument(core_title(package), blocks)


@dataclass(slots=True)
class _Book:
    """What the cells of all sheets refer to, and how much text they have so far."""

    strings: Sequence[str]
    formats: Sequence[Format]
    since_1904: bool
    characters: int = 0

    def count(self, texts: Iterable[str]) -> None:
        """Refuse a workbook in which cell after cell refers to the same long text."""
        self.characters += sum(map(len, texts))
        if self.characters > _MOST_CHARACTERS:
            raise ParseError(f"The workbook has more than {_MOST_CHARACTERS} characters.")


def _sheets(workbook: Element) -> Iterator[Element]:
    for sheet in workbook.iter("x:sheet"):
        if sheet.get("state", "visible") == "visible":
            yield sheet


def _strings(package: Package) -> list[str]:
    return [
        _rich_text(one)
        for part in package.related(package.main, "sharedStrings")
        for one in package.elements(part, lambda tag: tag == "x:si")
    ]


def _formats(package: Package) -> list[Format]:
    """What each cell style shows."""
    codes: dict[int, str] = {}
    formats: list[Format] = []
    for part in package.related(package.main, "styles"):
        for one in package.elements(part, lambda tag: tag in ("x:numFmt", "x:cellXfs")):
            if one.tag == "x:numFmt":
                codes[_whole(one.get("numFmtId"))] = one.get("formatCode", "")
                continue
            for style in one.findall("x:xf"):
                number = _whole(style.get("numFmtId"))
                formats.append(Format.of(number, codes.get(number)))
    return formats


def _rows(package: Package, part: str, book: _Book) -> tuple[list[Row], list[Area]]:
    """The rows that have a value, numbered as in the sheet, and the cells that are merged."""
    number = 0
    rows: list[Row] = []
    merged: list[Area] = []
    for found in package.elements(part, lambda tag: tag in ("x:row", "x:mergeCell")):
        if found.tag == "x:mergeCell":
            merged += _areas(found.get("ref", ""))
            continue
        number = _whole(found.get("r"), number + 1)
        cells = dict(_cells(found, book))
        if cells:
            book.count(cells.values())
            rows.append((number, cells))
    return rows, merged


def _areas(reference: str) -> Iterator[Area]:
    """The area that "B4:C5" names."""
    if named := _AREA.fullmatch(reference):
        left, top, right, bottom = named.groups()
        yield Area(_whole(top), _column(left), _whole(bottom), _column(right))


def _cells(row: Element, book: _Book) -> Iterator[tuple[int, str]]:
    column = 0
    for cell in row:
        named = _COLUMN.match(cell.get("r", ""))
        column = _column(named[0]) if named else column + 1
        text = _value(cell, book)
        if text:
            yield column, text


def _value(cell: Element, book: _Book) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find("x:is")
        return "" if inline is None else _rich_text(inline)
    raw = (cell.findtext("x:v") or "").strip()
    if kind == "s":
        place = _whole(raw, -1)
        return book.strings[place] if 0 <= place < len(book.strings) else ""
    if kind == "b":
        return _TRUTH.get(raw, raw)
    if kind != "n" or not raw:
        return " ".join(raw.split())
    style = _whole(cell.get("s"))
    shape = book.formats[style] if style < len(book.formats) else _PLAIN
    return shape.shown(raw, since_1904=book.since_1904)


def _rich_text(element: Element) -> str:
    """The text of a string in a line, without the reading aids of East Asian ones."""
    parts = (
        child.text if child.tag == "x:t" else child.findtext("x:t")
        for child in element
        if child.tag in ("x:t", "x:r")
    )
    return " ".join("".join(part or "" for part in parts).split())


def _column(letters: str) -> int:
    """1 for "A", 27 for "AA"."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column


def _whole(text: str | None, default: int = 0) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else default
