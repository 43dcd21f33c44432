"""The filters and orders of list methods (AIP-160, AIP-132): text to conditions on known fields.

filter     = [ sequence ] ;
sequence   = factor , { [ "AND" | "," ] , factor } ;
factor     = term , { "OR" , term } ;
term       = [ "NOT" | "-" ] , ( restriction | "(" , filter , ")" ) ;
restriction = field , ( "=" | "!=" | "<" | "<=" | ">" | ">=" | ":" ) , value
            | field , ":" , "*"
            | function , "(" , value , ")" ;
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from emulator.storage.conditions import All, Compare, Condition, Either, Not, labels_text
from emulator.storage.keyset_pages import Order
from emulator.surface.errors import ApiError, invalid_argument
from emulator.surface.messages import microseconds, protobuf
from emulator.surface.registry import snake_case

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<operator><=|>=|!=|[=<>:])
    |(?P<mark>[(),])
    |(?P<word>[^\s()=<>!:,"']+))""",
    re.VERBOSE,
)
# A value that is not quoted may have colons in it, as a time has.
_BARE_VALUE = re.compile(r"""\s*(?P<word>[^\s()=<>!:,"'][^\s()=<>!,"']*)""")
_MAX_DEPTH = 50
_MAX_RESTRICTIONS = 200  # SQLite takes an expression of a thousand parts.
_MAX_DIGITS = 9  # of a number that may stand for an enum's value
_EQUALITY = (":", "=", "!=")

Value: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True)
class Field:
    """A field that may stand in a filter: the column and how its text becomes a value.

    `convert` raises ValueError for text that is not one of the field's values. Of a list, `:` and
    `=` ask whether it has the value (AIP-160). A search is a function of the text to look for. With
    `has_parts`, `:` asks for a part of a text, in any case.
    """

    column: str
    convert: Callable[[str], Value] = str
    is_list: bool = False
    is_search: bool = False
    has_parts: bool = False

    @property
    def is_ordered(self) -> bool:
        """Whether one value may be less than another, which neither lists nor booleans are."""
        return not self.is_list and self.convert is not boolean


def parse_filter(text: str, fields: Mapping[str, Field]) -> Condition:
    """The condition that a `filter` asks for; INVALID_ARGUMENT naming the position if malformed."""
    return _Parser(text, fields).parse()


def parse_order(text: str, columns: Mapping[str, str]) -> Order:
    """`update_time desc, name` -> columns with whether each is descending."""
    order: list[tuple[str, bool]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, *direction = part.split()
        column = columns.get(snake_case(name))
        if column is None or direction not in ([], ["asc"], ["desc"]):
            known = ", ".join(sorted(columns))
            raise invalid_argument("order_by", f"cannot order by '{part}'; known are {known}.")
        order.append((column, direction == ["desc"]))
    return tuple(order)


def boolean(text: str) -> bool:
    """`true` or `false`."""
    if text.lower() not in ("true", "false"):
        raise ValueError("expected true or false")
    return text.lower() == "true"


def time(text: str) -> int:
    """An RFC 3339 time as microseconds since the epoch."""
    stamp = protobuf.Timestamp()
    stamp.FromJsonString(text)
    return microseconds(stamp)


def enum_number(enum: object) -> Callable[[str], int]:
    """What turns the name or the number of an enum's value into its number."""

    def convert(text: str) -> int:
        if not text.isdecimal():
            return int(enum.Value(text))  # type: ignore[attr-defined]
        if len(text) > _MAX_DIGITS:
            raise ValueError("too large for an enum")
        return int(text)

    return convert


class _Parser:
    def __init__(self, text: str, fields: Mapping[str, Field]) -> None:
        self._text = text
        self._fields = fields
        self._tokens = list(self._scan())
        self._next = 0
        self._restrictions = 0

    def parse(self) -> Condition:
        if self._kind() == "end":
            return All()
        condition = self._sequence(0)
        if self._kind() != "end":
            raise self._error("unexpected")
        return condition

    def _scan(self) -> list[tuple[str, str, int]]:
        tokens: list[tuple[str, str, int]] = []
        text, position = self._text.rstrip(), 0
        while position < len(text):
            follows = bool(tokens) and tokens[-1][0] == "operator"
            bare = _BARE_VALUE.match(text, position) if follows else None
            match = bare or _TOKEN.match(text, position)
            if match is None or match.lastgroup is None:
                position += len(text[position:]) - len(text[position:].lstrip())
                raise self._at(position, "unexpected character")
            tokens.append(
                (match.lastgroup, match.group(match.lastgroup), match.start(match.lastgroup))
            )
            position = match.end()
        return [*tokens, ("end", "", len(text))]

    def _sequence(self, depth: int) -> Condition:
        if depth > _MAX_DEPTH:
            raise self._error("nested too deeply")
        parts = [self._factor(depth)]
        while self._kind() != "end" and self._token() != ")":
            if self._token() in ("AND", ","):
                self._next += 1
            parts.append(self._factor(depth))
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _factor(self, depth: int) -> Condition:
        parts = [self._term(depth)]
        while self._token() == "OR":
            self._next += 1
            parts.append(self._term(depth))
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _term(self, depth: int) -> Condition:
        token = self._token()
        if token == "NOT":
            self._next += 1
            return Not(self._atom(depth))
        if token.startswith("-"):
            kind, text, position = self._tokens[self._next]
            self._tokens[self._next] = (kind, text[1:], position + 1)
            if text == "-":
                self._next += 1
            return Not(self._atom(depth))
        return self._atom(depth)

    def _atom(self, depth: int) -> Condition:
        if self._token() != "(":
            return self._restriction()
        self._next += 1
        condition = self._sequence(depth + 1)
        self._take_mark(")")
        return condition

    def _restriction(self) -> Condition:
        name = self._take("word", "a field")
        field = self._fields.get(snake_case(name))
        if field is None:
            known = ", ".join(sorted(self._fields))
            raise invalid_argument("filter", f"cannot filter by '{name}'; known are {known}.")
        self._restrictions += 1
        if self._restrictions > _MAX_RESTRICTIONS:
            raise self._error("too many conditions before")
        if field.is_search:
            return self._search(name, field)
        operator = self._take("operator", "an operator")
        if operator not in _EQUALITY and not field.is_ordered:
            self._next -= 1
            raise self._error(f"'{name}' has no order, so it cannot be compared by")
        if operator == ":" and self._token() == "*":
            self._next += 1
            return _is_set(field)
        value = self._value(name, field)
        if not field.is_list:
            has = "search" if field.has_parts else "="
            return Compare(field.column, has if operator == ":" else operator, value)
        holds = Compare(field.column, ":", value)
        return Not(holds) if operator == "!=" else holds

    def _search(self, name: str, field: Field) -> Condition:
        self._take_mark("(")
        value = self._value(name, field)
        self._take_mark(")")
        return Compare(field.column, "search", value)

    def _value(self, name: str, field: Field) -> Value:
        if self._kind() not in ("word", "string"):
            raise self._error("expected a value instead of")
        kind, text, position = self._tokens[self._next]
        self._next += 1
        try:
            return field.convert(_unquote(text) if kind == "string" else text)
        except ValueError:
            raise self._at(position, f"'{text}' is not a value of '{name}'") from None

    def _take(self, kind: str, what: str) -> str:
        if self._kind() != kind:
            raise self._error(f"expected {what} instead of")
        self._next += 1
        return self._tokens[self._next - 1][1]

    def _take_mark(self, mark: str) -> None:
        if self._token() != mark:
            raise self._error(f"expected '{mark}' instead of")
        self._next += 1

    def _kind(self) -> str:
        return self._tokens[self._next][0]

    def _token(self) -> str:
        return self._tokens[self._next][1]

    def _error(self, reason: str) -> ApiError:
        _, text, position = self._tokens[self._next]
        return self._at(position, f"{reason} '{text}'" if text else f"{reason} the end")

    def _at(self, position: int, reason: str) -> ApiError:
        return invalid_argument("filter", f"{reason} at position {position} of '{self._text}'.")


def _is_set(field: Field) -> Condition:
    """What `field:*` asks: whether it has any value, and a list any member (AIP-160)."""
    empty = "" if field.convert is str else 0
    return Compare(field.column, "set", labels_text(()) if field.is_list else empty)


def _unquote(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])
