"""The answer's text and the bytes of its segments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from emulator.answering.document_text.layout import ITEM_MARK, is_ended
from emulator.answering.values import ComposedAnswer, Evidence, Segment
from emulator.retrieval.text.segmentation import THAI

_BULLET = "- "
# No mark ends a sentence in Thai, but a space. It may end with the sign of the baht.
_THAI_END = re.compile(f"[{THAI}\u0e3f]$")


def compose(
    evidence: Sequence[Evidence], *, bullets: bool = False, numbered: bool = False
) -> ComposedAnswer:
    """Join the sentences, items of lists on lines of their own; with `bullets` all are items.

    What announces the others is none.
    Offsets count UTF-8 bytes, the end is exclusive, and separators belong to no segment, as in
    recorded answers of the service.
    """
    text = ""
    end = 0
    segments: list[Segment] = []
    first = int(len(evidence) > 1 and evidence[0].text.endswith(":"))
    for index, sentence in enumerate(evidence):
        mark = f"{index + 1 - first}. " if numbered else _BULLET
        separator = _separator(evidence, index, mark if bullets and index >= first else "")
        text += separator + sentence.text
        start = end + len(separator)
        end = start + len(sentence.text.encode())
        segments.append(Segment(sentence.text, start, end))
    return ComposedAnswer(text, tuple(segments))


def _separator(evidence: Sequence[Evidence], index: int, mark: str) -> str:
    """What stands before a sentence: with a mark, it is an item unless it is one already."""
    if mark:
        mark = "" if ITEM_MARK.match(evidence[index].text) else mark
        return f"\n{mark}" if index else mark
    if index == 0:
        return ""
    # What does not end as a sentence does, such as a line of code, would run into the next one.
    before = evidence[index - 1].text
    is_parted = is_ended(before) or _THAI_END.search(before) is not None
    return "\n" if evidence[index].starts_line or not is_parted else " "
