"""The lines of a file, one at a time, however long they are."""

from __future__ import annotations

import codecs
from typing import IO

from emulator.ingestion.mime_types import of_bytes

_BLOCK = 1 << 20


class LineError(ValueError):
    """A line that cannot be read; those after it can."""


class FileError(ValueError):
    """A file of which no line can be read."""


class Lines:
    """Iterates over lines as text, `number` being that of the last one, from 1.

    `next` raises LineError for a line of more than `most` bytes, which is passed over without
    keeping it, and for one that is not UTF-8; FileError at the start of what is no text.
    """

    def __init__(self, file: IO[bytes], most: int) -> None:
        self._file = file
        self._most = most
        self.number = 0

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> str:
        line = self._file.readline(self._most + 1)
        if not line:
            raise StopIteration
        self.number += 1
        if self.number == 1:
            line = _first(line)
        if len(line) > self._most and not line.endswith(b"\n"):
            self._pass_over()
            raise LineError(f"The line has more than {self._most} bytes.")
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise LineError(
                f"The line is not UTF-8 text: invalid byte 0x{line[error.start]:02x}"
                f" at position {error.start}."
            ) from None

    def _pass_over(self) -> None:
        while (block := self._file.readline(_BLOCK)) and not block.endswith(b"\n"):
            pass


def _first(line: bytes) -> bytes:
    if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FileError("The file is UTF-16 text; it must be UTF-8.")
    found = of_bytes(line)
    if found is not None:
        raise FileError(f"The file is not text but {found}.")
    return line.removeprefix(codecs.BOM_UTF8)
