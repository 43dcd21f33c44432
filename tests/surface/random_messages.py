"""Random messages of the surface's types, for tests against protobuf's own JSON."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from typing import Any

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pool import DescriptorPool

from emulator.surface.compiler.overlay_methods import OVERLAY_METHODS, UNARY_METHODS
from emulator.surface.registry import Method, surface, version_name

_KIND = FieldDescriptor
_ANY = "google.protobuf.Any"
_TEXTS = ("", "a", "Straße", "日本語", '\x00\n"\\', "🎉", "with space", "x" * 50, "null", "1")
_FLOATS = (0.5, -1.25, 0.1, 1e-7, 3.0, 1e30, math.inf, -math.inf, math.nan)
_INTEGERS = {
    _KIND.TYPE_INT32: (1, -1, 2**31 - 1, -(2**31)),
    _KIND.TYPE_UINT32: (1, 2**32 - 1),
    _KIND.TYPE_INT64: (1, -1, 2**63 - 1, -(2**63), 2**53 + 1),
    _KIND.TYPE_UINT64: (1, 2**64 - 1),
}


def union_types() -> list[str]:
    """The full names of all messages that methods send or receive, in the union."""
    roots = [name for method in surface.methods for name in (method.request, method.response)]
    return list(_reachable(surface.pool, roots))


def published_methods() -> list[Method]:
    """The methods that a version's own client has."""
    added = {(each.version.proto, rpc) for each in OVERLAY_METHODS for rpc in each.rpcs}
    unary = {(each.service, each.rpc) for each in UNARY_METHODS}
    return [
        method
        for method in surface.methods
        if (method.package, method.rpc) not in added
        and (method.service_class, method.rpc) not in unary
    ]


def published_types() -> list[tuple[str, str]]:
    """Every version's package with the full names of its messages as published."""
    found = []
    for package in sorted({method.package for method in surface.methods}):
        methods = [method for method in published_methods() if method.package == package]
        names = [name for method in methods for name in (method.request, method.response)]
        roots = [version_name(name, package) for name in names]
        found += [(package, name) for name in _reachable(surface.version_pool, roots)]
    return found


def _reachable(pool: DescriptorPool, roots: Iterable[str]) -> dict[str, None]:
    found: dict[str, None] = {}

    def walk(kind: Descriptor) -> None:
        if kind.full_name.startswith("google.protobuf.") or kind.full_name in found:
            return
        if not kind.GetOptions().map_entry:
            found[kind.full_name] = None
        for field in kind.fields:
            if field.message_type is not None:
                walk(field.message_type)

    for root in roots:
        walk(pool.FindMessageTypeByName(root))
    return found


def random_message(kind: Descriptor, seed: int, any_type: str = "") -> Any:
    """A message with some of its fields set; `any_type` is what its Any fields hold, if they do."""
    return _Builder(random.Random(seed), any_type, kind.file.pool).message(kind, 4)


class _Builder:
    def __init__(self, chance: random.Random, any_type: str, pool: Any) -> None:
        self._chance = chance
        self._any_type = any_type
        self._pool = pool

    def message(self, kind: Descriptor, depth: int) -> Any:
        message = message_factory.GetMessageClass(kind)()
        self.fill(message, depth)
        return message

    def fill(self, message: Any, depth: int) -> None:
        special = getattr(self, f"_{message.DESCRIPTOR.name.lower()}", None)
        if special is not None and message.DESCRIPTOR.full_name.startswith("google.protobuf."):
            special(message, depth)
            return
        fields = [f for f in message.DESCRIPTOR.fields if depth > 0 or f.message_type is None]
        for field in self._chance.sample(fields, min(len(fields), self._chance.randint(0, 6))):
            self._set(message, field, depth)

    def _set(self, message: Any, field: FieldDescriptor, depth: int) -> None:
        kind = field.message_type
        if kind is not None and kind.full_name == _ANY and not self._any_type:
            return
        if kind is not None and kind.GetOptions().map_entry:
            self._map(getattr(message, field.name), kind, depth)
        elif kind is not None and field.is_repeated:
            for _ in range(self._chance.randint(1, 2)):
                self.fill(getattr(message, field.name).add(), depth - 1)
        elif kind is not None:
            getattr(message, field.name).SetInParent()
            self.fill(getattr(message, field.name), depth - 1)
        elif field.is_repeated:
            getattr(message, field.name).extend(self._scalar(field) for _ in range(2))
        else:
            setattr(message, field.name, self._scalar(field))

    def _map(self, target: Any, entry: Descriptor, depth: int) -> None:
        value = entry.fields_by_name["value"]
        for key in self._chance.sample(_TEXTS, 2):
            if value.message_type is None:
                target[key] = self._scalar(value)
            else:
                self.fill(target[key], depth - 1)

    def _scalar(self, field: FieldDescriptor) -> Any:
        choose = self._chance.choice
        if field.enum_type is not None:
            return choose([value.number for value in field.enum_type.values])
        if field.type in _INTEGERS:
            return choose(_INTEGERS[field.type])
        if field.type in (_KIND.TYPE_FLOAT, _KIND.TYPE_DOUBLE):
            return choose([*_FLOATS, self._chance.uniform(-1e6, 1e6)])
        if field.type == _KIND.TYPE_BOOL:
            return choose((True, False))
        text = choose(_TEXTS)
        return text.encode() + b"\xff\xfe" if field.type == _KIND.TYPE_BYTES else text

    def _timestamp(self, message: Any, _depth: int) -> None:
        message.seconds = self._chance.randint(-(10**9), 4 * 10**9)
        message.nanos = self._chance.choice((0, 5_000_000, 123_456_000, 999_999_999))

    def _duration(self, message: Any, _depth: int) -> None:
        sign = self._chance.choice((1, -1))
        message.seconds = sign * self._chance.randint(0, 10**6)
        message.nanos = sign * self._chance.choice((0, 5_000_000, 123_456_000, 999_999_999))

    def _fieldmask(self, message: Any, _depth: int) -> None:
        message.paths.extend(["display_name", "a.long_path.to_it"][: self._chance.randint(0, 2)])

    def _struct(self, message: Any, depth: int) -> None:
        for key in self._chance.sample(_TEXTS, 2):
            self._value(message.fields[key], depth - 1)

    def _listvalue(self, message: Any, depth: int) -> None:
        for _ in range(self._chance.randint(0, 2)):
            self._value(message.values.add(), depth - 1)

    def _value(self, message: Any, depth: int) -> None:
        kinds = ("null", "bool", "number", "string", "struct", "list")
        kind = self._chance.choice(kinds if depth > 0 else kinds[:4])
        if kind == "struct":
            message.struct_value.SetInParent()
            self._struct(message.struct_value, depth)
        elif kind == "list":
            message.list_value.SetInParent()
            self._listvalue(message.list_value, depth)
        elif kind == "number":  # JSON has no NaN, and so neither has a Value.
            message.number_value = self._chance.choice((0.0, 1.0, -2.5, 1e20, 2.0**53))
        elif kind == "null":
            message.null_value = 0
        else:
            value = self._chance.choice(_TEXTS) if kind == "string" else self._chance.random() < 0.5
            setattr(message, f"{kind}_value", value)

    def _any(self, message: Any, depth: int) -> None:
        inner = self.message(self._pool.FindMessageTypeByName(self._any_type), min(depth, 2))
        message.Pack(inner)
