"""The sentences of any text with their places in it."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.answering.values import Segment
from emulator.retrieval.text.segmentation import sentences


def segments_of(text: str) -> Iterator[Segment]:
    """Yield the sentences of a text, in order, with the UTF-8 bytes they take."""
    end = end_byte = 0
    for start, stop in sentences(text):
        start_byte = end_byte + len(text[end:start].encode())
        end, end_byte = stop, start_byte + len(text[start:stop].encode())
        yield Segment(text[start:stop], start_byte, end_byte)
