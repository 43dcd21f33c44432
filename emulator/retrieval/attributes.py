"""Structured data in the form that the index's JSON field can hold."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.retrieval.analysis import encodable

# Tantivy walks JSON recursively and would overflow its stack; protobuf stops at 100 levels too.
_DEEPEST = 64

_SMALLEST_INTEGER = -(2**63)
_LARGEST_INTEGER = 2**63 - 1


def json_object(attributes: Mapping[str, object]) -> dict[str, object]:
    """Return `attributes` as a JSON object that Tantivy accepts.

    Integers beyond 64 bits become floats, values that JSON lacks become strings, and what lies
    deeper than 64 levels is left out.
    """
    return {encodable(str(key)): _value(value, 1) for key, value in attributes.items()}


def _value(value: object, depth: int) -> object:
    match value:
        case str():
            return encodable(value)
        case int() if not _SMALLEST_INTEGER <= value <= _LARGEST_INTEGER:
            return _float(value)
        case None | bool() | int() | float():
            return value
        case _ if depth >= _DEEPEST:
            return None
        case Mapping():
            return {encodable(str(key)): _value(item, depth + 1) for key, item in value.items()}
        case list() | tuple():
            return [_value(item, depth + 1) for item in value]
        case _:
            return encodable(str(value))


def _float(value: int) -> float | str:
    try:
        return float(value)
    except OverflowError:
        return str(value)
