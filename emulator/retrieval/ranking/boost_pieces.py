"""How a boost divides what is selected into pieces that it adds about the same amount to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import tantivy
from tantivy import Occur

from emulator.retrieval.filters.compile import clauses
from emulator.retrieval.filters.conditions import EARLIEST, LATEST
from emulator.retrieval.index import columns, queries, schema
from emulator.retrieval.index.selection import Selection
from emulator.retrieval.ranking.boosts import Boost, Curve

_INFINITY = float("inf")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what is selected: the restrictions that make it, and what it gets added."""

    restrictions: tuple[queries.Clause, ...]
    amount: Amount


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a curve: the values in `[low, high]`, as the index has them."""

    curve: Curve
    low: int
    high: int

    @classmethod
    def whole(cls, curve: Curve) -> Span:
        """All values that a document can have."""
        if curve.field.type == "datetime":
            return cls(curve, EARLIEST, LATEST)
        return cls(curve, columns.stored_number(-_INFINITY), columns.stored_number(_INFINITY))

    @property
    def limits(self) -> tuple[float, float]:
        """The least and the greatest amount."""
        ends = self._amount(self.low), self._amount(self.high)
        return min(ends), max(ends)

    @property
    def column(self) -> str:
        """Where the index has the values."""
        return f"{schema.KEYS}.{columns.key(self.curve.field)}"

    def split(self) -> list[Piece]:
        """Cut at the middle one of the control points inside, or in the middle of the values."""
        inside = [self._stored(value) for value, _ in self.curve.points]
        inside = [value for value in inside if self.low < value < self.high]
        middle = (self._value(self.low) + self._value(self.high)) / 2
        cut = inside[len(inside) // 2] if inside else self._stored(middle)
        cut = min(max(cut, self.low), self.high - 1)
        return [self._piece(self.low, cut), self._piece(cut + 1, self.high)]

    def amounts(self, selection: Selection) -> dict[int, float]:
        """What is added to each document or chunk that has a value."""
        return {
            identity: self._amount(stored)
            for identity, stored in selection.integers(self.column).items()
        }

    def _piece(self, low: int, high: int) -> Piece:
        restriction = Occur.Must, queries.in_range(self.column, low, high)
        flat = self._amount(low) == self._amount(high)
        return Piece((restriction,), self._amount(low) if flat else Span(self.curve, low, high))

    def _amount(self, stored: int) -> float:
        return self.curve.amount(self._value(stored))

    def _value(self, stored: int) -> float:
        return stored if self._is_date else columns.original_number(stored)

    def _stored(self, value: float) -> int:
        return int(value) if self._is_date else columns.stored_number(value)

    @property
    def _is_date(self) -> bool:
        return self.curve.field.type == "datetime"


@dataclass(frozen=True, slots=True)
class Conditional:
    """An amount for what matches the condition, and nothing for all else."""

    matching: tuple[queries.Clause, ...]
    others: queries.Clause
    amount: float | Span

    @classmethod
    def of(cls, boost: Boost, searcher: tantivy.Searcher) -> Conditional:
        """Compile a boost; what has no value on its curve counts as not matching."""
        matching = clauses([boost.condition], searcher)
        amount: float | Span
        if isinstance(boost.amount, Curve):
            amount = Span.whole(boost.amount)
            matching.append((Occur.Must, tantivy.Query.exists_query(amount.column)))
        else:
            amount = boost.amount
        every = (Occur.Must, tantivy.Query.all_query())
        others = Occur.MustNot, tantivy.Query.boolean_query([every, *matching])
        return cls(tuple(matching), others, amount)

    @property
    def is_fixed(self) -> bool:
        """Whether all that match get the same."""
        return not isinstance(self.amount, Span)

    @property
    def limits(self) -> tuple[float, float]:
        """The least and the greatest amount."""
        least, greatest = limits(self.amount)
        return min(least, 0.0), max(greatest, 0.0)

    def split(self) -> list[Piece]:
        """Tell what matches from what does not."""
        return [Piece(self.matching, self.amount), Piece((self.others,), 0.0)]

    def amounts(self, selection: Selection) -> dict[int, float]:
        """What is added to each document or chunk that matches."""
        inside = selection.narrowed(*self.matching)
        if isinstance(self.amount, Span):
            return self.amount.amounts(inside)
        return dict.fromkeys(inside.identities(), self.amount)


Amount: TypeAlias = float | Span | Conditional


def limits(amount: Amount) -> tuple[float, float]:
    """Return the least and the greatest that an amount can be."""
    return (amount, amount) if isinstance(amount, float | int) else amount.limits
