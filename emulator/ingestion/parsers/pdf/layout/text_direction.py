"""The order of reading of lines that have letters written from right to left.

A file has characters at places, and PDFium gives those of such lines in an order that is neither
that of the places nor that of reading (Unicode Standard Annex 9 tells how one becomes the other).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = re.compile(f"[{_RIGHT}]")
_LEFT = rf"[^\W{_RIGHT}]"
_MARKS = "\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670"
_MARKS_BEFORE = re.compile(f"([{_MARKS}]+)([{_RIGHT}])")

# Numbers and words that are written from left to right, with the marks inside of them; words go on
# after a space, numbers do not.
_SIGN = rf"(?:{_LEFT}|[\u0660-\u0669%$\u20ac\u00b0])"
_LEFT_RUN = re.compile(rf"{_SIGN}(?:[.,:/_@+'\u2019-]*{_SIGN}|(?<=[^\W\d]) (?=[^\W\d{_RIGHT}]))*")
_RIGHT_RUN = re.compile(rf"[{_RIGHT}](?:(?:[^\W{_RIGHT}A-Za-z]|\W)*[{_RIGHT}]+)*")

# As they are seen; a file that has them in the order of reading shows them the other way round.
_BRACKETS = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")
_MIRRORED = str.maketrans("()[]{}", ")(][}{")

# So much of the font size between two characters parts words.
_GAP = 0.2


class Placed(NamedTuple):
    """A character and its place in the line, in points."""

    text: str
    left: float
    right: float


def has_right_to_left(text: str) -> bool:
    """Whether any of the text is written from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def is_right_to_left(text: str) -> bool:
    """Whether most letters of a line are written from right to left."""
    found = len(_RIGHT_TO_LEFT.findall(text))
    return 2 * found > sum(map(str.isalpha, text))


def in_order(line: Iterable[Placed], size: float) -> str:
    """Return the characters of a line in the order of reading."""
    shown = _as_shown(line, size)
    if is_right_to_left(shown):
        return _reversed(shown)
    return _RIGHT_RUN.sub(lambda run: _reversed(run[0]), shown)


def _reversed(shown: str) -> str:
    turned = _BRACKETS.sub(lambda found: found[0].translate(_MIRRORED), shown)[::-1]
    read = _LEFT_RUN.sub(lambda run: run[0][::-1], turned)
    return _MARKS_BEFORE.sub(r"\2\1", read)


def _as_shown(line: Iterable[Placed], size: float) -> str:
    """The characters from left to right; those of a ligature have one place, and keep their order.

    PDFium's own spaces have no width. Combining marks stay with the character that they are on.
    """
    shown, end = "", None
    for one in sorted(_with_marks(line), key=lambda one: one.left):
        if end is not None and one.left - end > _GAP * size and not one.text.isspace():
            shown += " "
        shown += one.text
        end = max(one.right, end or one.right)
    return " ".join(shown.split())


def _with_marks(line: Iterable[Placed]) -> Iterator[Placed]:
    last: Placed | None = None
    for one in line:
        if last is not None and unicodedata.category(one.text).startswith("M"):
            yield Placed(one.text, last.left, max(last.right, one.right))
        elif one.right > one.left or not one.text.isspace():
            last = one
            yield one
