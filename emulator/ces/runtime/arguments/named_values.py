"""Values after the name of their parameter: `id=7`, `tags: ["a", "b"]`."""

from __future__ import annotations

import json
import re
from typing import Any

from emulator.ces.runtime.arguments.entity_types import takes_any_text
from emulator.ces.runtime.arguments.numerals import as_digits
from emulator.ces.runtime.structs import fill
from emulator.surface.messages import ces, protobuf
from emulator.surface.registry import Message

_TYPES = ces.Schema.Type
# What stands after a name: to the next space, or where any text is meant to the next name.
_VALUE = r"\"[^\"]*\"|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w|,\d)|[^\s,;]+"
_ANY_VALUE = r"\"[^\"]*\"|\S.*?(?=[,;]\s*\w+\s*[=:]|\s\w+=|\n|$)"
_JSON = json.JSONDecoder(parse_constant=int)  # Which refuses NaN: it is no JSON.
_MEMBERS = re.compile(r"[^\s;\"\[\]{}]+")
_BEYOND = 1e300
YES_NO = {"yes": True, "true": True, "no": False, "false": False}
"""The words for booleans."""


def named_value(name: str, kind: Message, text: str) -> Any:
    """The value after a parameter's name and `=` or `:`; None if there is none."""
    value = _ANY_VALUE if takes_any_text(name, kind) else _VALUE
    found = re.search(rf"\b{re.escape(name)}\b\s*[=:]\s*({value})", text, re.IGNORECASE)
    if found is None:
        return None
    if kind.type in (_TYPES.ARRAY, _TYPES.OBJECT):
        return _structured(name, kind, text[found.start(1) :])
    said = found[1]
    return converted(kind, said.strip('"') if said.startswith('"') else said.rstrip(" .!?"))


def _structured(name: str, kind: Message, text: str) -> Any:
    """The JSON at the beginning of a text; for an array also `a,b,c`."""
    try:
        value, _ = _JSON.raw_decode(text)
        fill(protobuf.Struct(), {name: value})
    except (ValueError, RecursionError):
        value = None
    if kind.type == _TYPES.OBJECT:
        return value if isinstance(value, dict) else None
    if isinstance(value, list):
        return value
    said = _MEMBERS.match(text)
    members = said[0].rstrip(".!?").split(",") if said else []
    found = (converted(kind.items, one) for one in members if one)
    return [one for one in found if one is not None] or None


def converted(kind: Message, text: str) -> Any:
    """The text as a value of a schema; None if it is none, or a number out of range."""
    if kind.type in (_TYPES.INTEGER, _TYPES.NUMBER):
        try:
            digits = as_digits(text)
            value = int(digits) if kind.type == _TYPES.INTEGER else float(digits)
        except ValueError:
            return None
        return value if abs(value) < _BEYOND else None  # Not a number is not less either.
    return YES_NO.get(text.lower()) if kind.type == _TYPES.BOOLEAN else text
