"""Order by the values of fields, over all that match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, Protocol, TypeVar

from emulator.retrieval.filters.fields import Fields
from emulator.retrieval.index import columns, schema
from emulator.retrieval.index.chunks import Hit
from emulator.retrieval.index.selection import BATCH, MOST_SOURCES, Selection
from emulator.retrieval.ranking.top_matches import Ranking, browse

_DIRECTIONS = {(): False, ("asc",): False, ("desc",): True}

_Placed = TypeVar("_Placed", bound="PlacedHit")


class OrderError(ValueError):
    """An order that is refused, with the reason."""


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A field to order by: where the index has its first value, and which way."""

    column: str
    descending: bool


def parse_order(text: str, fields: Fields) -> list[OrderKey]:
    """Read `"field, other desc"`; blank text is no order. Raises OrderError.

    Texts are ordered by code points, of several values the first counts, and what has no value
    comes last in either direction. A field that was named before decides nothing.
    """
    keys: dict[str, OrderKey] = {}
    for part in text.split(",") if text.strip() else ():
        key = _key(part.strip(), fields)
        keys.setdefault(key.column, key)
    if len(keys) > MOST_SOURCES:
        raise OrderError(f"At most {MOST_SOURCES} fields are allowed, got {len(keys)}")
    return list(keys.values())


def _key(part: str, fields: Fields) -> OrderKey:
    name, *direction = part.split() or [""]
    descending = _DIRECTIONS.get(tuple(direction))
    if not name or descending is None:
        raise OrderError(f"'{part}' is not a field, or a field and 'desc'")
    field = fields.find(name)
    if field is None:
        raise OrderError(f"Field '{name}' is {fields.unknown(name)}")
    column = columns.key(field)
    if column is None:
        raise OrderError(f"Field '{name}' of type {field.type} has no order")
    return OrderKey(f"{schema.KEYS}.{column}", descending)


def ordered_page(
    selection: Selection, keys: Sequence[OrderKey], limit: int, offset: int
) -> Ranking:
    """Return a page of all that is selected in order of the keys; ties are in insertion order."""
    if limit <= 0:
        return selection.counted(browse(selection.searcher, selection.unscored, 0, 0))
    found, chunks = _ordered(selection, keys, limit, offset)
    total = selection.counted(Ranking([], chunks, chunks, complete=False))
    best = selection.only(list(found)) if found else []
    return replace(
        total, best=[match._replace(keys=found[selection.identify(match)]) for match in best]
    )


class PlacedHit(Protocol):
    """A hit, with where it is from."""

    @property
    def hit(self) -> Hit:
        """The hit."""


def merge_pages(pages: Sequence[_Placed], keys: Sequence[OrderKey]) -> list[_Placed]:
    """Return the hits of several indexes in order of the keys; ties stay as they stand."""
    ordered = list(pages)
    for place in reversed(range(len(keys))):
        present = [one for one in ordered if one.hit.keys[place] is not None]
        missing = [one for one in ordered if one.hit.keys[place] is None]
        present.sort(key=lambda one: one.hit.keys[place], reverse=keys[place].descending)
        ordered = present + missing
    return ordered


def _ordered(
    selection: Selection, keys: Sequence[OrderKey], limit: int, offset: int
) -> tuple[dict[int, tuple[Any, ...]], int]:
    """The identities from place `offset` on, with the values of the keys; how many chunks match.

    All chunks of a document have the same keys, so that a document comes once.
    """
    fields = [f"key{number}" for number in range(len(keys))]
    sources = [{field: {"terms": _source(key)}} for field, key in zip(fields, keys, strict=True)]
    batches = selection.keys(sources, min(offset + limit, BATCH))
    first = next(batches)
    every = chain(first.keys, chain.from_iterable(batch.keys for batch in batches))
    found = {
        int(key[selection.identity]): tuple(map(key.get, fields))
        for key in islice(every, offset, offset + limit)
    }
    return found, first.chunks


def _source(key: OrderKey) -> dict[str, object]:
    return {
        "field": key.column,
        "order": "desc" if key.descending else "asc",
        "missing_bucket": True,
        "missing_order": "last",
    }
