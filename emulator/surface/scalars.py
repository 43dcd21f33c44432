"""Scalars and enums: their Python values from proto3 JSON and from the text of query parameters."""

from __future__ import annotations

import binascii
import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

Read = Callable[[object], Any]

_INTEGER = re.compile(r"-?[0-9]{1,20}")
_DECIMAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_SPECIAL: Mapping[str, float] = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_INT32 = (-(2**31), 2**31 - 1)
_UINT32 = (0, 2**32 - 1)
_INT64 = (-(2**63), 2**63 - 1)
_UINT64 = (0, 2**64 - 1)
_MOST_FLOAT = float.fromhex("0x1.fffffep+127")


class Unfit(ValueError):
    """A JSON value that is not one of the field's type."""


def reader(field: FieldDescriptor) -> Read:
    """What turns a JSON value into the field's value, or raises `Unfit`."""
    if field.enum_type is not None:
        return _enum_reader(field.enum_type)
    return _READERS[field.type]


def type_name(field: FieldDescriptor) -> str:
    """A scalar's type as errors call it: `TYPE_INT32`."""
    return _NAMES[field.type]


def _string(value: object) -> str:
    if not isinstance(value, str) or not _is_unicode(value):
        raise Unfit
    return value


def _is_unicode(text: str) -> bool:
    """Whether there is no half of a surrogate pair, which UTF-8 cannot carry."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    raise Unfit


def _integer(limits: tuple[int, int], value: object) -> int:
    """An integer, also as a string or as a decimal without a fraction (`1e3`)."""
    if type(value) is not int:
        value = _whole(value)
    if not limits[0] <= value <= limits[1]:
        raise Unfit
    return value


def _whole(value: object) -> int:
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        return int(value)
    number = _double(value)
    if not number.is_integer():  # Nor are NaN and the infinities.
        raise Unfit
    return int(number)


def _double(value: object) -> float:
    """A finite number, also as a string, or one of the special values, only as a string."""
    if isinstance(value, str):
        if value in _SPECIAL:
            return _SPECIAL[value]
        if not _DECIMAL.fullmatch(value):
            raise Unfit
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise Unfit
    number = float(value)
    if not math.isfinite(number):  # As 1e999 reads, which is out of range.
        raise Unfit
    return number


def _float(value: object) -> float:
    number = _double(value)
    if math.isfinite(number) and abs(number) > _MOST_FLOAT:
        raise Unfit
    return number


def _bytes(value: object) -> bytes:
    """Base64 with either alphabet, padded or not."""
    if not isinstance(value, str):
        raise Unfit
    try:
        return binascii.a2b_base64(value, strict_mode=True)
    except ValueError:
        return _other_base64(value)


def _other_base64(value: str) -> bytes:
    """That of the other alphabet, or without its padding."""
    text = value.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return binascii.a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
    except ValueError:
        raise Unfit from None


def _enum_reader(enum: EnumDescriptor) -> Read:
    """A name, or a number: one that has no name is kept, as proto3 enums are open."""
    numbers = {value.name: value.number for value in enum.values}

    def read(value: object) -> int:
        if isinstance(value, str) and (number := numbers.get(value)) is not None:
            return number
        return _integer(_INT32, value)

    return read


_KIND = FieldDescriptor
_READERS: Mapping[int, Read] = {
    _KIND.TYPE_STRING: _string,
    _KIND.TYPE_BOOL: _boolean,
    _KIND.TYPE_BYTES: _bytes,
    _KIND.TYPE_DOUBLE: _double,
    _KIND.TYPE_FLOAT: _float,
    _KIND.TYPE_INT32: partial(_integer, _INT32),
    _KIND.TYPE_SINT32: partial(_integer, _INT32),
    _KIND.TYPE_SFIXED32: partial(_integer, _INT32),
    _KIND.TYPE_UINT32: partial(_integer, _UINT32),
    _KIND.TYPE_FIXED32: partial(_integer, _UINT32),
    _KIND.TYPE_INT64: partial(_integer, _INT64),
    _KIND.TYPE_SINT64: partial(_integer, _INT64),
    _KIND.TYPE_SFIXED64: partial(_integer, _INT64),
    _KIND.TYPE_UINT64: partial(_integer, _UINT64),
    _KIND.TYPE_FIXED64: partial(_integer, _UINT64),
}
_NAMES: Mapping[int, str] = {
    getattr(_KIND, name): name for name in dir(_KIND) if name.startswith("TYPE_")
}
