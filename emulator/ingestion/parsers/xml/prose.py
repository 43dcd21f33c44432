"""XML that is a text: sections with headings, paragraphs, lists, tables and code."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from emulator.ingestion.document import Block, BlockKind, ParsedDocument
from emulator.ingestion.parsers.xml.element_names import BLOCKS, CODE, HEADINGS, LISTS, ROWS, TABLES

_DEEPEST_HEADING = 6


class Prose:
    """Reads one document."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._text: list[str] = []
        self._headed = 0  # how many of the elements around have a heading

    def read(self, root: Element) -> ParsedDocument:
        """Return the blocks of a document; its title is the first heading."""
        self._element(root)
        self._flush()
        first = next((block.text for block in self._blocks if block.kind == "heading"), None)
        return ParsedDocument(first, self._blocks)

    def _element(self, element: Element) -> None:
        tag = element.tag.lower()
        if tag in HEADINGS:
            self._add("heading", _line(element), min(max(self._headed, 1), _DEEPEST_HEADING))
        elif tag in CODE:
            self._add("code", "".join(element.itertext()).strip("\n").rstrip())
        elif tag in LISTS:
            self._add("list", "\n".join(filter(None, map(_line, element))))
        elif tag in TABLES:
            self._table(element)
        else:
            self._children(element)

    def _children(self, element: Element) -> None:
        """Text with elements in it is one paragraph, as long as no block comes between."""
        headed = any(child.tag.lower() in HEADINGS for child in element)
        self._headed += headed
        is_mixed = _is_mixed(element)
        if not is_mixed:
            self._flush()
        self._text.append(element.text or "")
        for child in element:
            if is_mixed and not _has_block(child):
                self._text.append("".join(child.itertext()))
            else:
                self._flush()
                self._element(child)
                self._flush()
            self._text.append(child.tail or "")
        self._flush()
        self._headed -= headed

    def _table(self, element: Element) -> None:
        rows = [one for one in element.iter() if one.tag.lower() in ROWS]
        titles = [_line(child) for child in element if child.tag.lower() in HEADINGS]
        lines = [*titles, *(" | ".join(map(_line, row)) for row in rows)]
        header = len(titles) + (1 if len(rows) > 1 else 0)
        self._add("table", "\n".join(lines), header=header)

    def _add(self, kind: BlockKind, text: str, level: int = 0, header: int = 0) -> None:
        self._flush()
        if text:
            self._blocks.append(Block(kind, text, level, header=header))

    def _flush(self) -> None:
        text = " ".join("".join(self._text).split())
        self._text.clear()
        if text:
            self._blocks.append(Block("paragraph", text))


def _is_mixed(element: Element) -> bool:
    texts = (element.text, *(child.tail for child in element))
    return any((text or "").strip() for text in texts)


def _has_block(element: Element) -> bool:
    return any(one.tag.lower() in BLOCKS for one in element.iter())


def _line(element: Element) -> str:
    """The text of an element in a line; what has no text between it is kept apart."""
    return " ".join(" ".join(_parts(element)).split()) if len(element) else _own(element)


def _parts(element: Element) -> Iterator[str]:
    if _is_mixed(element):
        yield "".join(element.itertext())
        return
    for child in element:
        yield _line(child)


def _own(element: Element) -> str:
    return " ".join((element.text or "").split())
