"""XML of any vocabulary: documents as blocks, data as text that names its elements.

A document is known by text with elements in it, as in `<p>a <b>word</b></p>`, and by the names that
DocBook, JATS, TEI and XHTML have for paragraphs.
"""

from __future__ import annotations

import io
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from emulator.ingestion import structured
from emulator.ingestion.document import Block, ParsedDocument
from emulator.ingestion.parsers.html import document as html
from emulator.ingestion.parsers.xml import element_stream
from emulator.ingestion.parsers.xml.element_names import PARAGRAPHS, rename
from emulator.ingestion.parsers.xml.prose import Prose
from emulator.retrieval.key_properties import title_of

_ROOT_OF_PAGES = "html"

# What the text of an element is called beside its attributes.
_TEXT = "value"


def parse(data: bytes) -> ParsedDocument:
    """Return the text of an XML file; its title is the first heading or a usual key of one.

    Raises ParseError for what is not well-formed, declares entities or is nested too deeply.
    """
    if not data.strip():
        return ParsedDocument(None, [])
    root = element_stream.root(io.BytesIO(data), rename)
    if root.tag.lower() == _ROOT_OF_PAGES:
        return html.parse(ElementTree.tostring(root, encoding="unicode", method="html"))
    if any(map(_is_prose, root.iter())):
        return Prose().read(root)
    return _data(root)


def _is_prose(element: Element) -> bool:
    if element.tag.lower() in PARAGRAPHS:
        return True
    return any((child.tail or "").strip() for child in element)


def _data(root: Element) -> ParsedDocument:
    """A block for what the root says of itself, and one for each of its records."""
    while len(root) == 1 and len(root[0]):  # Wrapped in elements that say nothing of it.
        root = root[0]
    own = Element(root.tag, root.attrib)
    own.text = root.text
    own.extend(child for child in root if not len(child) and not child.attrib)
    records = [child for child in root if len(child) or child.attrib]
    values = [_value(one) for one in (own, *records)]
    texts = [structured.render(one) if isinstance(one, dict) else str(one) for one in values]
    title = title_of(values[0]) if isinstance(values[0], dict) else None
    return ParsedDocument(title, [Block("paragraph", text) for text in texts if text])


def _value(element: Element) -> object:
    """An element as structured data: attributes and children by name, or its text."""
    text = " ".join((element.text or "").split())
    if not len(element) and not element.attrib:
        return text
    found: dict[str, object] = {
        name: value for name, value in element.attrib.items() if ":" not in name
    }
    several: dict[str, list[object]] = {}
    for child in element:
        several.setdefault(child.tag, []).append(_value(child))
    found.update({name: one if len(one) > 1 else one[0] for name, one in several.items()})
    if text:
        found.setdefault(_TEXT, text)
    return found
