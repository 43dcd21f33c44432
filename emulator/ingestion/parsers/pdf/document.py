"""PDF documents: headings, paragraphs and lists with the pages they are on.

Tables of two columns, or whose cells have several lines, come as paragraphs; pages that are
pictures have no text.
"""

from __future__ import annotations

import re
from dataclasses import replace

from emulator.ingestion.document import Block, ParsedDocument, ParseError
from emulator.ingestion.parsers.pdf.layout import headings, running_heads
from emulator.ingestion.parsers.pdf.layout.blocks import Layout
from emulator.ingestion.parsers.pdf.layout.headings import Headings
from emulator.ingestion.parsers.pdf.layout.paragraphs import spacing
from emulator.ingestion.parsers.pdf.layout.rows import joined
from emulator.ingestion.parsers.pdf.worker import client

_MARK = b"%PDF-"

# Readers look for it in this much of a file.
_MARK_REACH = 1024

# What programs write for want of a title: the name of the file that was printed.
_FILE_NAME = re.compile(r"untitled.*|.* - .*\.\w{2,4}|\S+\.\w{2,4}", re.IGNORECASE)


def parse(data: bytes) -> ParsedDocument:
    """Return the text of a PDF; its title is the one in its properties or its first heading.

    Raises ParseError for what is no PDF, encrypted, damaged or takes too long to read;
    UnsupportedMimeType if the library for it is not installed.
    """
    if _MARK not in data[:_MARK_REACH]:
        raise ParseError("The file is not a PDF: it does not begin with %PDF-.")
    found = client.read(data)
    rows = [replace(page, lines=joined(page.lines)) for page in found.pages]
    body = headings.body_size(rows)
    pages = running_heads.removed(rows, body)
    layout = Layout(Headings(pages, body), spacing(pages, body))
    for number, page in enumerate(pages, start=1):
        layout.add(page, number)
    layout.close()
    return ParsedDocument(_title(found.title, layout.blocks), layout.blocks)


def _title(named: str, blocks: list[Block]) -> str | None:
    named = " ".join(named.split())
    if named and not _FILE_NAME.fullmatch(named):
        return named
    if blocks and blocks[0].kind == "heading":
        return blocks[0].text
    return next((block.text for block in blocks if block.level == 1 and block.page == 1), None)
