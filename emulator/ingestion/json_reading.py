"""JSON as it is taken everywhere: UTF-8, strict, and not too deep to be read again."""

from __future__ import annotations

import orjson

from emulator.ingestion.document import ParseError

# As deep as protobuf reads JSON.
_DEEPEST = 100


def loads(data: bytes | str) -> object:
    """Return the value; ParseError says what is wrong with text that is not JSON."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise ParseError(f"The JSON is not valid: {error}.") from None
    if _openings(data) > _DEEPEST and _is_deeper(value, _DEEPEST):
        raise ParseError(f"The JSON is nested more than {_DEEPEST} levels deep.")
    return value


def _openings(data: bytes | str) -> int:
    """At least the depth, and found much faster."""
    if isinstance(data, bytes):
        return data.count(b"{") + data.count(b"[")
    return data.count("{") + data.count("[")


def _is_deeper(value: object, levels: int) -> bool:
    layer = [value]
    for _ in range(levels):
        layer = [child for one in layer for child in _children(one)]
    return any(isinstance(one, dict | list) for one in layer)


def _children(value: object) -> list[object]:
    match value:
        case dict():
            return list(value.values())
        case list():
            return value
        case _:
            return []
