"""PDFium's view of a file. Only the worker process imports this module."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from emulator.ingestion.document import ParseError
from emulator.ingestion.parsers.pdf.layout.text_direction import (
    Placed,
    has_right_to_left,
    in_order,
    is_right_to_left,
)
from emulator.ingestion.parsers.pdf.lines import Line, Page, PdfText, Piece, finite
from emulator.ingestion.parsers.pdf.worker import form_fields, line_pieces, utf_16

_MOST_CHARACTERS = 50_000_000

# PDFium writes it for a hyphen that divides a word at the end of a line.
_BROKEN = "\ufffe"
_ENDS = re.compile(f"\r\n|\n|\r|{_BROKEN}")

# "NimbusRomNo9L-Medi" and LaTeX's "CMBX12" and "SFBX1000" do not say the word.
_BOLD = re.compile(
    rb"bold|black|heavy|semibd|demi|-medi(?!um)|(?:cm|ec|sf)(?:ss)?r?b[x\d]", re.IGNORECASE
)
_BOLD_WEIGHT = 600
_LONGEST_FONT_NAME = 200

# In font sizes: what is between the words of a line is less.
_ROOM = 0.5


def read(data: bytes) -> PdfText:
    """Return the lines of all pages; ParseError for what is encrypted, damaged or too long."""
    document = _opened(data)
    try:
        if document.get_formtype() != raw.FORMTYPE_NONE:
            document.init_forms()
        pages: list[Page] = []
        characters = 0
        for number in range(len(document)):
            pages.append(_page(document, number))
            characters += sum(len(line.text) for line in pages[-1].lines)
            if characters > _MOST_CHARACTERS:
                raise ParseError(f"The PDF has more than {_MOST_CHARACTERS} characters.")
        return PdfText(_title(document), pages)
    finally:
        document.close()


def _title(document: Any) -> str:
    try:
        return str(document.get_metadata_value("Title"))
    except UnicodeDecodeError:  # One with half of a character in it.
        return ""


def _opened(data: bytes) -> Any:
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise ParseError("The PDF is encrypted with a password.") from None
        if error.err_code == raw.FPDF_ERR_SECURITY:
            raise ParseError("The PDF is encrypted in a way that cannot be read.") from None
        raise ParseError("The PDF is damaged or cut off: it cannot be opened.") from None


def _page(document: Any, number: int) -> Page:
    """The lines of a page; of one that is damaged there are none, as viewers show it blank."""
    try:
        page = document[number]
    except pdfium.PdfiumError:
        return Page(0, [])
    try:
        lines = _lines(page)
        if document.formenv:
            lines = form_fields.placed(lines, form_fields.values(page, document.formenv))
        return Page(finite(page.get_height()), lines)
    finally:
        page.close()


def _lines(page: Any) -> list[Line]:
    text = page.get_textpage()
    try:
        return list(_lines_of(text))
    finally:
        text.close()


def _lines_of(text: Any) -> Iterator[Line]:
    content = utf_16.units(text.get_text_range(errors="surrogatepass"))
    start = 0
    for end in _ENDS.finditer(content):
        yield from _line(text, content, start, end.start(), is_broken=end[0] == _BROKEN)
        start = end.end()
    yield from _line(text, content, start, len(content), is_broken=False)


def _line(text: Any, content: str, start: int, end: int, *, is_broken: bool) -> Iterator[Line]:
    shown = content[start:end]
    if not shown.strip():
        return
    first = start + len(shown) - len(shown.lstrip())
    last = start + len(shown.rstrip()) - 1
    samples = [_place(text, index) for index in (first, (first + last) // 2, last)]
    boxes = [_box(text, place) for place in samples]
    size = round(sorted(_size(text, place) for place in samples)[1], 1)
    left, right, words = boxes[0].left, boxes[-1].right, " ".join(shown.split())
    pieces: list[Piece] = []
    if has_right_to_left(words):
        left, right, words = _in_order(text, content, range(start, end), size)
    elif line_pieces.may_have(text, _place(text, first), _place(text, last), _ROOM * size):
        ends = partial(_ends, text)
        pieces = line_pieces.pieces(content, range(first, last + 1), ends, _ROOM * size)
    yield Line(
        utf_16.characters(words),
        left=left,
        right=right,
        bottom=sorted(box.bottom for box in boxes)[1],
        size=size,
        is_bold=_is_bold(text, samples[0]) and _is_bold(text, samples[-1]),
        is_broken=is_broken,
        pieces=pieces,
    )


def _in_order(text: Any, content: str, line: range, size: float) -> tuple[float, float, str]:
    """Where a line begins and ends, and its text.

    Those from right to left are measured as if they were seen in a mirror.
    """
    boxes = [(content[index], _box(text, _place(text, index))) for index in line]
    words = in_order((Placed(one, box.left, box.right) for one, box in boxes), size)
    seen = [box for one, box in boxes if not one.isspace()]
    left, right = min(box.left for box in seen), max(box.right for box in seen)
    return (-right, -left, words) if is_right_to_left(words) else (left, right, words)


def _ends(text: Any, index: int) -> tuple[float, float]:
    box = _box(text, _place(text, index))
    return box.left, box.right


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    right: float
    bottom: float


def _box(text: Any, place: int) -> _Box:
    rectangle = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text, place, rectangle)
    return _Box(*map(finite, (rectangle.left, rectangle.right, rectangle.bottom)))


def _size(text: Any, place: int) -> float:
    """The font size as shown: files may have size 1 or below 0 and change it by a matrix."""
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(text, place, matrix)
    size = abs(float(raw.FPDFText_GetFontSize(text, place)))
    return finite(size * math.hypot(matrix.c, matrix.d))


def _is_bold(text: Any, place: int) -> bool:
    if raw.FPDFText_GetFontWeight(text, place) >= _BOLD_WEIGHT:
        return True
    name = ctypes.create_string_buffer(_LONGEST_FONT_NAME)
    raw.FPDFText_GetFontInfo(text, place, name, _LONGEST_FONT_NAME, None)
    return _BOLD.search(name.value) is not None


def _place(text: Any, index: int) -> int:
    """Where PDFium has a character of the text: it may have others that the text leaves out."""
    return int(raw.FPDFText_GetCharIndexFromTextIndex(text, index))
