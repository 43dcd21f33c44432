"""Cut a block that is too large: between lines, else sentences, else words, else anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from emulator.ingestion.document import Block
from emulator.retrieval.text.segmentation import sentences

# The longest that UTF-8 makes a character.
CHARACTER_BYTES = 4

# A table's header may take one part in so many of a chunk.
_HEADER_SHARE = 4

BETWEEN_BLOCKS = "\n\n"
_WORD = re.compile(r"\S+")


class Piece(NamedTuple):
    """Text of a block that stays in one chunk, and what separates it from the text before it.

    A chunk that begins with this piece begins with `opening`: the header of the table it is of.
    """

    block: Block
    separator: str
    text: str
    opening: str = ""

    @property
    def cost(self) -> int:
        """Bytes of UTF-8, separator included."""
        return len(self.separator) + cost(self.text)


def cost(text: str) -> int:
    """Return the number of bytes of `text` in UTF-8."""
    return len(text) if text.isascii() else len(text.encode())


def pieces(block: Block, limit: int) -> Iterator[Piece]:
    """Cut `block` into pieces with texts of at most `limit` bytes (CHARACTER_BYTES or more).

    Joined by their separators they are the block's text, but for the white space between the
    sentences and words of a line that is cut. A piece fits with its opening, too.
    """
    if cost(block.text) <= limit:
        yield Piece(block, BETWEEN_BLOCKS, block.text)
        return
    opening = _opening(block, limit)
    header = opening.count("\n")
    row = 0
    for number, (separator, text) in enumerate(_cut(block.text, limit - cost(opening), _LEVELS)):
        row += separator == "\n"
        repeated = opening if row >= header else ""
        yield Piece(block, separator if number else BETWEEN_BLOCKS, text, repeated)


def _opening(block: Block, limit: int) -> str:
    """The header of a table, if it is short enough to be repeated in each of its chunks."""
    if not block.header:
        return ""
    lines = block.text.split("\n", block.header)[: block.header]
    opening = "".join(f"{line}\n" for line in lines)
    return opening if cost(opening) * _HEADER_SHARE <= limit else ""


_Split = Callable[[str, int], Iterator[str]]
_Level = tuple[str, _Split]


def _cut(text: str, limit: int, levels: tuple[_Level, ...]) -> Iterator[tuple[str, str]]:
    """Yield parts that fit, each with what separates it from the one before."""
    if cost(text) <= limit:
        yield "", text
        return
    (separator, split), *finer = levels
    before = ""
    for part in split(text, limit):
        for number, (inner, piece) in enumerate(_cut(part, limit, tuple(finer))):
            yield inner if number else before, piece
        before = separator


def _lines(text: str, limit: int) -> Iterator[str]:
    yield from text.split("\n")


def _sentences(line: str, limit: int) -> Iterator[str]:
    for start, end in sentences(line):
        yield line[start:end]


def _words(sentence: str, limit: int) -> Iterator[str]:
    """Yield runs of as many words as fit, or one word that does not."""
    run: list[str] = []
    size = 0
    for match in _WORD.finditer(sentence):
        needed = cost(match[0]) + 1
        if run and size + needed > limit:
            yield " ".join(run)
            run, size = [], 0
        run.append(match[0])
        size += needed
    if run:
        yield " ".join(run)


def _characters(word: str, limit: int) -> Iterator[str]:
    step = limit if word.isascii() else limit // CHARACTER_BYTES
    for start in range(0, len(word), step):
        yield word[start : start + step]


_LEVELS: tuple[_Level, ...] = (("\n", _lines), (" ", _sentences), (" ", _words), ("", _characters))
