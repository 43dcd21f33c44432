"""The blocks of a page while they grow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from emulator.ingestion.document import LOWEST_LEVEL, Block, BlockKind

# So long, what is said of a term is text under it, and no line of a list.
_LONGEST_MEANING = 200


@dataclass(slots=True)
class Draft:
    """A block that may still grow by a line.

    `leaves` says whether any of its links leads to another page.
    """

    kind: BlockKind
    level: int
    lines: list[str]
    links_only: bool = True
    leaves: bool = False
    header: int = 0

    def add(self, line: str, *, is_header: bool) -> None:
        """Add a line; a table's header is the lines before the first row of data."""
        self.header += is_header and self.header == len(self.lines)
        self.lines.append(line)

    @property
    def is_contents(self) -> bool:
        """Whether it lists places of its own page, all of which are read where they are."""
        return self.links_only and not self.leaves and len(self.lines) > 1

    @property
    def block(self) -> Block:
        """The block, once it is whole."""
        return Block(self.kind, "\n".join(self.lines), self.level, header=self.header)


@dataclass(slots=True)
class Definitions:
    """A list of terms and what they mean.

    It is one of lines ("Weight: 310 g") until there is more to say of a term than a line: from
    there on terms are headings, and what they mean is the text below them.
    """

    around: int = 0  # in how many items of lists it stands
    is_headed: bool = False
    terms: int = 0  # how many of the last lines are terms that wait for their meaning
    meaning: str = ""  # the end of the last line, if that is all that is said of its term so far

    def define(self, drafts: list[Draft], text: str) -> bool:
        """Write what the last terms mean beside the last one; False if it has to go below them."""
        self.meaning = text
        if len(text) > _LONGEST_MEANING:
            self._head(drafts)
            return False
        line = drafts[-1].lines[-1]
        drafts[-1].lines[-1] = f"{line.rstrip(':')}: {text}"
        return True

    def go_on(self, drafts: list[Draft]) -> None:
        """Make headings of the last terms, as more is said of them than a line."""
        lines = drafts[-1].lines
        lines[-1] = lines[-1].removesuffix(f": {self.meaning}")
        meaning = self.meaning
        self._head(drafts)
        drafts.append(Draft("paragraph", 0, [meaning], links_only=False))

    def _head(self, drafts: list[Draft]) -> None:
        lines = drafts[-1].lines
        named = lines[-self.terms :]
        del lines[-self.terms :]
        if not lines:
            drafts.pop()
        drafts.append(Draft("heading", LOWEST_LEVEL, [", ".join(named).rstrip(":")], False))
        self.is_headed, self.terms, self.meaning = True, 0, ""


def without_menus(drafts: list[Draft], keeps_contents: bool) -> Iterator[Draft]:
    """Leave out what only links: before the first heading, or to places of the same page."""
    headings = (number for number, draft in enumerate(drafts) if draft.kind == "heading")
    first = next(headings, None)
    if first is None:
        yield from drafts
        return
    for number, draft in enumerate(drafts):
        is_contents = draft.is_contents and not keeps_contents
        if not (draft.links_only if number < first else is_contents):
            yield draft
