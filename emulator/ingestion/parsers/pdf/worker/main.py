"""The process that reads PDFs: `python -m emulator.ingestion.parsers.pdf.worker.main`.

A request is a PDF, a reply is JSON: a PdfText, or the error.
"""

from __future__ import annotations

import sys
from dataclasses import asdict

import orjson

from emulator.ingestion.document import ParseError
from emulator.ingestion.parsers.pdf.worker import extract, wire


def main() -> None:
    """Answer requests until there are no more."""
    _limit_memory()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while (data := wire.receive(source)) is not None:
        try:
            reply = orjson.dumps(asdict(extract.read(data)))
        except ParseError as error:
            reply = orjson.dumps({"error": str(error)})
        wire.send(sink, reply)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits.
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = wire.MOST_MEMORY if hard == resource.RLIM_INFINITY else min(wire.MOST_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


if __name__ == "__main__":
    main()
