"""Has the worker process read a PDF, and ends it if that takes too long.

PDFium is fast and sturdy, but it is native code that serves one thread at a time, and a file of
5 kB can keep it busy for hours. In a process of its own none of that matters.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from importlib.util import find_spec
from typing import Any

import orjson

from emulator.ingestion.document import ParseError, UnsupportedMimeType
from emulator.ingestion.parsers.pdf.lines import Line, Page, PdfText
from emulator.ingestion.parsers.pdf.worker import wire

# 2,000 pages take a few seconds.
_MOST_SECONDS = 120.0

# What a large file took of memory is given back by starting anew.
_MOST_REQUESTS = 200
_LARGE = 20_000_000

_WORKER = "emulator.ingestion.parsers.pdf.worker.main"
_LIBRARY = "pypdfium2"


def read(data: bytes, most_seconds: float = _MOST_SECONDS) -> PdfText:
    """Return the lines of a PDF.

    Raises ParseError for what is encrypted, damaged, or needs more than `most_seconds` or the
    memory that the worker may have; UnsupportedMimeType if the library for PDF is not installed.
    """
    if find_spec(_LIBRARY) is None:
        raise UnsupportedMimeType(
            f"Documents of MIME type 'application/pdf' need the library {_LIBRARY}, which is not"
            " installed: install discoveryengine-emulator[documents]."
        )
    reply = _worker.ask(data, most_seconds)
    if reply is None:
        raise ParseError(
            f"The PDF could not be read within {most_seconds:g} seconds and"
            f" {wire.MOST_MEMORY >> 30} GB of memory."
        )
    found = orjson.loads(reply)
    if "error" in found:
        raise ParseError(found["error"])
    return PdfText(found["title"], [_page(page) for page in found["pages"]])


def _page(found: dict[str, Any]) -> Page:
    return Page(found["height"], [Line(**line) for line in found["lines"]])


class _Worker:
    """A process that is started when it is first needed; it reads one file at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._requests = 0
        atexit.register(self.stop)

    def ask(self, data: bytes, most_seconds: float) -> bytes | None:
        """Return the worker's reply; None if it ended or had to be ended."""
        with self._lock:
            process = self._running()
            timer = threading.Timer(most_seconds, process.kill)
            timer.start()
            try:
                reply = _exchange(process, data)
            finally:
                timer.cancel()
            self._requests += 1
            if reply is None or self._requests >= _MOST_REQUESTS or len(data) > _LARGE:
                self._end()
            return reply

    def stop(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = _started()
        return self._process

    def _end(self) -> None:
        process, self._process, self._requests = self._process, None, 0
        if process is not None:
            process.kill()
            process.communicate()


def _started() -> subprocess.Popen[bytes]:
    # The worker finds the packages where this process does, however it was started.
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, "-m", _WORKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )


def _exchange(process: subprocess.Popen[bytes], data: bytes) -> bytes | None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        wire.send(process.stdin, data)
        return wire.receive(process.stdout)
    except OSError:  # The pipe breaks where the worker ends.
        return None


_worker = _Worker()
