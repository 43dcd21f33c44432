"""HTML: what a reader of the page sees, block by block."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from emulator.ingestion.document import LOWEST_LEVEL, Block, BlockKind, ParsedDocument
from emulator.ingestion.exclusion import NOTHING, Exclusion
from emulator.ingestion.parsers.html.blocks import Definitions, Draft, without_menus
from emulator.ingestion.parsers.html.buttons import is_name
from emulator.ingestion.parsers.html.elements import (
    BLOCKS,
    CELLS,
    HEADINGS,
    ITEMS,
    LISTS,
    MAIN,
    NAVIGATION,
    ROWS,
    UNSEEN,
)
from emulator.ingestion.parsers.html.hidden import hidden
from emulator.ingestion.parsers.html.nesting import check_nesting
from emulator.ingestion.parsers.html.table import CELL_MARK, Table, collapsed

# A table with these in its cells arranges the page and holds no rows of data.
_LAYOUT = "table, h1, h2, h3, h4, h5, h6, pre, p + p"

# Looking for them in table after nested table would take quadratic time.
_DEEPEST_TABLE = 4

# The text of links by which headings lead to themselves.
_ANCHORS = frozenset("\u00b6#\u00a7")
# What parts links that are a menu in a line: "Home | News", "Manual \u00bb Part 1".
_BETWEEN_LINKS = "|>\u00bb\u203a\u00b7\u2022\u2192"

# Nodes that only open.
_VOID = frozenset({"-text", "br"})


def parse(content: str, exclusion: Exclusion = NOTHING) -> ParsedDocument:
    """Return the visible text of a page, navigation left out; its title is `<title>` or `<h1>`.

    What `exclusion` names is left out too.

    Raises ParseError if elements are nested absurdly deep.
    """
    check_nesting(content)
    tree = LexborHTMLParser(content)
    blocks = _blocks(tree, exclusion.selector, hidden(content, tree))
    named = tree.css_first("head > title")
    title = collapsed(named.text()) if named is not None else ""
    first = next((block.text for block in blocks if block.level == 1), None)
    return ParsedDocument(title or first, blocks)


def _blocks(tree: LexborHTMLParser, excluded: str, unshown: Set[int]) -> list[Block]:
    """What the page says, or where it leads if it does nothing else but that."""
    if tree.body is None:
        return []
    unseen = {node.mem_id for node in tree.css(excluded)} if excluded else set()
    menus = {node.mem_id for node in tree.css(NAVIGATION) if node.tag not in MAIN}
    blocks = _Reader().read(tree.body, unseen | menus | unshown)
    if any(block.kind != "heading" for block in blocks):
        return blocks
    return _Reader(keeps_links=True).read(tree.body, unseen)


@dataclass(slots=True)
class _Reader:
    """Walks the tree without recursion, as pages may be nested deeper than Python's stack."""

    keeps_links: bool = False  # whether lists and lines of links are read, but above the heading
    drafts: list[Draft] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    heading: int = 0
    lists: int = 0
    items: int = 0
    preformatted: int = 0
    links: int = 0
    links_only: bool = True  # whether all of the line so far is links
    leaves: bool = False  # whether one of them leads to another page
    parted: bool = False  # whether there is something between them
    tables: list[Table] = field(default_factory=list)
    joins: bool = False  # whether the next list item or row belongs to the block before
    defines: bool = False  # whether the next line says what the last one means
    definitions: list[Definitions] = field(default_factory=list)

    def read(self, root: LexborNode, unseen: Set[int]) -> list[Block]:
        """Return the blocks under `root` outside of the elements with these memory ids."""
        for node, tag, opens in _walk(root, unseen):
            if tag == "-text":
                self._text(node.text_content or "")
            elif tag == "br":
                self.line.append(" " if self.in_data else "\n")
            elif tag == "a":
                self._link(node, opens)
            elif tag == "table":
                self._table(node, opens)
            elif self.in_data:
                self._in_row(node, tag, opens)
            elif tag in BLOCKS:
                self._block(tag, opens)
        self._flush()
        return [draft.block for draft in without_menus(self.drafts, self.keeps_links)]

    @property
    def in_data(self) -> bool:
        """Whether a table of data is being read."""
        return bool(self.tables) and self.tables[-1].is_data

    def _text(self, content: str) -> None:
        if self.links and not self.leaves and content.strip() in _ANCHORS:
            return
        # Only <br> breaks a line; other spaces are collapsed when it is whole.
        self.line.append(content if self.preformatted else content.replace("\n", " "))
        if self.links or not (said := content.strip()):
            return
        self.parted = True
        self.links_only = self.links_only and not said.strip(_BETWEEN_LINKS)

    def _link(self, node: LexborNode, opens: bool) -> None:
        target = node.attributes.get("href")
        if target is None:  # It is a place that links lead to.
            return
        self.links += 1 if opens else -1
        self.leaves |= target == "#" or not target.startswith("#")

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
        if tag == "dl":
            self._definitions(opens)
        elif tag in ("dt", "dd"):
            self._entry(tag, opens)
        step = 1 if opens else -1
        self.lists += step * (tag in LISTS)
        self.items += step * (tag in ITEMS)
        self.preformatted += step * (tag == "pre")
        if tag in HEADINGS:
            self.heading = HEADINGS[tag] if opens else 0
        self.joins = self.joins and self.lists > 0

    def _definitions(self, opens: bool) -> None:
        if opens:
            self.definitions.append(Definitions(self.items))
            self.items = 0
        else:
            self.items = self.definitions.pop().around

    def _entry(self, tag: str, opens: bool) -> None:
        """Begin or end a term or what it means, which stand outside of lists in broken pages."""
        known = self.definitions[-1] if self.definitions else Definitions()
        if tag == "dt":
            if opens and not self.defines:
                known.terms = 0
            self.defines = not opens
            self.heading = LOWEST_LEVEL if opens and known.is_headed else 0
        known.meaning = ""

    def _flush(self) -> None:
        """End the block, list item or row that is being read."""
        if not self.line:
            self.leaves = False
            return
        raw = "".join(self.line)
        is_menu, leaves = self.links_only, self.leaves
        is_line_of_links = is_menu and self.parted and self._may_be_menu
        self.line.clear()
        self.links_only, self.leaves, self.parted = True, False, False
        is_header = False
        if self.in_data:
            text, is_header = self.tables[-1].row(raw)
        else:
            text = raw.strip("\n").rstrip() if self.preformatted else _collapsed_lines(raw)
        if not text or is_line_of_links:
            return
        self._add(text, is_header=is_header)
        self.drafts[-1].links_only &= is_menu
        self.drafts[-1].leaves |= leaves

    @property
    def _may_be_menu(self) -> bool:
        holds = self.in_data or self.heading or self.preformatted or self.definitions
        return not (holds or self.keeps_links)

    def _add(self, text: str, *, is_header: bool) -> None:
        known = self.definitions[-1] if self.definitions else None
        if known and self.joins and self._is_defined(known, text):
            self.defines = False
            return
        kind = self._kind()
        if known and known.terms and kind == "heading" == self.drafts[-1].kind and not self.defines:
            self.drafts[-1].lines[-1] += f", {text}"  # Several terms of one meaning.
            return
        if not self.joins or self.drafts[-1].kind != kind:
            self.drafts.append(Draft(kind, self.heading, []))
        self.drafts[-1].add(text, is_header=is_header and kind == "table")
        if known and not self.defines and self.items == 1:
            known.terms += 1
        self.defines = False
        self.joins = kind in ("list", "table")

    def _is_defined(self, known: Definitions, text: str) -> bool:
        """Write what a term means beside it, if that is a line; else it becomes a heading."""
        if self.items != 1 or self.drafts[-1].kind != "list":
            known.meaning = ""
        elif known.meaning:
            known.go_on(self.drafts)
            self.joins = False
        elif self.defines and self._kind() == "list" and known.terms:
            self.joins = known.define(self.drafts, text)
            return self.joins
        return False

    def _kind(self) -> BlockKind:
        if self.heading:
            return "heading"
        if self.preformatted:
            return "code"
        if self.in_data:
            return "table"
        is_headed = bool(self.definitions) and self.definitions[-1].is_headed
        return "list" if self.items > is_headed else "paragraph"


def _is_layout(table: LexborNode) -> bool:
    # A search for descendants finds the element itself, too.
    return any(found.mem_id != table.mem_id for found in table.css(_LAYOUT))


def _walk(root: LexborNode, unseen: Set[int]) -> Iterator[tuple[LexborNode, str, bool]]:
    """Yield each visible node with its tag as it opens, and elements once more as they close."""
    node: LexborNode | None = root
    while node is not None:
        tag = node.tag or ""
        yield node, tag, True
        is_seen = tag not in UNSEEN and node.mem_id not in unseen
        if tag == "button":
            is_seen = is_seen and is_name(node)
        child = node.first_child if is_seen else None
        if child is not None:
            node = child
            continue
        while node is not None:
            if (tag := node.tag or "") not in _VOID:
                yield node, tag, False
            if node.mem_id == root.mem_id:
                return
            if node.next is not None:
                node = node.next
                break
            node = node.parent


def _collapsed_lines(text: str) -> str:
    return "\n".join(filter(None, map(collapsed, text.split("\n"))))
