"""Charts as tables: a row for each category, a column for each series."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from emulator.ingestion.document import Block
from emulator.ingestion.parsers.office import drawing_text
from emulator.ingestion.parsers.office.element_paths import at
from emulator.ingestion.parsers.office.number_formats import Format
from emulator.ingestion.parsers.office.package import Package
from emulator.ingestion.parsers.office.sheet_regions import dense

# Axes have titles, too.
_WANTED = frozenset({"c:title", "c:ser", "c:catAx", "c:valAx", "c:dateAx", "c:serAx"})

# The number of the format that numbers have for want of a code.
_GENERAL = 0

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
    if len(rows) > 1:
        text = "\n".join(map(" | ".join, dense(rows)))
        blocks.append(Block("table", text, page=page, header=1))
    return blocks


def _rows(series: list[Element]) -> list[_Points]:
    """The names of the series, then a row for each category; column 0 has the categories."""
    values = [_points(one, "c:val", "c:yVal") for one in series]
    categories = _points(series[0], "c:cat", "c:xVal") if series else {}
    places = sorted(set(categories).union(*values))
    names = [" ".join(_points(one, "c:tx").values()) for one in series]
    rows: dict[int, dict[int, str]] = {
        place: {0: categories[place]} if place in categories else {} for place in places
    }
    for column, points in enumerate(values, start=1):
        for place, shown in points.items():
            rows[place][column] = shown
    return [{0: "", **dict(enumerate(names, start=1))}, *rows.values()]


def _points(series: Element, *paths: str) -> _Points:
    """The values that the file keeps of the cells that a chart shows, by their positions."""
    for path in paths:
        found = at(series, path)
        if found is not None:
            code = next((one.text for one in found.iter("c:formatCode")), None)
            shape = Format.of(_GENERAL, code)
            return {
                int(point.get("idx", "0")): shape.shown(point.findtext("c:v") or "")
                for point in found.iter("c:pt")
                if point.get("idx", "0").isdecimal()
            }
    return {}
