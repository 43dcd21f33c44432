"""Answers with citation markers, as search summaries write them."""

from __future__ import annotations

from emulator.answering.values import ComposedAnswer, Segment


def with_markers(answer: ComposedAnswer) -> str:
    """Return the text with "[1]" or "[2, 3]" after each cited sentence, counted from 1.

    Recorded: "Lewis Cymbal founded Cymbal Bank in 1992. [1] The bank was initially ...".
    """
    encoded = answer.text.encode()
    parts: list[str] = []
    end = 0
    for segment in answer.segments:
        parts.append(encoded[end : segment.end_byte].decode())
        parts.append(_marker(segment))
        end = segment.end_byte
    return "".join(parts) + encoded[end:].decode()


def _marker(segment: Segment) -> str:
    numbers = ", ".join(str(source + 1) for source in sorted(segment.sources))
    return f" [{numbers}]" if numbers else ""
