"""Word documents: headings, paragraphs, lists, tables, text boxes, equations and notes.

Left out is what a reader of the printed text does not see: deleted and hidden text, comments,
tables of contents, and what is repeated at the top and bottom of pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from emulator.ingestion.document import Block, BlockKind, ParsedDocument
from emulator.ingestion.parsers.office import charts
from emulator.ingestion.parsers.office.element_paths import core_title, inside, number, value
from emulator.ingestion.parsers.office.package import Package
from emulator.ingestion.parsers.office.word import styles, tables, text
from emulator.ingestion.parsers.office.word.numbering import Numbering
from emulator.ingestion.parsers.office.word.styles import Style

_BLOCKS = frozenset({"w:p", "w:tbl"})
_NOTES = ("footnotes", "endnotes")
_DEEPEST_HEADING = 6

# Lists of this id take a paragraph out of the list that its style puts it in.
_NO_LIST = "0"


def parse(data: bytes) -> ParsedDocument:
    """Return the text of a .docx file; its title is the paragraph of that style.

    Raises ParseError for what is no Word document, encrypted, damaged or too large.
    """
    package = Package(data, "word")
    flow = _Flow(package, styles.read(package), Numbering(package))
    for element in package.elements(package.main, _BLOCKS.__contains__):
        flow.add(element)
    for kind in _NOTES:
        for part in package.related(package.main, kind):
            for element in package.elements(part, _BLOCKS.__contains__):
                flow.add(element)
    flow.close()
    return ParsedDocument(flow.title or core_title(package) or flow.first_heading, flow.blocks)


class _Flow:
    """Makes blocks of the paragraphs and tables that it is given in order."""

    def __init__(self, package: Package, styles: Mapping[str, Style], numbering: Numbering) -> None:
        self.blocks: list[Block] = []
        self.title: str | None = None
        self._package = package
        self._styles = styles
        self._numbering = numbering
        self._open: BlockKind = "list"
        self._lines: list[str] = []

    @property
    def first_heading(self) -> str | None:
        """The heading that the document begins with, if it does."""
        opening = self.blocks[0] if self.blocks else None
        return opening.text if opening is not None and opening.level == 1 else None

    def add(self, element: Element) -> None:
        """Read a paragraph or a table."""
        if element.tag == "w:tbl":
            self._table(element)
        else:
            self._paragraph(element)

    def close(self) -> None:
        """End the list or the lines of code that are being read."""
        if self._lines:
            self.blocks.append(Block(self._open, "\n".join(self._lines)))
            self._lines = []

    def _paragraph(self, element: Element) -> None:
        properties = element.find("w:pPr")
        style = self._styles.get(value(properties, "w:pStyle") or "", styles.PLAIN)
        inline = text.read(element)
        if not style.is_contents:
            self._text(inline, style, properties)
        for box in inline.boxes:
            self._all(box)
        for chart in inline.charts:
            self._chart(chart)

    def _text(self, inline: text.Inline, style: Style, properties: Element | None) -> None:
        text = inline.text
        if not text:
            # Empty paragraphs may keep the items of a list apart, and are counted if numbered.
            return
        named = styles.outline_level(properties)
        level = style.level if named is None else named
        label, speaks, is_item = self._label(style, properties)
        numbered = f"{label} {text}" if label else text
        if style.is_title:
            self.title = self.title or text
            self._block("heading", text, 1)
        elif level:
            self._block("heading", numbered.replace("\n", " "), level + (self.title is not None))
        elif style.is_code:
            self._line("code", inline.code)
        elif is_item:
            self._line("list", (numbered if speaks else text).replace("\n", " "))
        else:
            self._block("paragraph", numbered if speaks else text, 0)

    def _label(self, style: Style, properties: Element | None) -> tuple[str, bool, bool]:
        """The number before a paragraph, whether to keep it, and whether it is a list item."""
        list_id = value(properties, "w:numPr/w:numId") or style.list_id
        if list_id is None or list_id == _NO_LIST:
            return "", False, False
        level = number(properties, "w:numPr/w:ilvl")
        label, speaks = self._numbering.next(
            list_id, (style.list_level or 0) if level is None else level
        )
        return label, speaks, True

    def _table(self, table: Element) -> None:
        cells = list(tables.cells(table))
        if len(cells) == 1:  # A frame around text.
            self._all(cells[0])
            return
        found = tables.grid(table, self._cell)
        self.close()
        if any(map(any, found.rows)):
            text = "\n".join(" | ".join(row) for row in found.rows if row)
            self.blocks.append(Block("table", text, header=found.header))

    def _cell(self, cell: Element) -> str:
        """What is in a cell in one line."""
        inner = _Flow(self._package, self._styles, self._numbering)
        inner._all(cell)
        inner.close()
        return " ".join(block.text.replace("\n", " ") for block in inner.blocks)

    def _chart(self, chart: str) -> None:
        # Notes have no charts: only the main part refers to any.
        if part := self._package.target(self._package.main, chart):
            self.close()
            self.blocks += charts.read(self._package, part)

    def _all(self, container: Element) -> None:
        for element in inside(container, _BLOCKS, tables.WRAPPERS):
            self.add(element)

    def _block(self, kind: BlockKind, text: str, level: int) -> None:
        self.close()
        self.blocks.append(Block(kind, text, min(level, _DEEPEST_HEADING)))

    def _line(self, kind: BlockKind, text: str) -> None:
        if self._open != kind:
            self.close()
            self._open = kind
        self._lines.append(text)
