"""Lines of files, however long they are."""

from __future__ import annotations

import io
import tracemalloc

import pytest

from emulator.ingestion.sources.lines import FileError, LineError, Lines

_LENGTH = 200_000_000


class _Endless(io.RawIOBase):
    """A line of 200 MB and a short one, which nobody has to hold."""

    def __init__(self) -> None:
        self._left = _LENGTH

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:
        if self._left < 0:
            return 0
        if not self._left:
            self._left = -1
            buffer[:7] = b"\nshort\n"
            return 7
        size = min(len(buffer), self._left)
        buffer[:size] = b"x" * size
        self._left -= size
        return size


def test_a_line_of_200_megabytes_is_passed_over_without_being_held() -> None:
    lines = Lines(io.BufferedReader(_Endless(), 1 << 16), 4_000_000)
    tracemalloc.start()
    with pytest.raises(LineError, match="more than 4000000 bytes"):
        next(lines)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 30_000_000
    assert (next(lines), lines.number) == ("short\n", 2)
    assert list(lines) == []


def test_a_line_that_is_not_utf_8_is_told_with_its_byte() -> None:
    lines = Lines(io.BytesIO(b"one\ncaf\xe9\ntwo"), 100)
    assert next(lines) == "one\n"
    with pytest.raises(LineError, match="0xe9 at position 3"):
        next(lines)
    assert next(lines) == "two"


@pytest.mark.parametrize("data", ["text".encode("utf-16"), b"%PDF-1.7\n"])
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(FileError):
        next(Lines(io.BytesIO(data), 100))
