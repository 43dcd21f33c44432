"""What the styles of a Word document make of a paragraph."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from emulator.ingestion.parsers.office.element_paths import number, value
from emulator.ingestion.parsers.office.package import Package

_HEADING = re.compile(r"heading (\d)$")
_CONTENTS = re.compile(r"toc \d$|toc heading$|table of figures$")
_CODE = frozenset(
    {"code", "code block", "source code", "html preformatted", "preformatted text", "verbatim"}
)

# Styles are based on one another; the standard's own are so up to five times.
_LONGEST_CHAIN = 20

# Outline level 9 is that of body text.
_BODY_TEXT = 9


@dataclass(frozen=True, slots=True)
class Style:
    """`level` is that of a heading from 1, 0 for other text; `list_id` is a numbering's id."""

    level: int = 0
    is_title: bool = False
    is_code: bool = False
    is_contents: bool = False
    list_id: str | None = None
    list_level: int | None = None


PLAIN = Style()


def read(package: Package) -> Mapping[str, Style]:
    """Return the paragraph styles of a document by their ids."""
    found: dict[str, Element] = {}
    for part in package.related(package.main, "styles"):
        for one in package.elements(part, lambda tag: tag == "w:style"):
            if one.get("w:type", "paragraph") == "paragraph":
                found[one.get("w:styleId", "")] = one
    return {style_id: _style(_chain(style_id, found)) for style_id in found}


def outline_level(properties: Element | None) -> int | None:
    """Return the heading level that paragraph properties name, 0 for body text."""
    level = number(properties, "w:outlineLvl")
    if level is None:
        return None
    return 0 if level >= _BODY_TEXT else level + 1


def _chain(style_id: str, found: Mapping[str, Element]) -> list[Element]:
    """The style and those that it is based on, nearest first."""
    chain: list[Element] = []
    following = found.get(style_id)
    while following is not None and len(chain) < _LONGEST_CHAIN:
        chain.append(following)
        following = found.get(value(following, "w:basedOn") or "")
    return chain


def _style(chain: list[Element]) -> Style:
    names = [(value(one, "w:name") or "").lower() for one in chain]
    list_ids = (value(one, "w:pPr/w:numPr/w:numId") for one in chain)
    list_levels = (number(one, "w:pPr/w:numPr/w:ilvl") for one in chain)
    levels = map(_level, names, chain)
    return Style(
        level=next((level for level in levels if level is not None), 0),
        is_title="title" in names,
        is_code=not _CODE.isdisjoint(names),
        is_contents=any(map(_CONTENTS.match, names)),
        list_id=next(filter(None, list_ids), None),
        list_level=next((level for level in list_levels if level is not None), None),
    )


def _level(name: str, style: Element) -> int | None:
    if named := _HEADING.match(name):
        return int(named[1])
    return outline_level(style.find("w:pPr"))
