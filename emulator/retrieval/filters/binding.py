"""A filter's syntax tree to conditions, checking that every operator fits its field's type."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from emulator.retrieval.filters import dates, errors, geo
from emulator.retrieval.filters.conditions import (
    DOCUMENT_ID,
    EARLIEST,
    LATEST,
    NOTHING,
    Condition,
    DateIn,
    IsTrue,
    NumberIn,
    TextIn,
    Within,
)
from emulator.retrieval.filters.dates import Period
from emulator.retrieval.filters.errors import FilterError
from emulator.retrieval.filters.fields import Field, Fields, FieldType
from emulator.retrieval.filters.parser import Grammar, parse
from emulator.retrieval.filters.syntax import (
    SITE_SEARCH,
    And,
    AnyOf,
    Atom,
    Comparison,
    Expression,
    GeoDistance,
    InRange,
    Not,
    OfField,
    Operator,
    Or,
    SiteSearch,
)

_TRUTH = {"true": True, "false": False}
_FORMS: Mapping[FieldType, str] = {
    "string": '{0}: ANY("...")',
    "number": "{0} = ... or {0}: IN(..., ...)",
    "integer": "{0} = ... or {0}: IN(..., ...)",
    "boolean": '{0} = "true"',
    "datetime": '{0} = "2024-12-31"',
    "geolocation": "{0}: GEO_DISTANCE(...)",
}
"""How a field of a type is filtered by."""


def read_filter(text: str, fields: Fields, grammar: Grammar = Grammar.SEARCH) -> Condition:
    """Parse and bind a filter. Raises FilterError."""
    return bind(parse(text, grammar), fields)


def read_condition(text: str, fields: Fields, grammar: Grammar = Grammar.SEARCH) -> Condition:
    """Read the condition of a boost, which may also be `true`. Raises FilterError."""
    wanted = "" if text.strip() == "true" else text
    return read_filter(wanted, fields, grammar)


def bind(expression: Expression, fields: Fields) -> Condition:
    """Return the condition that an expression is of these fields. Raises FilterError."""
    match expression:
        case Not(operand):
            return Not(bind(operand, fields))
        case And(operands):
            return And(tuple(bind(operand, fields) for operand in operands))
        case Or(operands):
            return Or(tuple(bind(operand, fields) for operand in operands))
        case atom:
            return _bound(atom, fields)


def _bound(atom: Atom, fields: Fields) -> Condition:
    if isinstance(atom, SiteSearch):
        return _pages(atom, fields)
    found = fields.of_each_type(atom.field.text)
    if not found and fields.lenient:
        return NOTHING
    if not found:
        raise _unsupported(atom, _unknown(atom.field.text, fields))
    return _of_any(atom, found, fields)


def _of_any(atom: OfField, found: Sequence[Field], fields: Fields) -> Condition:
    """Of the fields of several branches those that the atom fits; refused if it fits none."""
    bound: dict[Condition, None] = {}
    refusals = []
    for field in found:
        try:
            bound[_of_field(atom, field, fields)] = None
        except FilterError as error:
            refusals.append(error)
    if not bound:
        raise refusals[0]
    return next(iter(bound)) if len(bound) == 1 else Or(tuple(bound))


def _unknown(name: str, fields: Fields) -> str:
    return errors.ONE_ADDRESS if name == SITE_SEARCH else f"it is {fields.unknown(name)}"


def _pages(atom: SiteSearch, fields: Fields) -> Condition:
    found = fields.pages(atom.pattern)
    if found is not None:
        return TextIn(DOCUMENT_ID, tuple(found))
    if fields.lenient:
        return NOTHING
    raise _unsupported(atom, errors.NO_SITE)


def _of_field(atom: OfField, field: Field, fields: Fields) -> Condition:
    if isinstance(atom, Comparison):
        return _comparison(atom, field)
    return _called(atom, field, fields)


def _called(atom: AnyOf | InRange | GeoDistance, field: Field, fields: Fields) -> Condition:
    match atom, field.type:
        case AnyOf(_, values), "string":
            return TextIn(field.path, values)
        case InRange(_, least, greatest), "number" | "integer":
            return NumberIn(field.path, least, greatest)
        case GeoDistance() as geo_distance, "geolocation":
            return Within(field.path, _circle(geo_distance, field, fields))
    raise _of_another_type(atom, field)


def _comparison(atom: Comparison, field: Field) -> Condition:
    match field.type, atom.operator, atom.value:
        case "number" | "integer", _, float() as number:
            return NumberIn(field.path, *_numbers(atom.operator, number))
        case "datetime", _, value:
            return DateIn(field.path, *_dates(atom.operator, _period(value, atom.position)))
        case "boolean", "=", "true" | "false" as truth:
            return IsTrue(field.path, _TRUTH[truth])
        case ("string" | "geolocation", _, _) | ("boolean", "<" | "<=" | ">" | ">=", _):
            raise _of_another_type(atom, field)
    expected = '"true" or "false"' if field.type == "boolean" else "a number"
    reason = f"Field '{atom.field.text}' is compared to a value that is not {expected}"
    unquoted = "" if field.type == "boolean" else " without quotes"
    raise FilterError(reason, atom.position, expected + unquoted)


def _of_another_type(atom: OfField, field: Field) -> FilterError:
    expected = _FORMS[field.type].format(atom.field.text)
    return _unsupported(atom, f"it is of type {field.type}", expected)


def _unsupported(atom: Atom, why: str, expected: str = "") -> FilterError:
    name, compared = atom.field, isinstance(atom, Comparison)
    return errors.unsupported(name.text, why, name.position, expected, compared=compared)


def _numbers(operator: Operator, number: float) -> tuple[float, float]:
    match operator:
        case "<":
            return -math.inf, math.nextafter(number, -math.inf)
        case "<=":
            return -math.inf, number
        case ">":
            return math.nextafter(number, math.inf), math.inf
        case ">=":
            return number, math.inf
        case "=":
            return number, number


def _dates(operator: Operator, period: Period) -> tuple[int, int]:
    """`<` and `>=` are about the period's start, the others about its end; `=` is all of it."""
    match operator:
        case "<":
            return EARLIEST, period.start - 1
        case "<=":
            return EARLIEST, period.end - 1
        case ">":
            return period.end, LATEST
        case ">=":
            return period.start, LATEST
        case "=":
            return period.start, period.end - 1


def _period(value: float | str, position: int) -> Period:
    if isinstance(value, float):
        if not EARLIEST < value < LATEST:
            raise FilterError("The microseconds since the epoch are out of range", position)
        return Period(math.floor(value), math.floor(value) + 1)
    period = dates.period(value)
    if period is None:
        raise FilterError(f"'{value}' is not an ISO 8601 date or time", position)
    return period


def _circle(atom: GeoDistance, field: Field, fields: Fields) -> geo.Circle:
    if isinstance(atom.place, str):
        centre = geo.parse_point(atom.place) or fields.locate(field.path, atom.place)
        reason = (
            f"The address '{atom.place}' cannot be located: there is no geocoding service, and no"
            " document of that name with a place; use 'latitude,longitude'"
        )
    else:
        centre = geo.point(*atom.place)
        reason = "Latitude must be in [-90, 90] and longitude in [-180, 180]"
    if centre is None:
        raise FilterError(reason, atom.position)
    if not 0 <= atom.metres < math.inf:
        raise FilterError("The distance must not be negative", atom.position)
    return geo.Circle(centre, atom.metres)
