"""The folder of an index on disk: opened if sound and of this format, else started afresh."""

from __future__ import annotations

import json
import logging
import os
import shutil
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import tantivy

from emulator.retrieval.index import queries, schema
from emulator.retrieval.query import Query

_logger = logging.getLogger(__name__)

# Tantivy's Python binding cannot attach a payload to a commit, so the generation stands in a file
# beside it, written after the commit: a crash in between makes the index look older than it is,
# and what is applied again changes nothing.
_MARKER = "generation.json"

# Another Tantivy may stem or store differently.
_FORMAT = f"{schema.FORMAT}/{version('tantivy')}"


@dataclass(frozen=True, slots=True)
class Opened:
    """An index and the generation it was last committed with."""

    index: tantivy.Index
    generation: int


def open_index(path: Path | None) -> Opened:
    """Open the index in `path`, or one in memory.

    A folder that is damaged or of another format is emptied: it is derived data, and the
    generation 0 tells the caller to fill it again.
    """
    if path is None:
        return Opened(_create(None), 0)
    path.mkdir(parents=True, exist_ok=True)
    try:
        generation = _read_marker(path)
        return Opened(_existing(path), generation)
    except FileNotFoundError:
        pass  # It was never committed.
    except Exception as error:
        _logger.warning("The index in %s is rebuilt: %s", path, error)
    shutil.rmtree(path)
    path.mkdir()
    return Opened(_create(path), 0)


def write_marker(path: Path, generation: int) -> None:
    """Record that the index in `path` was committed with `generation`."""
    draft = path / f"{_MARKER}.new"
    draft.write_text(json.dumps({"format": _FORMAT, "generation": generation}))
    os.replace(draft, path / _MARKER)


def generation(path: Path) -> int:
    """The generation that the index in `path` says it was committed with, 0 if it says none."""
    try:
        return _read_marker(path)
    except (OSError, ValueError, LookupError):
        return 0


def _read_marker(path: Path) -> int:
    marker = json.loads((path / _MARKER).read_text())
    if marker["format"] != _FORMAT:
        raise ValueError(f"format {marker['format']} instead of {_FORMAT}")
    generation = marker["generation"]
    if not isinstance(generation, int):
        raise ValueError(f"generation {generation!r} is not a number")
    return generation


def _existing(path: Path) -> tantivy.Index:
    if not tantivy.Index.exists(str(path)):
        raise ValueError("no index")
    index = _create(path)
    _probe(index)
    return index


def _create(path: Path | None) -> tantivy.Index:
    index = tantivy.Index(schema.SCHEMA, None if path is None else str(path))
    # The reader is reloaded by hand after each commit; the default polls the folder in a thread.
    index.config_reader("manual")
    schema.register_analyzers(index)
    return index


def _probe(index: tantivy.Index) -> None:
    """Read something of every kind of file, which fails if one is missing or cut short."""
    index.reload()
    searcher = index.searcher()
    found = searcher.search(
        tantivy.Query.all_query(), 1, order_by_field=schema.POSITION, order=tantivy.Order.Asc
    )
    for _, address in found.hits:
        searcher.doc(address)
    searcher.search(queries.matching(Query.parse("any words")), 1)
