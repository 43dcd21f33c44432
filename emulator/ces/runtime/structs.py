"""JSON of an app's code or of a client, as Structs in messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from emulator.surface.errors import failed_precondition
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message
from emulator.surface.wellknown import STRUCT_LEVELS, fill_struct

MOST_RESULT_BYTES = 1 << 20
"""The largest result of a tool that is taken; ours, the service publishes none."""


class BadJson(ValueError):
    """A value that no Struct can hold, or that would be nested too deep to be read again."""


def fill(struct: Message, values: Mapping[str, Any]) -> None:
    """Fill a Struct; BadJson for what it cannot hold."""
    struct.SetInParent()
    try:
        fill_struct(struct, dict(values), STRUCT_LEVELS)
    except (ValueError, TypeError, OverflowError) as error:
        raise BadJson(str(error)) from None


def json_text(value: Any) -> str:
    """The JSON of a value that code may have made: with numbers of any size."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def limited(response: dict[str, Any]) -> dict[str, Any]:
    """The response of a tool; an error in its place if no message can carry it."""
    struct = protobuf.Struct()
    try:
        fill(struct, response)
    except BadJson as error:
        return {"error": f"The result cannot be returned: {error}."}
    size = struct.ByteSize()
    if size > MOST_RESULT_BYTES:
        return {"error": f"The result has {size} bytes; at most {MOST_RESULT_BYTES} are taken."}
    return response


def keep(struct: Message, values: Mapping[str, Any], what: str) -> None:
    """Fill a Struct; FAILED_PRECONDITION for what code of an app gives that it cannot hold."""
    try:
        fill(struct, values)
    except BadJson as error:
        raise failed_precondition(f"{what} cannot be kept: {error}.") from None
