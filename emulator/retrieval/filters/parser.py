"""Filter text to its syntax tree.

filter = unary , ( { "AND" , unary } | { "OR" , unary } ) ;   (one joiner at a level)
unary  = [ "NOT" | "-" ] , ( atom | "(" , filter , ")" ) ;
atom   = field , ":" , ( any | in | geo ) | field , comparison , ( number | literal )
       | "siteSearch" , ":" , literal ;

NOT may stand before a group only if nothing is joined in it, as the service has it; documents of
Google's show otherwise. In filters of recommendations both joiners may stand at a level, where AND
binds tighter, and an atom may be `field : true`.
"""

from __future__ import annotations

import math
import re
from enum import Enum
from functools import lru_cache

from emulator.retrieval.filters import errors
from emulator.retrieval.filters.errors import FilterError, syntax_error
from emulator.retrieval.filters.lexer import Token, tokens
from emulator.retrieval.filters.syntax import (
    SITE_SEARCH,
    And,
    AnyOf,
    Comparison,
    Expression,
    GeoDistance,
    InRange,
    Name,
    Not,
    Or,
    SiteSearch,
    is_field,
)

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_BOUND = re.compile(rf"(?P<number>{_NUMBER})(?P<end>[ie]?)", re.ASCII)
_A_BOUND = 'a number or "*"'
_JOINERS = ("AND", "OR")
_TRUTHS = ("true", "false")
_FUNCTIONS = ("ANY", "IN", "GEO_DISTANCE")
_MEANT = {"==": '"="', **dict.fromkeys(("!=", "<>", "!"), "NOT before the field")}
_DEEPEST = 50
_LONGEST_KEPT = 2_000


class Grammar(Enum):
    """What is taken: what searches take, or NOT before joined groups as well, or all that filters
    of recommendations may have."""

    SEARCH = 0
    LENIENT = 1
    RECOMMENDATION = 2


def parse(text: str, grammar: Grammar = Grammar.SEARCH) -> Expression:
    """Parse a filter; blank text restricts nothing. Raises FilterError."""
    read = _parse if len(text) <= _LONGEST_KEPT else _parse.__wrapped__
    return read(text, grammar)


# A client sends the same filters and boosts with one query after another.
@lru_cache(maxsize=256)
def _parse(text: str, grammar: Grammar) -> Expression:
    parser = _Parser(tokens(text), grammar)
    return And(()) if parser.at("end") else parser.whole()


class _Parser:
    def __init__(self, found: list[Token], grammar: Grammar) -> None:
        self._tokens = found
        self._next = 0
        self._grammar = grammar

    def at(self, kind: str, *texts: str) -> bool:
        token = self._tokens[self._next]
        return token.kind == kind and (not texts or token.text in texts)

    def whole(self) -> Expression:
        expression = self._filter(0)
        self._take("end", expected="AND, OR or the end")
        return expression

    def _filter(self, depth: int) -> Expression:
        if self._grammar is Grammar.RECOMMENDATION:
            return self._mixed(depth)
        operands = [self._unary(depth)]
        joiner = self._tokens[self._next].text
        while self.at("word", *_JOINERS):
            self._take("word", joiner, expected=f"{joiner}, or parentheses around one of the two")
            operands.append(self._unary(depth))
        return _joined(joiner, operands)

    def _mixed(self, depth: int) -> Expression:
        """Alternatives, each of what all must hold."""
        alternatives = [[self._unary(depth)]]
        while self.at("word", *_JOINERS):
            joiner = self._take("word", expected="AND or OR").text
            operand = self._unary(depth)
            if joiner == "OR":
                alternatives.append([operand])
            else:
                alternatives[-1].append(operand)
        return _joined("OR", [_joined("AND", operands) for operands in alternatives])

    def _unary(self, depth: int) -> Expression:
        if not self._negation():
            return self._operand(depth)
        position = self._tokens[self._next].position
        operand = self._operand(depth)
        if self._grammar is Grammar.SEARCH and isinstance(operand, And | Or):
            raise FilterError(errors.NEGATED_GROUP, position)
        return Not(operand)

    def _negation(self) -> bool:
        token = self._tokens[self._next]
        if self.at("word", "NOT", "-"):
            self._next += 1
        elif self.at("word") and token.text.startswith("-"):
            self._tokens[self._next] = Token("word", token.text[1:], token.position + 1)
        else:
            return False
        return True

    def _operand(self, depth: int) -> Expression:
        if not self.at("mark", "("):
            return self._atom()
        if depth == _DEEPEST:
            raise FilterError("nested too deeply", self._tokens[self._next].position)
        self._next += 1
        expression = self._filter(depth + 1)
        self._take("mark", ")", expected='AND, OR or ")"')
        return expression

    def _atom(self) -> Expression:
        field = self._field()
        if self.at("mark", ":"):
            self._next += 1
            return self._call(field)
        if field.text in _FUNCTIONS and self.at("mark", "("):
            raise syntax_error(field.text, field.position, f'{errors.FIELD} and ":" before it')
        return self._comparison(field)

    def _field(self) -> Name:
        token = self._take("word", expected=errors.FIELD)
        if not is_field(token.text):
            raise syntax_error(token.text, token.position, errors.FIELD)
        return Name(token.text, token.position)

    def _call(self, field: Name) -> Expression:
        if self.at("string"):
            return self._of_website(field)
        if self._grammar is Grammar.RECOMMENDATION and self.at("word", *_TRUTHS):
            token = self._take("word", expected=errors.VALUE)
            return Comparison(field, "=", token.text, token.position)
        function = self._take("word", *_FUNCTIONS, expected=errors.FUNCTION)
        self._take("mark", "(", expected='"("')
        match function.text:
            case "ANY":
                atom: Expression = AnyOf(field, self._literals())
            case "IN":
                atom = self._range(field)
            case _:
                atom = self._geo_distance(field, function.position)
        self._take("mark", ")", expected='"," or ")"' if function.text == "ANY" else '")"')
        return atom

    def _of_website(self, field: Name) -> SiteSearch:
        token = self._take("string", expected=errors.LITERAL)
        if field.text in errors.OF_THE_WEB:
            raise FilterError(errors.NO_WEB.format(field.text), field.position)
        if field.text != SITE_SEARCH:
            raise syntax_error(token.text, token.position, f"ANY({token.text})")
        return SiteSearch(field, token.literal)

    def _literals(self) -> tuple[str, ...]:
        values = [self._literal()]
        while self.at("mark", ","):
            self._next += 1
            values.append(self._literal())
        return tuple(values)

    def _literal(self) -> str:
        return self._take("string", expected=errors.LITERAL).literal

    def _range(self, field: Name) -> InRange:
        lower = self._bound("i", -math.inf)
        self._take("mark", ",", expected='","')
        upper = self._bound("e", math.inf)
        return InRange(field, lower, upper)

    def _bound(self, default_end: str, open_end: float) -> float:
        """The outermost number inside a bound; `e` is exclusive, `i` inclusive."""
        token = self._take("word", expected=_A_BOUND)
        if token.text == "*":
            return open_end
        match = _BOUND.fullmatch(token.text)
        if match is None:
            raise syntax_error(token.text, token.position, _A_BOUND)
        number = float(match["number"])
        end = match["end"] or default_end
        return math.nextafter(number, -open_end) if end == "e" else number

    def _geo_distance(self, field: Name, position: int) -> GeoDistance:
        place: tuple[float, float] | str
        if self.at("string"):
            place = self._literal()
        else:
            latitude = self._number(errors.VALUE)
            self._take("mark", ",", expected='","')
            place = latitude, self._number()
        self._take("mark", ",", expected='","')
        return GeoDistance(field, place, self._number(), position)

    def _comparison(self, field: Name) -> Comparison:
        token = self._take("operator", expected='":" or one of <, <=, =, >=, >')
        match token.text:
            case "<" | "<=" | ">" | ">=" | "=" as operator:
                position = self._tokens[self._next].position
                literal = self.at("string")
                value = self._literal() if literal else self._number(errors.VALUE)
                return Comparison(field, operator, value, position)
            case operator:
                raise FilterError(errors.OPERATORS, token.position, _MEANT.get(operator, ""))

    def _number(self, expected: str = errors.NUMBER) -> float:
        token = self._take("word", expected=expected)
        if not re.fullmatch(_NUMBER, token.text, re.ASCII):
            raise syntax_error(token.text, token.position, expected)
        return float(token.text)

    def _take(self, kind: str, *texts: str, expected: str) -> Token:
        """Go past the token, which must be of this kind and one of these texts if any are given;
        else `expected` says what may stand there."""
        token = self._tokens[self._next]
        if not self.at(kind, *texts):
            raise syntax_error(token.text, token.position, expected)
        if kind != "end":
            self._next += 1
        return token


def _joined(joiner: str, operands: list[Expression]) -> Expression:
    if len(operands) == 1:
        return operands[0]
    return And(tuple(operands)) if joiner == "AND" else Or(tuple(operands))
