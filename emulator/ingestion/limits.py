"""How large a document's content may be in Cloud Storage."""

from __future__ import annotations

from emulator.ingestion import mime_types

_OFFICE = frozenset({mime_types.DOCX, mime_types.PPTX, mime_types.XLSM, mime_types.XLSX})

_MOST_OF_TEXT = 2_500_000
_MOST_OF_CHUNKED_TEXT = 10_000_000
_MOST_OF_OFFICE = 200_000_000
_MOST_OF_PDF = 200_000_000
_MOST_OF_PDF_LAYOUT = 40_000_000


def most_bytes(mime_type: str, *, has_layout: bool) -> int:
    """Return the largest size of a file, `has_layout` if it is chunked or parsed by its layout."""
    kind = mime_type.partition(";")[0].strip().lower()
    if kind in _OFFICE:
        return _MOST_OF_OFFICE
    if kind == mime_types.PDF:
        return _MOST_OF_PDF_LAYOUT if has_layout else _MOST_OF_PDF
    return _MOST_OF_CHUNKED_TEXT if has_layout else _MOST_OF_TEXT
