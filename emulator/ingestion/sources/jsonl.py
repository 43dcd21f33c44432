"""JSON Lines: an object a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from emulator.ingestion import json_reading
from emulator.ingestion.document import ParseError
from emulator.ingestion.sources.lines import FileError, LineError, Lines

_WHOLE = "Each line must be a whole JSON object."

Line = tuple[int, dict[str, object] | str]


def objects(file: IO[bytes], most: int) -> Iterator[Line]:
    """Yield the number of each line that is not empty with its object, or with what is wrong."""
    lines = Lines(file, most)
    while True:
        try:
            line = next(lines)
        except StopIteration:
            return
        except FileError as error:
            yield 0, str(error)
            return
        except LineError as error:
            yield lines.number, str(error)
            continue
        if line.strip():
            yield lines.number, _object(line)


def _object(line: str) -> dict[str, object] | str:
    try:
        value = json_reading.loads(line)
    except ParseError as error:
        return f"{error} {_WHOLE}"
    if not isinstance(value, dict):
        return _WHOLE
    return value
