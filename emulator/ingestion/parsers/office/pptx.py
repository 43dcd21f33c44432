"""PowerPoint presentations: the visible slides in their order, each a page, with their notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from emulator.ingestion.document import Block, ParsedDocument
from emulator.ingestion.parsers.office import charts, drawing_text, slide_tables
from emulator.ingestion.parsers.office.element_paths import at, core_title
from emulator.ingestion.parsers.office.package import Package

_SHAPES = frozenset({"p:sp", "p:graphicFrame"})
_TITLES = {"ctrTitle": 1, "title": 2}

# On every slide the same.
_REPEATED = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})

# What PowerPoint calls a presentation that nobody gave a title.
_UNTITLED = frozenset(
    {
        "powerpoint presentation",
        "powerpoint-präsentation",
        "présentation powerpoint",
        "presentación de powerpoint",
        "presentation",
        "slide 1",
        "folie 1",
    }
)


def parse(data: bytes) -> ParsedDocument:
    """Return the text of a .pptx file; its title is that of the file or of the first slide.

    Raises ParseError for what is no presentation, encrypted, damaged or too large.
    """
    package = Package(data, "ppt")
    blocks = [
        block
        for number, part in enumerate(_slides(package), start=1)
        for block in _Slide(package, part, number).blocks()
    ]
    named = core_title(package)
    first = next((block.text for block in blocks[:1] if block.kind == "heading"), None)
    return ParsedDocument(first if named is None or named.lower() in _UNTITLED else named, blocks)


def _slides(package: Package) -> Iterator[str]:
    for one in package.root(package.main).iter("p:sldId"):
        if slide := package.target(package.main, one.get("r:id", "")):
            yield slide


@dataclass(frozen=True, slots=True)
class _Slide:
    """One slide of a presentation."""

    package: Package
    part: str
    page: int

    def blocks(self) -> list[Block]:
        """Its title first, then the shapes in their order, then the notes."""
        root = self.package.root(self.part)
        if root.get("show", "1") in ("0", "false"):
            return []
        found = [block for shape in _outermost(root) for block in self._shape(shape)]
        found.sort(key=lambda block: block.kind != "heading")
        return found + list(self._notes())

    def _shape(self, shape: Element) -> Iterator[Block]:
        if shape.tag == "p:graphicFrame":
            yield from self._frame(shape)
            return
        kind = _placeholder(shape)
        texts = drawing_text.paragraphs(shape)
        if not texts or kind in _REPEATED:
            return
        if kind in _TITLES:
            yield Block("heading", " ".join(texts).replace("\n", " "), _TITLES[kind], self.page)
        elif kind in ("body", "obj") and len(texts) > 1 and not _has_no_bullets(shape):
            lines = (text.replace("\n", " ") for text in texts)
            yield Block("list", "\n".join(lines), page=self.page)
        else:
            yield from (Block("paragraph", text, page=self.page) for text in texts)

    def _frame(self, frame: Element) -> Iterator[Block]:
        for table in frame.iter("a:tbl"):
            yield from slide_tables.read(table, self.page)
        for chart in frame.iter("c:chart"):
            if part := self.package.target(self.part, chart.get("r:id", "")):
                yield from charts.read(self.package, part, self.page)
        for diagram in frame.iter("dgm:relIds"):
            if part := self.package.target(self.part, diagram.get("r:dm", "")):
                texts = drawing_text.paragraphs(self.package.root(part))
                yield Block("list", "\n".join(texts), page=self.page)

    def _notes(self) -> Iterator[Block]:
        for part in self.package.related(self.part, "notesSlide"):
            for shape in _outermost(self.package.root(part)):
                if _placeholder(shape) == "body":
                    for text in drawing_text.paragraphs(shape):
                        yield Block("paragraph", text, page=self.page)


def _outermost(element: Element) -> Iterator[Element]:
    """The shapes, those of groups included."""
    for child in element:
        if child.tag in _SHAPES:
            yield child
        else:
            yield from _outermost(child)


def _placeholder(shape: Element) -> str:
    """What the layout has the shape for, "" for one of its own."""
    found = at(shape, "p:nvSpPr/p:nvPr/p:ph")
    return "" if found is None else found.get("type", "obj")


def _has_no_bullets(shape: Element) -> bool:
    properties = [one.find("a:pPr") for one in shape.iter("a:p")]
    return all(one is not None and one.find("a:buNone") is not None for one in properties)
