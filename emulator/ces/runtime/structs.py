"""JSON that code of an app or a client gives, as the Structs that messages carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emulator.surface.errors import failed_precondition
from emulator.surface.registry import Message
from emulator.surface.wellknown import STRUCT_LEVELS, fill_struct


class BadJson(ValueError):
    """A value that no Struct can hold, or that would be nested too deep to be read again."""


def fill(struct: Message, values: Mapping[str, Any]) -> None:
    """Fill a Struct; BadJson for what it cannot hold."""
    struct.SetInParent()
    try:
        fill_struct(struct, dict(values), STRUCT_LEVELS)
    except (ValueError, TypeError, OverflowError) as error:
        raise BadJson(str(error)) from None


def keep(struct: Message, values: Mapping[str, Any], what: str) -> None:
    """Fill a Struct; FAILED_PRECONDITION for what code of an app gives that it cannot hold."""
    try:
        fill(struct, values)
    except BadJson as error:
        raise failed_precondition(f"{what} cannot be kept: {error}.") from None
