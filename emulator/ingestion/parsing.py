"""Parse a document by its MIME type."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from emulator.ingestion import mime_types
from emulator.ingestion.document import Block, ParsedDocument, ParseError, UnsupportedMimeType
from emulator.ingestion.exclusion import NOTHING, Exclusion

_PARSERS = "emulator.ingestion.parsers"

# The modules that read decoded text, and those that read bytes; each is imported when needed.
_OF_TEXT: Mapping[str, str] = {
    mime_types.CSV: "csv",
    mime_types.HTML: "html.document",
    mime_types.JSON: "json",
    mime_types.MARKDOWN: "markdown",
    mime_types.TEXT: "markdown",
}
_OF_BYTES: Mapping[str, str] = {
    mime_types.DOCX: "office.docx",
    mime_types.PDF: "pdf.document",
    mime_types.PPTX: "office.pptx",
    mime_types.TEXT_XML: "xml.document",
    mime_types.XLSM: "office.xlsx",
    mime_types.XLSX: "office.xlsx",
    mime_types.XML: "xml.document",
}

_META_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-zA-Z0-9_.:-]{1,40})""")

# A mark of the byte order declares UTF-16, as what Excel saves as "Unicode text" has it.
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_AS_TEXT = f" Markdown is read if it is declared as {mime_types.TEXT}."

# ISO-2022-JP is ASCII but for what stands between escapes, which no other text has.
_ESCAPE = b"\x1b"

# Browsers look for the declaration in this much of a page.
_META_REACH = 1024
# Characters that are never shown; the form feed stays, as it ends a page.
_CONTROL_CHARACTERS = bytes(one for one in [*range(0x20), 0x7F] if one not in b"\t\n\f")
_INVISIBLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\u00ad\u200b\u2060\ufeff\ufffe\uffff]")


def parse(
    data: bytes, mime_type: str, *, allow_markdown: bool = False, exclusion: Exclusion = NOTHING
) -> ParsedDocument:
    """Return the text of `data` in blocks; empty data has none.

    Raises UnsupportedMimeType if no parser reads `mime_type` (parameters such as a charset are
    ignored), ParseError if `data` is not of that type, encrypted, damaged or made to be costly.
    Markdown is refused, as by the service, unless `allow_markdown`. `exclusion` is for HTML.
    """
    kind = mime_type.partition(";")[0].strip().lower()
    known = supported(allow_markdown=allow_markdown)
    if kind not in known:
        raise UnsupportedMimeType(
            f"Documents of MIME type '{mime_type}' cannot be parsed; supported types:"
            f" {', '.join(known)}.{_AS_TEXT if kind == mime_types.MARKDOWN else ''}"
        )
    if not data:
        return ParsedDocument(None, [])
    if kind in _OF_BYTES:
        return cleaned(_parser(_OF_BYTES[kind])(data))
    _check_text(data, kind)
    text, parser = _clean(_decoded(data, kind)), _parser(_OF_TEXT[kind])
    if kind == mime_types.TEXT and text.isascii():
        return parser(text)  # Parts of it are as clean as it is.
    return cleaned(parser(text, exclusion) if kind == mime_types.HTML else parser(text))


@cache
def supported(*, allow_markdown: bool = False) -> tuple[str, ...]:
    """Return the MIME types that `parse` reads."""
    kinds = sorted(_OF_TEXT.keys() | _OF_BYTES.keys())
    return tuple(kind for kind in kinds if allow_markdown or kind != mime_types.MARKDOWN)


@cache
def _parser(module: str) -> Callable[..., ParsedDocument]:
    found: Callable[..., ParsedDocument] = import_module(f"{_PARSERS}.{module}").parse
    return found


def _check_text(data: bytes, kind: str) -> None:
    found = mime_types.of_bytes(data)
    if found is not None:
        raise ParseError(f"The content is not {kind} but {found}.")


def _decoded(data: bytes, kind: str) -> str:
    if data.startswith(_UTF_16):
        return _decoded_as(data, "utf-16")
    declared = _META_CHARSET.search(data[:_META_REACH]) if kind == mime_types.HTML else None
    if declared is not None and _ESCAPE in data:
        return _decoded_as(data, declared[1].decode("ascii"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
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
        raise ParseError(f"The content is not text in its declared charset '{charset}'.") from error


def _clean(content: str) -> str:
    """Return `content` in Unicode's composed form, with "\\n" as the only line break."""
    if content.isascii() and not _has_control_characters(content.encode()):
        return content
    content = content.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", content))


def _has_control_characters(text: bytes) -> bool:
    return len(text.translate(None, _CONTROL_CHARACTERS)) < len(text)


def cleaned(document: ParsedDocument) -> ParsedDocument:
    """Return `document` with clean texts, without the blocks that have none."""
    title = _clean(document.title).strip() if document.title else ""
    blocks = [block for one in document.blocks for block in _block(one)]
    return ParsedDocument(title or None, blocks)


def _block(block: Block) -> list[Block]:
    text = _clean(block.text)
    if not text.strip():
        return []
    return [block if text == block.text else block._replace(text=text)]
