"""The types of documents, by their names and by the endings of files."""

from __future__ import annotations

_OFFICE = "application/vnd.openxmlformats-officedocument"

CSV = "text/csv"
DOCX = f"{_OFFICE}.wordprocessingml.document"
HTML = "text/html"
JSON = "application/json"
MARKDOWN = "text/markdown"
PDF = "application/pdf"
PPTX = f"{_OFFICE}.presentationml.presentation"
TEXT = "text/plain"
XLSM = "application/vnd.ms-excel.sheet.macroenabled.12"
XLSX = f"{_OFFICE}.spreadsheetml.sheet"
XML = "application/xml"
TEXT_XML = "text/xml"

_ENDINGS = {
    "csv": CSV,
    "docx": DOCX,
    "htm": HTML,
    "html": HTML,
    "json": JSON,
    "md": MARKDOWN,
    "markdown": MARKDOWN,
    "pdf": PDF,
    "pptx": PPTX,
    "txt": TEXT,
    "text": TEXT,
    "xhtml": XML,
    "xlsm": XLSM,
    "xlsx": XLSX,
    "xml": XML,
    "bmp": "image/bmp",
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "tif": "image/tiff",
    "tiff": "image/tiff",
}

# What files of the types that are no text begin with.
_MARKS = {
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "a zip, as Office files are",
    bytes.fromhex("d0cf11e0a1b11ae1"): "an Office file of the format before 2007",
    b"\x89PNG\r\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"\x1f\x8b": "compressed by gzip",
}
_ANY_MARK = tuple(_MARKS)


def of_file(name: str) -> str | None:
    """Return the type that a file's ending stands for, None if it stands for none."""
    stem, dot, ending = name.rpartition("/")[2].rpartition(".")
    return _ENDINGS.get(ending.lower()) if dot and stem else None


def of_bytes(data: bytes) -> str | None:
    """Return what bytes that are no text begin like, in words."""
    if not data.startswith(_ANY_MARK):
        return None
    return next(name for mark, name in _MARKS.items() if data.startswith(mark))
