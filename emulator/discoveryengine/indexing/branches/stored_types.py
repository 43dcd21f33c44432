"""The types of fields beside an index in a folder: a start need not look at every document."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import orjson

from emulator.retrieval.filters.detection import DetectedTypes

_FILE = "types.json"


def write(folder: Path, generation: int, types: DetectedTypes) -> None:
    """Keep the types that the documents of a generation have, if that can be done."""
    draft = folder / f"{_FILE}.new"
    with suppress(OSError):  # They can be found out again.
        draft.write_bytes(orjson.dumps({"generation": generation, **types.state()}))
        os.replace(draft, folder / _FILE)


def read(folder: Path, generation: int) -> DetectedTypes | None:
    """The types that the documents of a generation have; None if that is not known."""
    try:
        kept = orjson.loads((folder / _FILE).read_bytes())
        return DetectedTypes.of(kept) if kept["generation"] == generation else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
