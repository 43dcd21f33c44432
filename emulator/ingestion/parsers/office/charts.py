"""Charts as tables: a row for each category, a column for each series."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from emulator.ingestion.document import Block
from emulator.ingestion.parsers.office import drawing_text
from emulator.ingestion.parsers.office.number_formats import general
from emulator.ingestion.parsers.office.package import Package
from emulator.ingestion.parsers.office.trees import at

# Axes have titles, too.
_WANTED = frozenset({"c:title", "c:ser", "c:catAx", "c:valAx", "c:dateAx", "c:serAx"})

_Points = Mapping[int, str]


def read(package: Package, part: str, page: int = 1) -> list[Block]:
    """Return the title of a chart, if it has one, and its data."""
    title = ""
    series: list[Element] = []
    for element in package.elements(part, _WANTED.__contains__):
        if element.tag == "c:ser":
            series.append(element)
        elif element.tag == "c:title":
            title = title or " ".join(drawing_text.paragraphs(element))
    blocks = [Block("paragraph", title, page=page)] if title else []
    rows = _rows(series)
    if rows:
        blocks.append(Block("table", "\n".join(map(" | ".join, rows)), page=page, header=1))
    return blocks


def _rows(series: list[Element]) -> list[list[str]]:
    values = [_points(one, "c:val", "c:yVal") for one in series]
    categories = _points(series[0], "c:cat", "c:xVal") if series else {}
    places = sorted(set(categories).union(*values))
    if not places:
        return []
    names = [" ".join(_points(one, "c:tx").values()) for one in series]
    return [["", *names]] + [
        [categories.get(place, ""), *(points.get(place, "") for points in values)]
        for place in places
    ]


def _points(series: Element, *paths: str) -> _Points:
    """The values that the file keeps of the cells that a chart shows, by their positions."""
    for path in paths:
        found = at(series, path)
        if found is not None:
            return {
                int(point.get("idx", "0")): general(point.findtext("c:v") or "")
                for point in found.iter("c:pt")
                if point.get("idx", "0").isdecimal()
            }
    return {}
