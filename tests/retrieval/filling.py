"""Documents put into an index, in insertion order unless a test says where they stand."""

from collections.abc import Mapping
from itertools import count

from emulator.retrieval.attributes import leaves
from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.index.chunks import IndexedDocument

_places = count()


def put(
    index: ChunkIndex,
    name: str,
    *texts: str,
    title: str = "",
    data: Mapping[str, object] | None = None,
    place: int | None = None,
) -> None:
    sequence = next(_places) if place is None else place
    index.replace([IndexedDocument(name, sequence, title, texts, leaves(data or {}))])
