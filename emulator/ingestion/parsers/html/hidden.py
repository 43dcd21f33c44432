"""Elements that a page hides, but for those that a click or a script shows.

What is unfolded, such as the answers of a FAQ, belongs to what a page says; a note about cookies
or a form that waits to pop up does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from selectolax.lexbor import LexborHTMLParser, LexborNode

from emulator.ingestion.parsers.html.elements import HEADINGS

_HIDDEN = "[hidden]:not([hidden=until-found]), [style*='display:none'], [style*='display: none']"
# What a page must have for that: to look through its elements takes far longer.
_MARKS = ("hidden", "display:none", "display: none")
# A script shows what holds the page itself when it is loaded.
_MAIN = "h1, article, body, main"
# What stands right above the element that it opens.
_OPENERS = HEADINGS.keys() | {"button", "dt", "summary"}

_NAMING = ("aria-controls", "data-bs-target", "data-target", "href", "onclick")
_OPENING = "[aria-controls], [data-bs-target], [data-target], [href^='#'], [onclick]"
_ID = re.compile(r"[\w-]+")


def hidden(content: str, tree: LexborHTMLParser) -> set[int]:
    """Return the memory ids of the elements that nothing on the page would show."""
    found = tree.css(_HIDDEN) if any(mark in content for mark in _MARKS) else []
    opened = set(_opened(tree)) if found else set()
    return {node.mem_id for node in found if not _is_shown(node, opened)}


def _opened(tree: LexborHTMLParser) -> Iterator[str]:
    """The ids that links, buttons and their scripts name, and other words."""
    for node in tree.css(_OPENING):
        for name in _NAMING:
            yield from _ID.findall(node.attributes.get(name) or "")


def _is_shown(node: LexborNode, opened: Set[str]) -> bool:
    if node.id in opened or node.attributes.get("role") == "tabpanel":
        return True
    before = node.prev
    while before is not None and before.tag in ("-text", "-comment"):
        before = before.prev
    return (before is not None and before.tag in _OPENERS) or node.css_first(_MAIN) is not None
