"""JSON as it is taken everywhere: UTF-8, strict, and not too deep to be read again."""

from __future__ import annotations

import orjson

from emulator.ingestion.document import ParseError
from emulator.json_depth import is_deeper

# As deep as protobuf reads JSON.
DEEPEST = 100


def loads(data: bytes | str) -> object:
    """Return the value; ParseError says what is wrong with text that is not JSON."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise ParseError(f"The JSON is not valid: {error}.") from None
    if is_deeper(value, data, DEEPEST):
        raise ParseError(f"The JSON is nested more than {DEEPEST} levels deep.")
    return value
