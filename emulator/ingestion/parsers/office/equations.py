"""Equations of Office Math as a line of text: "x^2", "(a + b)/c", "√(2)"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from emulator.ingestion.parsers.office.element_paths import value

_LONGEST_SYMBOL = 8


def linear(element: Element) -> str:
    """Return the equation or the part of one in a line."""
    shape = _SHAPES.get(element.tag)
    if shape is not None:
        return shape(element)
    if element.tag in ("m:t", "w:t"):
        return element.text or ""
    return "".join(map(linear, element))


def _part(element: Element, name: str) -> str:
    found = element.find(f"m:{name}")
    return "" if found is None else linear(found).strip()


def _grouped(text: str) -> str:
    return text if len(text) < 2 or text.isalnum() else f"({text})"


def _symbol(element: Element, kind: str, name: str, default: str) -> str:
    """A character that the properties of the element name."""
    found = value(element, f"m:{kind}Pr/m:{name}", "m:val")
    return default if found is None else found[:_LONGEST_SYMBOL]


def _fraction(element: Element) -> str:
    above, below = _part(element, "num"), _part(element, "den")
    return f"{_grouped(above)}/{_grouped(below)}"


def _scripts(element: Element) -> str:
    low, high = _part(element, "sub"), _part(element, "sup")
    base = _part(element, "e")
    return base + (f"_{_grouped(low)}" if low else "") + (f"^{_grouped(high)}" if high else "")


def _root(element: Element) -> str:
    degree, base = _part(element, "deg"), _part(element, "e")
    return f"{degree}√({base})"


def _sum(element: Element) -> str:
    sign = _symbol(element, "nary", "chr", "∫")
    low, high = _part(element, "sub"), _part(element, "sup")
    bounds = (f"_{_grouped(low)}" if low else "") + (f"^{_grouped(high)}" if high else "")
    return f"{sign}{bounds} {_part(element, 'e')}"


def _brackets(element: Element) -> str:
    opening = _symbol(element, "d", "begChr", "(")
    closing = _symbol(element, "d", "endChr", ")")
    separator = _symbol(element, "d", "sepChr", "|")
    return opening + separator.join(linear(one) for one in element.findall("m:e")) + closing


def _function(element: Element) -> str:
    return f"{_part(element, 'fName')} {_part(element, 'e')}"


def _limit(element: Element) -> str:
    return f"{_part(element, 'e')}_{_grouped(_part(element, 'lim'))}"


def _rows(element: Element) -> str:
    return "; ".join(linear(row) for row in element if row.tag in ("m:e", "m:mr"))


def _row(element: Element) -> str:
    return ", ".join(linear(cell) for cell in element.findall("m:e"))


def _nothing(element: Element) -> str:
    return ""


_SHAPES: Mapping[str, Callable[[Element], str]] = {
    "m:f": _fraction,
    "m:sSup": _scripts,
    "m:sSub": _scripts,
    "m:sSubSup": _scripts,
    "m:sPre": _scripts,
    "m:rad": _root,
    "m:nary": _sum,
    "m:d": _brackets,
    "m:func": _function,
    "m:limLow": _limit,
    "m:limUpp": _limit,
    "m:m": _rows,
    "m:eqArr": _rows,
    "m:mr": _row,
    "m:ctrlPr": _nothing,
}
