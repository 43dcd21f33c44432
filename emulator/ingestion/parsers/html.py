"""HTML: what a reader of the page sees, block by block."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from emulator.ingestion.document import Block, BlockKind, ParsedDocument
from emulator.ingestion.exclusion import NOTHING, Exclusion
from emulator.ingestion.parsers.elements import (
    BLOCKS,
    CELLS,
    HEADINGS,
    ITEMS,
    LISTS,
    ROWS,
    UNSEEN,
)
from emulator.ingestion.parsers.html_table import CELL_MARK, Table, collapsed
from emulator.ingestion.parsers.nesting import check_nesting

# A table with these in its cells arranges the page and holds no rows of data.
_LAYOUT = "table, h1, h2, h3, h4, h5, h6, pre, p + p"

# Looking for them in table after nested table would take quadratic time.
_DEEPEST_TABLE = 4

# Nodes that only open.
_VOID = frozenset({"-text", "br"})

_SPACES = re.compile(r"[ \t\n\f\u00a0]+")


def parse(content: str, exclusion: Exclusion = NOTHING) -> ParsedDocument:
    """Return the visible text of a page, navigation left out; its title is `<title>` or `<h1>`.

    What `exclusion` names is left out too.

    Raises ParseError if elements are nested absurdly deep.
    """
    check_nesting(content)
    tree = LexborHTMLParser(content)
    selector = exclusion.selector
    unseen = {node.mem_id for node in tree.css(selector)} if selector else set()
    blocks = _Reader().read(tree.body, unseen) if tree.body is not None else []
    named = tree.css_first("head > title")
    title = collapsed(named.text()) if named is not None else ""
    first = next((block.text for block in blocks if block.level == 1), None)
    return ParsedDocument(title or first, blocks)


@dataclass(slots=True)
class _Draft:
    """A block that may still grow by a line."""

    kind: BlockKind
    level: int
    lines: list[str]
    links_only: bool = True
    header: int = 0

    def add(self, line: str, *, is_header: bool) -> None:
        """Add a line; a table's header is the lines before the first row of data."""
        self.header += is_header and self.header == len(self.lines)
        self.lines.append(line)

    def define(self, text: str) -> None:
        """Write what the last line means beside it: "Weight: 310 g"."""
        self.lines[-1] = f"{self.lines[-1].rstrip(':')}: {text}"


@dataclass(slots=True)
class _Reader:
    """Walks the tree without recursion, as pages may be nested deeper than Python's stack."""

    drafts: list[_Draft] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    heading: int = 0
    lists: int = 0
    items: int = 0
    preformatted: int = 0
    links: int = 0
    links_only: bool = True  # whether all of the line so far is links
    tables: list[Table] = field(default_factory=list)
    joins: bool = False  # whether the next list item or row belongs to the block before
    defines: bool = False  # whether the next line says what the last one means

    def read(self, root: LexborNode, unseen: Set[int]) -> list[Block]:
        """Return the blocks under `root` outside of the elements with these memory ids."""
        for node, opens in _walk(root, unseen):
            tag = node.tag or ""
            if tag == "-text":
                self._text(node.text_content or "")
            elif tag == "br":
                self.line.append(" " if self.in_data else "\n")
            elif tag == "a":
                self.links += 1 if opens else -1
            elif tag == "table":
                self._table(node, opens)
            elif self.in_data:
                self._in_row(node, tag, opens)
            elif tag in BLOCKS:
                self._block(tag, opens)
        self._flush()
        return [
            Block(draft.kind, "\n".join(draft.lines), draft.level, header=draft.header)
            for draft in _without_menus(self.drafts)
        ]

    @property
    def in_data(self) -> bool:
        """Whether a table of data is being read."""
        return bool(self.tables) and self.tables[-1].is_data

    def _text(self, content: str) -> None:
        self.line.append(content if self.preformatted else _SPACES.sub(" ", content))
        self.links_only = self.links_only and (self.links > 0 or content.isspace())

    def _table(self, node: LexborNode, opens: bool) -> None:
        self._flush()
        self.joins = False
        if opens:
            shallow = len(self.tables) < _DEEPEST_TABLE
            self.tables.append(Table(shallow and not _is_layout(node)))
        else:
            self.tables.pop()

    def _in_row(self, node: LexborNode, tag: str, opens: bool) -> None:
        if tag in ROWS:
            self._flush()
        elif tag == "thead":
            self.tables[-1].in_head = opens
        elif tag in CELLS and opens:
            self.line.append(CELL_MARK)
            self.tables[-1].cells.append(node)
        elif tag in BLOCKS:
            self.line.append(" ")

    def _block(self, tag: str, opens: bool) -> None:
        self._flush()
        if tag == "dt":
            self.defines = not opens
        step = 1 if opens else -1
        self.lists += step * (tag in LISTS)
        self.items += step * (tag in ITEMS)
        self.preformatted += step * (tag == "pre")
        if tag in HEADINGS:
            self.heading = HEADINGS[tag] if opens else 0
        self.joins = self.joins and self.lists > 0

    def _flush(self) -> None:
        """End the block, list item or row that is being read."""
        raw, links_only = "".join(self.line), self.links_only
        self.line.clear()
        self.links_only = True
        kind, is_header = self._kind(), False
        if self.in_data:
            text, is_header = self.tables[-1].row(raw)
        else:
            text = raw.strip("\n").rstrip() if self.preformatted else _collapsed_lines(raw)
        if not text:
            return
        if not self.joins or self.drafts[-1].kind != kind:
            self.drafts.append(_Draft(kind, self.heading, []))
        if self.defines and self.joins and kind == "list":
            self.drafts[-1].define(text)
        else:
            self.drafts[-1].add(text, is_header=is_header and kind == "table")
        self.defines = False
        self.drafts[-1].links_only &= links_only
        self.joins = kind in ("list", "table")

    def _kind(self) -> BlockKind:
        if self.heading:
            return "heading"
        if self.preformatted:
            return "code"
        if self.in_data:
            return "table"
        return "list" if self.items else "paragraph"


def _without_menus(drafts: list[_Draft]) -> list[_Draft]:
    """Leave out what is only links before the first heading: menus and tables of contents."""
    headings = (number for number, draft in enumerate(drafts) if draft.kind == "heading")
    first = next(headings, 0)
    return [draft for draft in drafts[:first] if not draft.links_only] + drafts[first:]


def _is_layout(table: LexborNode) -> bool:
    # A search for descendants finds the element itself, too.
    return any(found.mem_id != table.mem_id for found in table.css(_LAYOUT))


def _walk(root: LexborNode, unseen: Set[int]) -> Iterator[tuple[LexborNode, bool]]:
    """Yield each visible node as it opens, and each element once more as it closes."""
    node: LexborNode | None = root
    while node is not None:
        yield node, True
        is_seen = node.tag not in UNSEEN and node.mem_id not in unseen
        child = node.first_child if is_seen else None
        if child is not None:
            node = child
            continue
        while node is not None:
            if node.tag not in _VOID:
                yield node, False
            if node.mem_id == root.mem_id:
                return
            if node.next is not None:
                node = node.next
                break
            node = node.parent


def _collapsed_lines(text: str) -> str:
    lines = map(collapsed, text.split("\n"))
    return "\n".join(line for line in lines if line)
