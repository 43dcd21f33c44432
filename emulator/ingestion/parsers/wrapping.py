"""Lines that were broken to fit a width, as opposed to lines meant as such."""

from __future__ import annotations

import re
from itertools import pairwise

# A paragraph narrower than this was not wrapped: it is verse, an address or a list of names.
_NARROWEST = 40

_ENDS = (".", "!", "?", ":", ";", "。", "\uff01", "\uff1f", "।")


# "Apologies: Ben" below "Present: Ada", "2.1 ..." and "(b) ..." below another clause, or what was
# written at "[09:02]" and by "tom 14:04": each is a line of its own, however long they are.
_OWN_LINE = re.compile(
    r"[^\W\d_a-z][\w-]*(?: [\w-]+){0,2}: |\d{1,2}(?:\.\d{1,2})+\.? [^\W\d_a-z]|\([a-z\d]{1,3}\) "
    r"|\[\d{1,2}:\d\d|[\w.-]+ [\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?: "
)


def unwrapped(lines: list[str]) -> str:
    """Join wrapped lines by spaces and the others by line breaks.

    A line was wrapped if the next word would not have fitted into the paragraph's width, if the
    next line goes on in lower case, or if it ends with a comma. Where some lines were not wrapped
    although the next word had room, one that ends as a sentence does was only long.
    """
    stripped = [line.strip() for line in lines]
    if len(stripped) == 1:
        return stripped[0]
    width = max(map(len, stripped), default=0)
    pairs = list(pairwise(stripped))
    full = [is_full(line, following, width) for line, following in pairs]
    all_full = all(full)
    parts = stripped[:1]
    for (line, following), filled in zip(pairs, full, strict=True):
        wrapped = filled and (all_full or not line.endswith(_ENDS))
        parts += (" " if wrapped or _goes_on(line, following, width) else "\n", following)
    return "".join(parts)


def is_full(line: str, following: str, width: int) -> bool:
    """Whether the next word had no room in the line, in a paragraph of a width in characters."""
    word = following.partition(" ")[0]
    no_room = width >= _NARROWEST and len(line) + 1 + len(word) > width
    return no_room and _OWN_LINE.match(following) is None


def _goes_on(line: str, following: str, width: int) -> bool:
    if following[:1].islower():
        is_heading = line.isupper() or _OWN_LINE.match(following) is not None
        return not is_heading and not line.endswith(_ENDS)
    return width >= _NARROWEST and line.endswith(",")
