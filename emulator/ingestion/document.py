"""What parsers make of a document, and how they fail."""

from __future__ import annotations

from typing import Literal, NamedTuple

BlockKind = Literal["heading", "paragraph", "list", "table", "code"]

LOWEST_LEVEL = 6
"""The level of the least of headings."""


class Block(NamedTuple):
    """A piece of a document in reading order.

    A line break in `text` separates list items, table rows (cells joined by " | "), lines of code
    or verse; wrapped lines are joined. `level` is 1 to 6 for headings and 0 otherwise; `page`
    counts from 1, `last_page` is the page it ends on if that is another one; `header` is how many
    of a table's first lines name its columns.
    """

    kind: BlockKind
    text: str
    level: int = 0
    page: int = 1
    last_page: int | None = None
    header: int = 0


class ParsedDocument(NamedTuple):
    """A document's title, if it names one, and its blocks."""

    title: str | None
    blocks: list[Block]


class UnsupportedMimeType(ValueError):
    """No parser reads this type."""


class ParseError(ValueError):
    """The bytes are not what their type says, cannot be read, or would take too much to read."""
