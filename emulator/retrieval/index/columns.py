"""The typed values of structured data as JSON that Tantivy keeps exactly.

Numbers go in as integers of the same order: Tantivy would mix whole and broken numbers of one
field, and panics on a range from the one to the other.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters import geo
from emulator.retrieval.filters.conditions import DOCUMENT_ID
from emulator.retrieval.filters.fields import Field, FieldType

# Tantivy makes a date of a text like this, and forgets its spelling and its microseconds; with a
# mark at its end it stays a text, and in its place among others.
_LIKE_TIME = re.compile(r"\d{4}-\d\d-\d\d.\d\d:\d\d:\d\d", re.ASCII | re.DOTALL)
_MARK = "\x01"

_SIGN_FLIP = 0x7FFF_FFFF_FFFF_FFFF
_DOUBLE = struct.Struct("<d")
_INTEGER = struct.Struct("<q")

_KEY_PREFIXES: dict[FieldType, str] = {
    "string": "text",
    "boolean": "truth",
    "number": "number",
    "integer": "number",
    "datetime": "date",
}


class Columns(NamedTuple):
    """Structured data as an index holds it, by path.

    `texts` are as `stored_text` has them, with the truth values; `numbers` as `stored_number` has
    them. `keys` has the first value of each type under its `key`: by these documents are ordered.
    `points` is a term for each place: the path, the cell it lies in, and its coordinates.
    """

    texts: dict[str, list[str | bool]]
    numbers: dict[str, list[int]]
    dates: dict[str, list[int]]
    keys: dict[str, str | bool | int]
    points: list[str]

    @classmethod
    def of(cls, attributes: Attributes) -> Columns:
        """The columns of a document's values."""
        texts: dict[str, list[str | bool]] = {}
        numbers: dict[str, list[int]] = {}
        dates: dict[str, list[int]] = {}
        keys: dict[str, str | bool | int] = {}
        for path, some in attributes.texts.items():
            texts[path] = list(map(stored_text, some))
            keys[f"text.{path}"] = texts[path][0]
        for path, truths in attributes.truths.items():
            texts.setdefault(path, []).extend(truths)
            keys[f"truth.{path}"] = next(iter(truths))
        for path, given in attributes.numbers.items():
            numbers[path] = list(map(stored_number, given))
            keys[f"number.{path}"] = numbers[path][0]
        for path, times in attributes.dates.items():
            dates[path] = list(times)
            keys[f"date.{path}"] = dates[path][0]
        return cls(texts, numbers, dates, keys, list(_points(attributes)))


def key(field: Field) -> str | None:
    """Where `Columns.keys` has a field's first value; None if it has no order."""
    prefix = _KEY_PREFIXES.get(field.type)
    return None if prefix is None or field.path == DOCUMENT_ID else f"{prefix}.{field.path}"


def _points(attributes: Attributes) -> Iterator[str]:
    for path, places in attributes.points.items():
        for place in places:
            yield f"{path}/{geo.cell(place)}/{place.latitude!r},{place.longitude!r}"


def place_of(term: str) -> geo.Point:
    """The place of a term of `Columns.points`."""
    latitude, longitude = term.rsplit("/", 1)[1].split(",")
    return geo.Point(float(latitude), float(longitude))


def stored_text(text: str) -> str:
    """The text as the index has it."""
    return text + _MARK if text[:1].isdecimal() and _LIKE_TIME.match(text) else text


def original_text(stored: str) -> str:
    """The text that `stored_text` was given."""
    return stored[:-1] if _LIKE_TIME.match(stored) else stored


def stored_number(number: float) -> int:
    """A 64-bit integer for a finite number, in the order of the numbers."""
    bits: int
    (bits,) = _INTEGER.unpack(_DOUBLE.pack(number + 0.0))
    return bits if bits >= 0 else bits ^ _SIGN_FLIP


def original_number(stored: int) -> float:
    """The number that `stored_number` was given."""
    bits = stored if stored >= 0 else stored ^ _SIGN_FLIP
    number: float = _DOUBLE.unpack(_INTEGER.pack(bits))[0]
    return number
