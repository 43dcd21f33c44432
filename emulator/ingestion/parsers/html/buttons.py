"""Buttons that name what they open, as the questions of a FAQ do that is unfolded."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from emulator.ingestion.parsers.html.elements import HEADINGS

_NAMES = HEADINGS.keys() | {"dt"}


def is_name(button: LexborNode) -> bool:
    """Whether it is all that a heading or a term says; other buttons only do something."""
    parent = button.parent
    return parent is not None and parent.tag in _NAMES and all(map(_is_blank, _beside(button)))


def _beside(node: LexborNode) -> Iterator[LexborNode]:
    """The siblings before a node, the nearest first, and those after it."""
    before, after = node.prev, node.next
    while before is not None:
        yield before
        before = before.prev
    while after is not None:
        yield after
        after = after.next


def _is_blank(node: LexborNode) -> bool:
    is_text = node.tag == "-text" and (node.text_content or "").isspace()
    return is_text or node.tag == "-comment"
