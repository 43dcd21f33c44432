"""A line that shows how far the work is, where someone looks; elsewhere nothing."""

from __future__ import annotations

from typing import TextIO

_WIDTH = 30


class Progress:
    """`[#####     ] 120/400 files, 1873 documents`, written over itself."""

    def __init__(self, stream: TextIO, total: int) -> None:
        self._stream = stream if stream.isatty() else None
        self._total = total
        self._shown = ""

    def show(self, files: int, documents: int) -> None:
        """Bring the line up to date."""
        done = round(_WIDTH * files / max(self._total, 1))
        bar = "#" * done + " " * (_WIDTH - done)
        self._write(f"[{bar}] {files}/{self._total} files, {documents} documents")

    def end(self) -> None:
        """Take the line away."""
        self._write("")

    def _write(self, text: str) -> None:
        if self._stream is not None and text != self._shown:
            self._stream.write("\r" + text.ljust(len(self._shown)) + ("" if text else "\r"))
            self._stream.flush()
            self._shown = text
