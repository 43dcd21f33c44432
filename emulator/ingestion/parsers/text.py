"""Plain text, with the marks of Markdown taken off where it has them.

Line by line, as CommonMark does it but without nesting: each line opens a block or continues
the one before. Form feeds separate pages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from textwrap import dedent

from emulator.ingestion.document import Block, BlockKind, ParsedDocument
from emulator.ingestion.parsers.inline import plain
from emulator.ingestion.parsers.wrapping import is_full, unwrapped

_FENCE = re.compile(r"(?P<indent>\s*)(?P<marks>`{3,}+(?!.*`)|~{3,})")
_ATX_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(?P<text>\S.*)")
_NUMBERED_HEADING = re.compile(r"\s{0,3}(?P<number>\d{1,3}(?:\.\d{1,3})+)\.?\s+[^\W\d]")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{2,})\s*$")
_RULE = re.compile(r"\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$")
_ITEM = re.compile(r"\s*(?:[-*+•‣◦]|(?P<number>\d{1,3})[.)])\s+(?P<text>\S.*)")
_TABLE_RULE = re.compile(r"(?=.*[|:]|--)\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$")
_PIPE = re.compile(r"(?<!\\)\|")
# "[site]: https://..." says where links lead and is not shown.
_LINK_TARGET = re.compile(r"\s{0,3}\[[^\]^][^\]]*\]:\s*<?(?:[a-z]+://|mailto:|#|\.{0,2}/)\S*\s*$")
_QUOTE = re.compile(r"^\s{0,3}>\s?")
_SPACES = re.compile(r"[ \t]+")
_LETTER = re.compile(r"\s*[^\W\d_]")

_LONGEST_NUMBERED_HEADING = 80
# "2. Term" right above the paragraph that it heads.
_LEVEL_OF_NUMBERED_TITLE = 2
_MOST_WORDS_OF_TITLE = 8


@dataclass(slots=True)
class _Open:
    """The block that the next line may continue; a line may itself have several parts."""

    kind: BlockKind = "paragraph"
    parts: list[list[str]] = field(default_factory=list)
    numbered: bool = False  # whether the last item of a list has a number
    paused: bool = False  # whether an empty line came after it: only an item goes on

    @property
    def lines(self) -> list[str]:
        return [" ".join(parts) for parts in self.parts]


def parse(content: str) -> ParsedDocument:
    """Return the blocks of a text; its title is a first-level heading that opens it."""
    blocks = [
        block
        for number, page in enumerate(content.split("\f"), start=1)
        if not page.isspace()
        for block in _blocks(page, number)
    ]
    opening = blocks[0] if blocks else None
    titled = opening is not None and opening.kind == "heading" and opening.level == 1
    return ParsedDocument(opening.text.strip() if opening and titled else None, blocks)


def _blocks(page: str, number: int) -> list[Block]:
    if "\n" not in page and _LETTER.match(page):
        return [Block("paragraph", _single_spaced(plain(page.strip())), 0, number)]
    found = [
        Block(kind, text if kind == "code" else _single_spaced(text), level, number)
        for kind, level, text in _Reader(page.split("\n")).read()
    ]
    return [block for block in found if block.text.strip()]


def _single_spaced(text: str) -> str:
    return _SPACES.sub(" ", text) if "  " in text or "\t" in text else text


_Piece = tuple[BlockKind, int, str]


class _Reader:
    """Reads the lines of one page."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._open = _Open()
        self._found: list[_Piece] = []

    def read(self) -> list[_Piece]:
        position = 0
        while position < len(self._lines):
            line = self._lines[position]
            position += 1
            if _LETTER.match(line):  # As nearly all lines begin, and none that opens a block.
                self._go_on(line)
                continue
            quoted, line = line, _QUOTE.sub("", line)
            if fence := _FENCE.match(line):
                self._close()
                if line != quoted:
                    self._unquote(position)
                position, code = self._code(position, fence)
                self._found.append(("code", 0, code))
            else:
                self._line(line)
        self._close()
        return self._found

    def _unquote(self, start: int) -> None:
        """Take the marks of a quotation off its lines from `start` on."""
        for number in range(start, len(self._lines)):
            line = self._lines[number]
            if not _QUOTE.match(line):
                break
            self._lines[number] = _QUOTE.sub("", line)

    def _code(self, start: int, fence: re.Match[str]) -> tuple[int, str]:
        """The fenced lines from `start` on, and where the text goes on after them.

        Code in an item that nothing closes before other code begins, ends with the item.
        """
        item_end = None
        for end in range(start, len(self._lines)):
            line = self._lines[end].strip()
            if line.startswith(fence["marks"]):
                if item_end is not None and line.strip(fence["marks"][0]):
                    break
                return end + 1, self._dedented(start, end)
            if item_end is None and line and not self._lines[end].startswith(fence["indent"]):
                item_end = end
        end = len(self._lines) if item_end is None else item_end
        return end, self._dedented(start, end)

    def _dedented(self, start: int, end: int) -> str:
        return dedent("\n".join(self._lines[start:end])).strip("\n")

    def _line(self, line: str) -> None:
        if self._open.kind == "list" and not line.strip():
            self._open.paused = True
        elif not line.strip() or _LINK_TARGET.match(line):
            self._close()
        elif heading := _ATX_HEADING.match(line):
            self._close()
            self._found.append(("heading", len(heading[1]), plain(_heading_text(heading["text"]))))
        elif self._is_underline(line):
            (text,) = self._open.parts.pop()
            self._found.append(("heading", 1 if "=" in line else 2, plain(text.strip())))
        elif self._opens_table(line):
            header = self._open.parts.pop()
            self._close()
            self._open = _Open("table", [header])
        elif _RULE.match(line):
            self._close()
        elif (item := _ITEM.match(line)) and self._may_begin(item):
            self._item(item["text"], numbered=item["number"] is not None)
        else:
            self._go_on(line)

    def _item(self, text: str, *, numbered: bool) -> None:
        """Add an item to the open list, from which empty lines may part it."""
        is_other = self._open.paused and numbered != self._open.numbered
        if self._open.kind != "list" or is_other:
            self._close()
            self._open.kind = "list"
        self._open.numbered, self._open.paused = numbered, False
        self._open.parts.append([text])

    def _go_on(self, line: str) -> None:
        """Add a line to the open block."""
        if self._open.paused:
            self._close()
        if self._open.kind == "list" and self._is_numbered_title(line):
            title = self._open.parts.pop()[0]
            self._close()
            self._found.append(("heading", _LEVEL_OF_NUMBERED_TITLE, plain(title.strip())))
            self._open = _Open()
        if self._open.kind == "list":
            self._open.parts[-1].append(line.strip())
        else:
            self._open.parts.append([line])

    def _is_numbered_title(self, following: str) -> bool:
        """Whether the open item is rather the heading of a section: "3. Carry-over"."""
        *_, last = self._open.parts
        title = last[-1].strip()
        if not self._open.numbered or len(last) > 1 or not following[:1].strip():
            return False
        is_short = len(title.split()) <= _MOST_WORDS_OF_TITLE and title[-1:].isalnum()
        return (
            is_short
            and not following[0].islower()
            and not is_full(title, following, len(following))
        )

    def _is_underline(self, line: str) -> bool:
        """Whether `line` makes the line before it a heading."""
        alone = self._open.kind == "paragraph" and len(self._open.parts) == 1
        return alone and "|" not in self._open.parts[0][0] and _UNDERLINE.match(line) is not None

    def _opens_table(self, line: str) -> bool:
        """Whether `line` makes the line before it the header of a table."""
        header = (
            self._open.parts[-1][0] if self._open.kind == "paragraph" and self._open.parts else ""
        )
        return "|" in header and _TABLE_RULE.match(line.strip()) is not None

    def _may_begin(self, item: re.Match[str]) -> bool:
        """Whether a list may begin or go on here: "12." that begins a wrapped line is no item."""
        in_paragraph = self._open.kind == "paragraph" and bool(self._open.parts)
        return not in_paragraph or item["number"] in (None, "1")

    def _close(self) -> None:
        """End the open block."""
        if self._open.parts:
            self._found.append(_closed(self._open.kind, self._open.lines))
            self._open = _Open()


def _closed(kind: BlockKind, lines: list[str]) -> _Piece:
    match kind:
        case "table":
            return "table", 0, "\n".join(map(_row, lines))
        case "list":
            return "list", 0, "\n".join(map(plain, lines))
        case _ if len(lines) == 1 and (level := _numbered_level(lines[0])):
            return "heading", level, plain(lines[0].strip())
        case _:
            return "paragraph", 0, plain(unwrapped(lines))


def _heading_text(text: str) -> str:
    """Take off closing marks ("## Title ##") and an anchor ("## Title { #anchor }")."""
    text = text.rstrip()
    if text.endswith("}") and text[text.rfind("{") + 1 :].lstrip().startswith("#"):
        text = text[: text.rfind("{")].rstrip()
    unmarked = text.rstrip("#")
    return unmarked.rstrip() if unmarked[-1:].isspace() else text


def _numbered_level(line: str) -> int:
    """The level of a heading such as "3.2 Requirements", 0 of other lines."""
    numbered = _NUMBERED_HEADING.match(line)
    if not numbered or len(line) > _LONGEST_NUMBERED_HEADING or line.rstrip().endswith((".", ",")):
        return 0
    return min(numbered["number"].count(".") + 1, 6)


def _row(line: str) -> str:
    cells = _PIPE.split(_without_outer_pipes(line.strip()))
    return " | ".join(plain(cell.strip().replace("\\|", "|")) for cell in cells)


def _without_outer_pipes(row: str) -> str:
    opened = row.lstrip("|")
    bare = opened.rstrip("|")
    is_escaped = bare.endswith("\\")
    return opened[: len(bare) + 1] if is_escaped else bare
