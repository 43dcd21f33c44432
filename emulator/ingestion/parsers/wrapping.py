"""Lines that were broken to fit a width, as opposed to lines meant as such."""

from __future__ import annotations

from itertools import pairwise

# A paragraph narrower than this was not wrapped: it is verse, an address or a list of names.
_NARROWEST = 40

_ENDS = (".", "!", "?", ":", ";", "。", "\uff01", "\uff1f", "।")


def unwrapped(lines: list[str]) -> str:
    """Join wrapped lines by spaces and the others by line breaks.

    A line was wrapped if the next word would not have fitted into the paragraph's width, or if
    the next line goes on in lower case.
    """
    stripped = [line.strip() for line in lines]
    if len(stripped) == 1:
        return stripped[0]
    width = max(map(len, stripped), default=0)
    text = stripped[0] if stripped else ""
    for line, following in pairwise(stripped):
        separator = " " if _is_wrapped(line, following, width) else "\n"
        text += separator + following
    return text


def _is_wrapped(line: str, following: str, width: int) -> bool:
    if following[:1].islower() and not line.endswith(_ENDS):
        return True
    word = following.partition(" ")[0]
    return width >= _NARROWEST and len(line) + 1 + len(word) > width
