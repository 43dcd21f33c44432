"""The union's message classes as attributes: `discoveryengine.Answer.Citation(...)`.

A class is made when it is first asked for; top-level enums are there under their names too.
"""

from __future__ import annotations

from typing import Any

from google.protobuf.internal import enum_type_wrapper

from emulator.surface.registry import Message, surface, version_name


class Package:
    """The messages and top-level enums of one protobuf package."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        full_name = f"{self._name}.{attribute}"
        try:
            value: Any = surface.message_class(full_name)
        except KeyError:
            try:
                enum = surface.pool.FindEnumTypeByName(full_name)
            except KeyError:
                raise AttributeError(f"{self._name} has no {attribute}") from None
            value = enum_type_wrapper.EnumTypeWrapper(enum)
        setattr(self, attribute, value)
        return value


discoveryengine = Package("google.cloud.discoveryengine.union")
ces = Package("google.cloud.ces.union")
longrunning = Package("google.longrunning")
location = Package("google.cloud.location")
protobuf = Package("google.protobuf")
rpc = Package("google.rpc")
api = Package("google.api")


def copied(message: Message) -> Message:
    """A message with the same fields."""
    copy = type(message)()
    copy.CopyFrom(message)
    return copy


def timestamp(microseconds: int) -> Message:
    """A google.protobuf.Timestamp of microseconds since the epoch."""
    seconds, rest = divmod(microseconds, 1_000_000)
    return protobuf.Timestamp(seconds=seconds, nanos=rest * 1_000)


def microseconds(stamp: Message) -> int:
    """Microseconds since the epoch of a google.protobuf.Timestamp."""
    return int(stamp.seconds * 1_000_000 + stamp.nanos // 1_000)


def pack(message: Message, package: str = "") -> Message:
    """The message in a google.protobuf.Any; a type of the union gets its name in the package."""
    packed = protobuf.Any()
    packed.Pack(message)
    if package:
        name = version_name(message.DESCRIPTOR.full_name, package)
        packed.type_url = f"type.googleapis.com/{name}"
    return packed
