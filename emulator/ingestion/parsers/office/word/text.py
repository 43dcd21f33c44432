"""The text of a Word paragraph, and the text boxes and charts that are anchored in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from emulator.ingestion.parsers.office.element_paths import is_on
from emulator.ingestion.parsers.office.equations import linear

# Deleted text of tracked changes, properties, and ruby, which repeats a word's sound.
_UNSEEN = frozenset({"w:del", "w:moveFrom", "w:pPr", "w:rPr", "w:sdtPr", "w:rt"})

_BREAKS = {"w:tab": " ", "w:br": "\n", "w:cr": "\n", "w:noBreakHyphen": "-", "w:ptab": " "}


@dataclass(slots=True)
class Inline:
    """What is read of a paragraph so far; charts are ids of relationships."""

    parts: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    charts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text, without the spaces around its lines."""
        lines = (" ".join(line.split()) for line in "".join(self.parts).split("\n"))
        return "\n".join(line for line in lines if line)

    @property
    def code(self) -> str:
        """The text with the spaces it has."""
        return "".join(self.parts).rstrip()


def read(paragraph: Element) -> Inline:
    """Return the visible text of a paragraph; equations are written in a line."""
    inline = Inline()
    for child in paragraph:
        _read(child, inline)
    return inline


def _read(element: Element, inline: Inline) -> None:
    tag = element.tag
    if tag == "w:t":
        inline.parts.append(element.text or "")
    elif tag in _BREAKS:
        inline.parts.append(_BREAKS[tag])
    elif tag == "m:oMath":
        # Equations that stand side by side must not run into one.
        inline.parts.append(f" {linear(element)} ")
    elif tag == "w:txbxContent":
        inline.boxes.append(element)
    elif tag == "c:chart":
        inline.charts.append(element.get("r:id", ""))
    elif tag not in _UNSEEN and not _is_hidden(element):
        for child in element:
            _read(child, inline)


def _is_hidden(element: Element) -> bool:
    return element.tag == "w:r" and is_on(element, "w:rPr/w:vanish")
