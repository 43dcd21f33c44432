"""The text in drawings, as PowerPoint has it everywhere and other files in charts and diagrams."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from emulator.ingestion.parsers.office.equations import linear


def paragraphs(element: Element) -> list[str]:
    """Return the text of each paragraph below `element` that has any."""
    texts = map(text, element.iter("a:p"))
    return [one for one in texts if one]


def text(paragraph: Element) -> str:
    """Return the text of one paragraph, without the spaces around its lines."""
    parts: list[str] = []
    _read(paragraph, parts)
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _read(element: Element, parts: list[str]) -> None:
    if element.tag == "a:t":
        parts.append(element.text or "")
    elif element.tag == "a:br":
        parts.append("\n")
    elif element.tag == "m:oMath":
        parts.append(f" {linear(element)} ")
    else:
        for child in element:
            _read(child, parts)
