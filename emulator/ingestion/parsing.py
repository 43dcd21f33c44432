"""Parse a document by its MIME type."""

from __future__ import annotations

import re
import unicodedata

from emulator.ingestion.document import ParsedDocument, ParseError, UnsupportedMimeType
from emulator.ingestion.parsers import html, text

_PARSERS = {
    "text/html": html.parse,
    "text/plain": text.parse,
}

# Characters that are never shown; the form feed stays, as it ends a page.
_INVISIBLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\u00ad\u200b\u2060\ufeff]")

_META_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-zA-Z0-9_.:-]{1,40})""")

# Browsers look for the declaration in this much of a page.
_META_REACH = 1024


def parse(data: bytes, mime_type: str) -> ParsedDocument:
    """Return the text of `data` in blocks; empty data has none.

    Raises UnsupportedMimeType if no parser reads `mime_type` (parameters such as a charset are
    ignored), ParseError if `data` is not of that type.
    """
    kind = mime_type.partition(";")[0].strip().lower()
    if kind not in _PARSERS:
        known = ", ".join(sorted(_PARSERS))
        raise UnsupportedMimeType(
            f"Documents of MIME type '{mime_type}' cannot be parsed; supported types: {known}."
        )
    return _PARSERS[kind](_clean(_decoded(data, kind)))


def _decoded(data: bytes, kind: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        declared = _META_CHARSET.search(data[:_META_REACH]) if kind == "text/html" else None
        if declared is None:
            raise ParseError(
                f"The content is not UTF-8 text: invalid byte 0x{data[error.start]:02x}"
                f" at position {error.start}."
            ) from error
        return _decoded_as(data, declared[1].decode("ascii"))


def _decoded_as(data: bytes, charset: str) -> str:
    try:
        return data.decode(charset)
    except (LookupError, UnicodeDecodeError) as error:
        raise ParseError(f"The page is not text in its declared charset '{charset}'.") from error


def _clean(content: str) -> str:
    content = content.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", content))
