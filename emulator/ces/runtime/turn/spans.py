"""The spans of a turn: what ran, for how long, and within which other span."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from emulator.control.clock import Clock
from emulator.surface.messages import ces, timestamp
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct


class Spans:
    """A tree of spans that grows under the one that is open."""

    def __init__(self, clock: Clock, name: str) -> None:
        self._clock = clock
        self.root: Message = ces.Span(name=name)
        self.root.start_time.CopyFrom(timestamp(clock.now()))
        self._open = [self.root]

    @contextmanager
    def span(self, name: str, /, **attributes: Any) -> Iterator[dict[str, Any]]:
        """A child of the open span; more attributes may be put into what it gives."""
        child = self._open[-1].child_spans.add(name=name)
        started = self._clock.now()
        child.start_time.CopyFrom(timestamp(started))
        self._open.append(child)
        try:
            yield attributes
        finally:
            self._open.pop()
            self._end(child, started, attributes)

    def end(self, **attributes: Any) -> None:
        """Close the root."""
        started = self.root.start_time.ToMicroseconds()
        self._end(self.root, started, attributes)

    def _end(self, span: Message, started: int, attributes: dict[str, Any]) -> None:
        ended = self._clock.now()
        span.end_time.CopyFrom(timestamp(ended))
        span.duration.FromMicroseconds(ended - started)
        if attributes:
            fill_struct(span.attributes, attributes)
