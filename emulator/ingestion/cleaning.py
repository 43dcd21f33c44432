"""Text without the characters that nobody sees."""

from __future__ import annotations

import re
import unicodedata

from emulator.ingestion.document import Block, ParsedDocument

# Characters that are never shown; the form feed stays, as it ends a page.
_CONTROL_CHARACTERS = bytes(one for one in [*range(0x20), 0x7F] if one not in b"\t\n\f")
_INVISIBLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\u00ad\u200b\u2060\ufeff\ufffe\uffff]")


def clean(content: str) -> str:
    """Return `content` in Unicode's composed form, with "\\n" as the only line break."""
    if content.isascii() and not _has_control_characters(content.encode()):
        return content
    content = content.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", content))


def _has_control_characters(text: bytes) -> bool:
    return len(text.translate(None, _CONTROL_CHARACTERS)) < len(text)


def cleaned(document: ParsedDocument) -> ParsedDocument:
    """Return `document` with clean texts, without the blocks that have none."""
    title = clean(document.title).strip() if document.title else ""
    blocks = [block for one in document.blocks for block in _block(one)]
    return ParsedDocument(title or None, blocks)


def _block(block: Block) -> list[Block]:
    text = clean(block.text)
    if not text.strip():
        return []
    return [block if text == block.text else block._replace(text=text)]
