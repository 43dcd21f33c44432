"""The syntax tree of a filter.

A tree is a leaf, or NOT, AND, OR of trees; AND of nothing holds always, OR of nothing never.
Leaves are what was written (below) or, once the fields are known, conditions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, Literal, TypeAlias, TypeVar

Leaf = TypeVar("Leaf")

_FIELD = re.compile(r"(?!(?:AND|OR|NOT)\Z)\w[\w-]*(?:\.\w[\w-]*)*")


@dataclass(frozen=True, slots=True)
class Not(Generic[Leaf]):
    """What the operand does not match."""

    operand: Tree[Leaf]


@dataclass(frozen=True, slots=True)
class And(Generic[Leaf]):
    """What all operands match."""

    operands: tuple[Tree[Leaf], ...]


@dataclass(frozen=True, slots=True)
class Or(Generic[Leaf]):
    """What any operand matches."""

    operands: tuple[Tree[Leaf], ...]


Tree: TypeAlias = Leaf | Not[Leaf] | And[Leaf] | Or[Leaf]

Operator: TypeAlias = Literal["<", "<=", ">", ">=", "="]


@dataclass(frozen=True, slots=True)
class Name:
    """A field as written, and where it stands in the text."""

    text: str
    position: int


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`field: ANY("a", "b")`."""

    field: Name
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InRange:
    """`field: IN(1, 5e)` as the least and the greatest number in it; open ends are infinite."""

    field: Name
    least: float
    greatest: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """`field >= 5` or `field = "text"`."""

    field: Name
    operator: Operator
    value: float | str
    position: int


@dataclass(frozen=True, slots=True)
class GeoDistance:
    """`field: GEO_DISTANCE(40.6, -73.8, 30000)`; the place is two numbers or a literal."""

    field: Name
    place: tuple[float, float] | str
    metres: float
    position: int


SITE_SEARCH = "siteSearch"


@dataclass(frozen=True, slots=True)
class SiteSearch:
    """`siteSearch: "https://example.com/docs/*"`, which asks for pages by their addresses."""

    field: Name
    pattern: str


OfField: TypeAlias = AnyOf | InRange | Comparison | GeoDistance
Atom: TypeAlias = OfField | SiteSearch
Expression: TypeAlias = Tree[Atom]


@lru_cache(maxsize=4096)  # The documents of a data store have the same fields.
def is_field(name: str) -> bool:
    """Return whether a filter can name a field so: "Unit price" and "OR" it cannot."""
    return _FIELD.fullmatch(name) is not None
