"""What is filled into the fields of a form, which is no text of the page. Only for the worker."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from typing import Any

import pypdfium2.raw as raw

from emulator.ingestion.parsers.pdf.layout.rows import beside
from emulator.ingestion.parsers.pdf.lines import Line, finite

_KINDS = {raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}
_UNSEEN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
_PASSWORD = 1 << 13  # ISO 32000-1, table 228

# So much of its font size a line is high.
_LINE = 1.2


def values(page: Any, form: Any) -> Iterator[Line]:
    """Yield the values of the fields of a page, each where its first line is shown."""
    for number in range(raw.FPDFPage_GetAnnotCount(page)):
        annotation = raw.FPDFPage_GetAnnot(page, number)
        try:
            text = _value(form, annotation)
            if text:
                yield _line(form, annotation, text)
        finally:
            raw.FPDFPage_CloseAnnot(annotation)


def placed(lines: Iterable[Line], filled: Iterable[Line]) -> list[Line]:
    """Return the lines of a page with each that is filled in behind its label."""
    found = list(lines)
    for line in filled:
        found.insert(_place(line, found), line)
    return found


def _value(form: Any, annotation: Any) -> str:
    if raw.FPDFAnnot_GetFormFieldType(form, annotation) not in _KINDS:
        return ""
    is_secret = raw.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD
    if is_secret or raw.FPDFAnnot_GetFlags(annotation) & _UNSEEN:
        return ""
    size = raw.FPDFAnnot_GetFormFieldValue(form, annotation, None, 0)
    value = (ctypes.c_ushort * (size // 2))()
    raw.FPDFAnnot_GetFormFieldValue(form, annotation, value, size)
    return " ".join(bytes(value).decode("utf-16-le", "replace").rstrip("\0").split())


def _line(form: Any, annotation: Any, text: str) -> Line:
    place, given = raw.FS_RECTF(), ctypes.c_float()
    raw.FPDFAnnot_GetRect(annotation, place)
    raw.FPDFAnnot_GetFontSize(form, annotation, given)
    left, right, top, bottom = map(finite, (place.left, place.right, place.top, place.bottom))
    size = finite(given.value) or (top - bottom) / _LINE  # 0 is a size that fills the field.
    return Line(text, left, right, max(top - _LINE * size, bottom), size)


def _place(field: Line, lines: list[Line]) -> int:
    """Behind the nearest line to the left in its row, else behind the nearest one above it."""
    in_row = [
        (one.right, number)
        for number, one in enumerate(lines)
        if one.left < field.left and beside(one, field)
    ]
    above = [
        (-one.bottom, number)
        for number, one in enumerate(lines)
        if one.bottom > field.bottom and one.left < field.right and field.left < one.right
    ]
    nearest = max(in_row or above, default=(0.0, len(lines) - 1))
    return nearest[1] + 1
