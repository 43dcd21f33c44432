"""Ranking formulas: numbers, signals and functions of them, joined by `+`, `-` and `*`.

A formula is worked out for all results at once, as `rr` and `drr` are about the place of each among
the others. What a result does not have is NaN, and so is all that is made of it but by `is_nan` and
`fill_nan` (rules as in "Customize search results ranking", cloud.google.com/generative-ai-app-
builder/docs/custom-ranking).
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Column: TypeAlias = Sequence[float]
Columns: TypeAlias = Mapping[str, Column]
_Node: TypeAlias = Callable[[Columns, int], Column]
_Step: TypeAlias = tuple[Callable[[float, float], float], _Node]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_][\w.]*)|(?P<symbol>[-+*(),]))",
    re.ASCII,
)
_LONGEST = 5_000
_DEEPEST = 50

PRODUCT = "dotProduct"
"""The function of a field, not of a signal: its columns are named `dotProduct(field)`."""

DISTANCE = "geo_distance"
"""The function of a place and a field: a column is named `geo_distance(request_loc,c.field)`."""

ORIGINS = ("query_loc", "request_loc")
"""The places that distances are counted from."""


class RankingExpressionError(ValueError):
    """A formula that is refused, with the reason and where in the text."""

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(f"{reason} (at position {position})")


@dataclass(frozen=True, slots=True)
class RankingExpression:
    """A formula that was read; `signals` are the columns that it needs."""

    signals: frozenset[str]
    node: _Node

    def values(self, columns: Columns, count: int) -> list[float]:
        """Return the value for each of `count` results from the values of the signals."""
        return list(self.node(columns, count))


def parse_expression(
    text: str, is_signal: Callable[[str], bool], functions: Collection[str] | None = None
) -> RankingExpression:
    """Read a formula. Raises RankingExpressionError for bad syntax and names that are not known.

    Only some `functions` may be allowed.
    """
    if len(text) > _LONGEST:
        raise RankingExpressionError(f"A formula has at most {_LONGEST} characters", _LONGEST)
    parser = _Parser(text, is_signal, _ALL if functions is None else functions)
    node = parser.sum(0)
    parser.expect("")
    return RankingExpression(frozenset(parser.signals), node)


def descending(values: Column) -> list[int]:
    """Return the places of values from the highest on; NaN comes last, equal ones as they stand."""
    return sorted(range(len(values)), key=lambda place: (math.isnan(values[place]), -values[place]))


class _Parser:
    """Recursive descent; each method reads one rule of the grammar."""

    def __init__(
        self, text: str, is_signal: Callable[[str], bool], functions: Collection[str]
    ) -> None:
        self._tokens = list(_tokens(text))
        self._is_signal = is_signal
        self._functions = functions
        self.signals: set[str] = set()

    def sum(self, depth: int) -> _Node:
        """`product { ("+" | "-") product }`."""
        first, rest = self._product(depth), list[_Step]()
        while self._token in ("+", "-"):
            combine = operator.add if self._next() == "+" else operator.sub
            rest.append((combine, self._product(depth)))
        return _folded(first, *rest)

    def expect(self, token: str) -> None:
        """Read this token, `""` being the end."""
        if self._token != token:
            raise self._error()
        self._next()

    def _product(self, depth: int) -> _Node:
        first, rest = self._factor(depth), list[_Step]()
        while self._token == "*":
            self._next()
            rest.append((operator.mul, self._factor(depth)))
        return _folded(first, *rest)

    def _factor(self, depth: int) -> _Node:
        """`["-"] (number | signal | function "(" arguments ")" | "(" sum ")")`."""
        if depth > _DEEPEST:
            raise RankingExpressionError("The formula is nested too deeply", self._position)
        kind, token, position = self._tokens[0]
        self._next()
        if token == "-":
            return _folded(_constant(0.0), (operator.sub, self._factor(depth + 1)))
        if token == "(":
            node = self.sum(depth + 1)
            self.expect(")")
            return node
        if kind == "number":
            return _constant(float(token))
        if kind == "name":
            is_call = self._token == "("
            return self._call(token, position, depth) if is_call else self._signal(token, position)
        raise _unexpected(token, position)

    def _call(self, name: str, position: int, depth: int) -> _Node:
        if name not in self._functions:
            raise RankingExpressionError(f"'{name}' is not a function", position)
        self.expect("(")
        node = _FUNCTIONS[name](self, depth + 1) if name != PRODUCT else self._dot_product()
        self.expect(")")
        return node

    def _dot_product(self) -> _Node:
        name = f"{PRODUCT}({self._name()})"
        self.signals.add(name)
        return lambda columns, _: columns[name]

    def geo_distance(self, _: int) -> _Node:
        """`geo_distance "(" ("query_loc" | "request_loc") "," field ")"`."""
        position = self._position
        if (source := self._name()) not in ORIGINS:
            raise RankingExpressionError(f"'{source}' is none of {', '.join(ORIGINS)}", position)
        self.expect(",")
        position = self._position
        name = f"{DISTANCE}({source},{self._name()})"
        return self._signal(name, position)

    def _name(self) -> str:
        if self._tokens[0][0] != "name":
            raise self._error()
        return self._next()

    def _signal(self, name: str, position: int) -> _Node:
        if not self._is_signal(name):
            raise RankingExpressionError(f"'{name}' is not a signal", position)
        self.signals.add(name)
        return lambda columns, _: columns[name]

    def log(self, depth: int) -> _Node:
        return _each(_log, self.sum(depth))

    def exp(self, depth: int) -> _Node:
        return _each(_exp, self.sum(depth))

    def is_nan(self, depth: int) -> _Node:
        return _each(lambda value: float(math.isnan(value)), self.sum(depth))

    def fill_nan(self, depth: int) -> _Node:
        node = self.sum(depth)
        self.expect(",")
        return _folded(
            node, (lambda one, other: other if math.isnan(one) else one, self.sum(depth))
        )

    def reciprocal_rank(self, depth: int) -> _Node:
        node, constant = self._ranked(depth, "rr")
        return lambda columns, count: _reciprocal_ranks(node(columns, count), constant)

    def dense_reciprocal_rank(self, depth: int) -> _Node:
        node, constant = self._ranked(depth, "drr")
        return lambda columns, count: _dense_reciprocal_ranks(node(columns, count), constant)

    def _ranked(self, depth: int, function: str) -> tuple[_Node, float]:
        node = self.sum(depth)
        self.expect(",")
        kind, token, position = self._tokens[0]
        if kind != "number" or not float(token) > 0:
            reason = f"The second argument of {function} must be a number above 0"
            raise RankingExpressionError(reason, position)
        self._next()
        return node, float(token)

    @property
    def _token(self) -> str:
        return self._tokens[0][1]

    @property
    def _position(self) -> int:
        return self._tokens[0][2]

    def _next(self) -> str:
        _, token, _ = self._tokens[0]
        if len(self._tokens) > 1:  # The last one is the end, which stays.
            del self._tokens[0]
        return token

    def _error(self) -> RankingExpressionError:
        return _unexpected(self._token, self._position)


_FUNCTIONS: Mapping[str, Callable[[_Parser, int], _Node]] = {
    "log": _Parser.log,
    "exp": _Parser.exp,
    "rr": _Parser.reciprocal_rank,
    "drr": _Parser.dense_reciprocal_rank,
    DISTANCE: _Parser.geo_distance,
    "is_nan": _Parser.is_nan,
    "fill_nan": _Parser.fill_nan,
}
_ALL = frozenset(_FUNCTIONS)


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    position = 0
    while match := _TOKEN.match(text, position):
        kind = match.lastgroup or ""
        yield kind, match[kind], match.start(kind)
        position = match.end()
    if rest := text[position:].lstrip():
        raise _unexpected(rest[0], len(text) - len(rest))
    yield "end", "", len(text)


def _unexpected(token: str, position: int) -> RankingExpressionError:
    return RankingExpressionError(f"syntax error at token '{token or '<EOF>'}'", position)


def _constant(value: float) -> _Node:
    return lambda _, count: [value] * count


def _each(function: Callable[[float], float], node: _Node) -> _Node:
    return lambda columns, count: [function(value) for value in node(columns, count)]


def _folded(first: _Node, *steps: _Step) -> _Node:
    """What the steps make of the first one, one after the other: a sum may have thousands."""

    def node(columns: Columns, count: int) -> Column:
        values = first(columns, count)
        for function, other in steps:
            values = list(map(function, values, other(columns, count)))
        return values

    return node


def _log(value: float) -> float:
    if value == 0:
        return -math.inf
    return math.log(value) if value > 0 else math.nan


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def _reciprocal_ranks(values: Column, constant: float) -> Column:
    """1 / (rank + constant), the highest value having rank 0 and NaN the last ones."""
    ranks = [0.0] * len(values)
    for rank, place in enumerate(descending(values)):
        ranks[place] = 1 / (rank + constant)
    return ranks


def _dense_reciprocal_ranks(values: Column, constant: float) -> Column:
    """The same where equal values have one rank, and the next lower one has the rank after it."""
    ranks: dict[float, int] = {}
    for value in sorted((one for one in values if not math.isnan(one)), reverse=True):
        ranks.setdefault(value, len(ranks))
    return [1 / (ranks.get(value, len(ranks)) + constant) for value in values]
