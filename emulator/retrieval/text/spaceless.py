"""Scripts whose words have no spaces between them, or take on endings: neighbouring characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from emulator.retrieval.text.segmentation import THAI, THAI_MARKS

HANGUL = "\uac00-\ud7a3"
HIRAGANA = "\u3041-\u309f"
UNPARTED = f"\u3005\u3040-\u30ff\u3400-\u9fff{THAI}"
"""The letters of each, for a set of characters; the last of those without any spaces."""

SPACELESS = f"{UNPARTED}{HANGUL}"
"""The letters of all of them."""

_CHARACTER = re.compile(f".[{THAI_MARKS}]*")
_RUN = re.compile(f"[{SPACELESS}]+")
_HIRAGANA_ALONE = re.compile(f"[{HIRAGANA}]+")
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
# A word from abroad is written in katakana, whatever stands beside it.
_PART = re.compile(f"[{_KATAKANA}]+|(?:(?![{_KATAKANA}])[{SPACELESS}])+")
_OF_SOUNDS = re.compile(f"[{_KATAKANA}{THAI}]")


def is_spaceless(text: str) -> bool:
    """Whether a text has words that are not parted by spaces, or take on endings as Korean's do."""
    return not text.isascii() and _RUN.search(text) is not None


def character_pairs(text: str) -> list[str]:
    """Return the neighbours in the parts of a text in such scripts, in order.

    One character alone says little; that of a part that has no other is given all the same. Those
    of Thai and of katakana are sounds: three in a row say about as much.
    """
    found: list[str] = []
    for run in _PART.findall(text):
        parts = characters(run)
        count = 3 if _OF_SOUNDS.match(run) else 2
        last = max(len(parts) - count, 0)
        found += ["".join(parts[start : start + count]) for start in range(last + 1)]
    return found


def inflecting(found: Iterable[str]) -> frozenset[str]:
    """Return those of such neighbours that are hiragana: it mostly inflects and joins words."""
    return frozenset(filter(_HIRAGANA_ALONE.fullmatch, found))


def characters(run: str) -> Sequence[str]:
    """Return the characters of a text in such a script, as the index holds them.

    In Thai the marks above and below a letter belong to it.
    """
    return _CHARACTER.findall(run)


def without_spaceless_runs(text: str) -> str:
    """Return a text without its parts in such scripts."""
    return _RUN.sub(" ", text)
