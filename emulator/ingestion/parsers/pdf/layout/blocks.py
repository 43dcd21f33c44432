"""Makes blocks of lines: headings, paragraphs and lists, over the ends of pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from emulator.ingestion.document import Block, BlockKind
from emulator.ingestion.parsers.pdf.layout import table_of_contents
from emulator.ingestion.parsers.pdf.layout.headings import Headings
from emulator.ingestion.parsers.pdf.layout.paragraphs import Relation, relation
from emulator.ingestion.parsers.pdf.layout.tables import Table, tables
from emulator.ingestion.parsers.pdf.lines import Line, Page

_BULLET = re.compile(
    r"[\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u25a0\u2219\uf0b7\u00b7*\u2013-](?:\s+|$)"
)
_NUMBER = re.compile(r"(?:\(?(?:\d{1,2}|[a-z])[.)])\s+(?=\S)")

_IDEOGRAPH = re.compile("[\u3001-\u30ff\u3400-\u9fff\uff00-\uff65]")

_ENDS = (".", "!", "?", ":", "。", "\uff01", "\uff1f")


@dataclass(slots=True)
class _Open:
    """The block that the next line may continue."""

    kind: BlockKind = "paragraph"
    level: int = 0
    page: int = 1
    last_page: int = 1
    lines: list[str] = field(default_factory=list)
    is_broken: bool = False
    columns: int = 0

    def add(self, line: Line, text: str, *, is_wrapped: bool) -> None:
        """Add a line, as the rest of the one before it if that was wrapped."""
        if is_wrapped and self.lines:
            self.lines[-1] = _joined(self.lines[-1], text, is_broken=self.is_broken)
        else:
            self.lines.append(text)
        self.is_broken = line.is_broken

    def block(self) -> Block:
        """What has been read."""
        last = self.last_page if self.last_page != self.page else None
        separator = " " if self.kind == "heading" else "\n"
        header = 1 if self.kind == "table" else 0
        return Block(self.kind, separator.join(self.lines), self.level, self.page, last, header)


class Layout:
    """Reads the pages of one document in order."""

    def __init__(self, headings: Headings, usual: float) -> None:
        self.blocks: list[Block] = []
        self._headings = headings
        self._usual = usual
        self._open = _Open()

    def add(self, page: Page, number: int) -> None:
        """Read a page; its first line may go on with the last paragraph of the one before."""
        lines = table_of_contents.left_out(page.lines)
        found = {table.start: table for table in tables(lines)}
        after = -1
        for position, line in enumerate(lines):
            if table := found.get(position):
                self._table(table, number)
                after = position + len(table.rows)
            if position < after:
                continue
            if position == after:
                relates = Relation.NEXT_BLOCK
            elif position:
                relates = relation(lines, position, self._usual)
            else:
                relates = Relation.WRAPPED if self._goes_on(line) else Relation.NEXT_BLOCK
            self._line(line, relates, number)

    def close(self) -> None:
        """End the block that is being read."""
        if self._open.lines:
            self.blocks.append(self._open.block())
        self._open = _Open()

    def _goes_on(self, line: Line) -> bool:
        """Whether the text before a page's end goes on with the first line after it."""
        if self._open.is_broken:
            return True
        is_text = self._open.kind not in ("heading", "table") and bool(self._open.lines)
        return is_text and line.text[:1].islower() and not self._open.lines[-1].endswith(_ENDS)

    def _line(self, line: Line, relates: Relation, number: int) -> None:
        level = self._headings.level(line)
        if level:
            self._heading(line, relates, level, number)
            return
        if self._open.kind == "heading":
            relates = Relation.NEXT_BLOCK
        item = self._item(line, relates)
        if item is not None:
            if self._open.kind != "list":
                self._begin("list", number)
            self._open.add(line, item, is_wrapped=False)
        elif relates is Relation.NEXT_BLOCK or not self._open.lines:
            self._begin("paragraph", number)
            self._open.add(line, line.text, is_wrapped=False)
        else:
            # An item has no lines of its own but the first.
            is_wrapped = relates is Relation.WRAPPED or self._open.kind == "list"
            self._open.add(line, line.text, is_wrapped=is_wrapped)
        self._open.last_page = number

    def _table(self, table: Table, number: int) -> None:
        """Read a table; at a page's top it may be the rest of the one before the page's end."""
        rows = [" | ".join(row) for row in table.rows]
        opened = self._open
        goes_on = opened.kind == "table" and opened.columns == len(table.columns)
        if not goes_on or table.start:
            self._begin("table", number)
            self._open.columns = len(table.columns)
        elif rows[0] == opened.lines[0]:  # The header is repeated.
            del rows[0]
        self._open.lines += rows
        self._open.last_page = number

    def _heading(self, line: Line, relates: Relation, level: int, number: int) -> None:
        goes_on = self._open.kind == "heading" and self._open.level == level
        if not goes_on or relates is Relation.NEXT_BLOCK:
            self._begin("heading", number, level)
        self._open.add(line, line.text, is_wrapped=True)

    def _item(self, line: Line, relates: Relation) -> str | None:
        """The text of a list item without its bullet, None if the line begins none."""
        if bullet := _BULLET.match(line.text):
            # Hyphens and asterisks occur in running text, too.
            plain = line.text[0] in "*-\u2013"
            if not plain or relates is not Relation.WRAPPED:
                return line.text[bullet.end() :]
        if (number := _NUMBER.match(line.text)) and (
            relates is Relation.NEXT_BLOCK or self._open.kind == "list"
        ):
            return line.text[number.end() :]
        return None

    def _begin(self, kind: BlockKind, page: int, level: int = 0) -> None:
        self.close()
        self._open = _Open(kind, level, page, page)


def _joined(text: str, following: str, *, is_broken: bool) -> str:
    """Join a wrapped line; a hyphen stays before a capital or a digit, as in "COVID-19"."""
    if not text:
        return following
    if is_broken:
        keeps = following[:1].isupper() or following[:1].isdigit()
        return f"{text}{'-' if keeps else ''}{following}"
    if text.endswith("-") and text[-2:-1].isalpha() and following[:1].islower():
        return text[:-1] + following
    # Chinese and Japanese have no spaces to break a line at.
    separator = "" if _IDEOGRAPH.match(text[-1]) and _IDEOGRAPH.match(following) else " "
    return f"{text}{separator}{following}"
