"""Cut a parsed document into chunks of a bounded size.

Sizes are in tokens; how the service counts them is not documented. Here a token is four bytes of
UTF-8: about 3/4 of an English word, or one and a third Chinese characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from emulator.ingestion.document import LOWEST_LEVEL, Block, ParsedDocument
from emulator.ingestion.splitting import BETWEEN_BLOCKS, CHARACTER_BYTES, Piece, cost, pieces

_TOKEN_BYTES = 4

# The headings above a chunk may take one part in so many of it.
_ANCESTORS_SHARE = 4

# A chunk that is filled to one part in so many ends before any heading.
_FULL_SHARE = 4


class Chunk(NamedTuple):
    """A part of a document, `c1` being the first; pages count from 1, the last included."""

    id: str
    content: str
    page_start: int
    page_end: int


def chunk(
    document: ParsedDocument, size: int = 500, include_ancestor_headings: bool = False
) -> list[Chunk]:
    """Cut `document` into chunks of at most `size` tokens, at the boundaries it has.

    Paragraphs, lists and tables stay whole if they fit, headings stay with what follows, and the
    sections of the top level are kept apart. What does not fit is cut between lines, sentences or
    words; each part of a table begins with its header. With `include_ancestor_headings` a chunk
    begins with the headings it stands under.
    Raises ValueError if `size` is below 1.
    """
    if size < 1:
        raise ValueError(f"The chunk size must be at least 1 token, not {size}.")
    budget = size * _TOKEN_BYTES
    reserved = budget // _ANCESTORS_SHARE if include_ancestor_headings else 0
    room = max(budget - reserved, CHARACTER_BYTES)
    if (whole := _whole(document.blocks, room)) is not None:
        return [whole]
    flow = chain.from_iterable(pieces(block, room) for block in document.blocks)
    groups = list(_packed(_units(flow, room), room, _top_level(document.blocks)))
    return [
        _chunk(number, group, ancestors)
        for number, (group, ancestors) in enumerate(
            zip(groups, _ancestors(groups, reserved), strict=True), start=1
        )
    ]


def _whole(blocks: list[Block], room: int) -> Chunk | None:
    """The only chunk of what need not be cut, as most short texts; None where there are others."""
    text = BETWEEN_BLOCKS.join([block.text for block in blocks])
    is_cut = len(BETWEEN_BLOCKS) + cost(text) > room or "heading" in [one.kind for one in blocks]
    return None if is_cut or not blocks else Chunk("c1", text, *_pages(blocks))


def _top_level(blocks: list[Block]) -> int:
    """The level of the top sections; a heading alone on the highest level is the title.

    The lowest level is that of terms which a list explains: they are no sections.
    """
    levels = sorted(each.level for each in blocks if each.kind == "heading")
    levels = [level for level in levels if level < LOWEST_LEVEL] or levels[:1]
    if len(levels) > 1 and levels[0] < levels[1]:
        return levels[1]
    return levels[0] if levels else 0


def _units(flow: Iterable[Piece], room: int) -> Iterator[list[Piece]]:
    """Join headings with the piece that follows them, so that none ends a chunk."""
    unit: list[Piece] = []
    filled = 0
    for piece in flow:
        if unit and filled + piece.cost > room:
            yield unit
            unit, filled = [], 0
        unit.append(piece)
        filled += piece.cost
        if piece.block.kind != "heading":
            yield unit
            unit, filled = [], 0
    if unit:
        yield unit


def _packed(units: Iterable[list[Piece]], room: int, top_level: int) -> Iterator[list[Piece]]:
    """Fill group after group with units."""
    group: list[Piece] = []
    filled = 0
    for unit in units:
        needed = sum(piece.cost for piece in unit)
        is_full = filled * _FULL_SHARE >= room
        if group and (
            filled + needed > room or _begins_section(unit, group, top_level, is_full=is_full)
        ):
            yield group
            group, filled = [], 0
        if not group:
            filled = cost(unit[0].opening)
        group += unit
        filled += needed
    if group:
        yield group


def _begins_section(
    unit: list[Piece], group: list[Piece], top_level: int, *, is_full: bool
) -> bool:
    """Whether `unit` opens a section that is better kept apart from `group`."""
    first = unit[0].block
    if first.kind != "heading" or group[-1].block.kind == "heading":
        return False
    # A few words before the first heading, such as a motto, go with the section below them.
    has_heading = group[0].block.kind == "heading"
    return is_full or (has_heading and first.level <= top_level)


def _ancestors(groups: list[list[Piece]], room: int) -> Iterator[str]:
    """Yield the headings that each group stands under, as many of the nearest as fit."""
    path: list[Block] = []
    for group in groups:
        yield _fitting(_above(path, group[0].block), room)
        for piece in group:
            is_known = bool(path) and path[-1] is piece.block
            if piece.block.kind == "heading" and not is_known:
                path = [*_above(path, piece.block), piece.block]


def _above(path: list[Block], block: Block) -> list[Block]:
    if block.kind != "heading":
        return path
    return [heading for heading in path if heading.level < block.level]


def _fitting(path: list[Block], room: int) -> str:
    shown = ""
    for heading in reversed(path):
        longer = f"{heading.text}\n\n{shown}"
        if cost(longer) > room:
            break
        shown = longer
    return shown


def _chunk(number: int, group: list[Piece], ancestors: str) -> Chunk:
    text = "".join([piece.separator + piece.text for piece in group[1:]])
    content = f"{ancestors}{group[0].opening}{group[0].text}{text}"
    return Chunk(f"c{number}", content, *_pages([piece.block for piece in group]))


def _pages(blocks: list[Block]) -> tuple[int, int]:
    if len(blocks) == 1:  # As most short texts have it.
        return blocks[0].page, blocks[0].last_page or blocks[0].page
    return min([one.page for one in blocks]), max([one.last_page or one.page for one in blocks])
