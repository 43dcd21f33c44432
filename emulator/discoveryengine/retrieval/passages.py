"""What was retrieved, as the answering engine takes it."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.answering.values import Passage
from emulator.discoveryengine.retrieval.retriever import Found


def passages_of(found: Sequence[Found], references: Sequence[Found] = ()) -> list[Passage]:
    """The chunks as passages; each is the reference of its own place, or of that among others."""
    return [
        Passage(
            text=one.text,
            title=one.row.title,
            score=one.placed.hit.score if one.placed else one.relevance,
            reference=place,
            structured=one.row.structured,
            document=one.document_name,
            position=one.position,
        )
        for place, one in zip(_places(found, references), found, strict=True)
    ]


def _places(found: Sequence[Found], references: Sequence[Found]) -> Sequence[int]:
    if not references or references is found:
        return range(len(found))
    places = {one.key: place for place, one in enumerate(references)}
    return [places[one.key] for one in found]
