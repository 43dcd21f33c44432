"""Finding one's way in the trees of Office files."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from emulator.ingestion.parsers.office.package import Package

_OFF = ("0", "false", "off", "none")


def at(element: Element | None, path: str) -> Element | None:
    """Return the element at a path such as "w:pPr/w:numPr", each the first of its name."""
    for name in path.split("/"):
        if element is None:
            return None
        element = element.find(name)
    return element


def value(element: Element | None, path: str, name: str = "w:val") -> str | None:
    """Return the attribute `name` of what is found at `path`, None if there is none."""
    found = at(element, path)
    return None if found is None else found.get(name)


def number(element: Element | None, path: str) -> int | None:
    """Return the whole number that is found at `path`, None if there is none."""
    text = value(element, path)
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def is_on(element: Element | None, path: str) -> bool:
    """Whether Word's switch at `path` is there and not turned off: it need not say that it is on.

    As ECMA-376 part 1, 17.17.4, has it.
    """
    found = at(element, path)
    return found is not None and found.get("w:val", "true") not in _OFF


def is_set(element: Element | None, path: str, name: str) -> bool:
    """Whether what is at `path` has the attribute `name`, and not turned off."""
    return value(element, path, name) not in (None, *_OFF)


def inside(element: Element, names: frozenset[str], wrappers: frozenset[str]) -> Iterator[Element]:
    """Yield the children with one of `names`, those in wrappers as if they were not wrapped."""
    for child in element:
        if child.tag in names:
            yield child
        elif child.tag in wrappers:
            yield from inside(child, names, wrappers)


def core_title(package: Package) -> str | None:
    """Return the title in the file's properties, None if it has none."""
    for part in package.related("", "core-properties"):
        text = package.root(part).findtext("title")
        if text and text.strip():
            return " ".join(text.split())
    return None
