"""Lists of CES: AIP-160 filters, an order by name or by creation, and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from google.protobuf.descriptor import FieldDescriptor

from emulator.resources import paging
from emulator.resources.list_filter import Field, boolean, parse_filter, parse_order, time
from emulator.storage.conditions import All, Compare, Condition, Either, Not, holds
from emulator.storage.keyset_pages import Order, Place
from emulator.storage.resources import ALL, BY_TIME
from emulator.surface import names
from emulator.surface.messages import ces, microseconds, protobuf
from emulator.surface.registry import Message

_DEFAULT = 50
_MOST = 1000
_ORDERS = {"name": "name", "create_time": "create_time"}

SYSTEM_TOOLS = "include_system_tools"
_TIME = protobuf.Timestamp.DESCRIPTOR


class Row(NamedTuple):
    """A resource as it is stored, read only when it is looked at."""

    create_time: int
    name: str
    body: bytes


class Rows(Protocol):
    """Resources as they are stored."""

    def __call__(
        self, order: Order, last: Place = (), count: int = ALL
    ) -> Sequence[tuple[int, str, bytes]]:
        """(create time, name, body) in an order, of so many after the time and name `last`."""


class Listed(NamedTuple):
    """A page, and the token of the next one."""

    resources: Sequence[Message]
    token: str


def page(
    request: Message,
    rows: Rows,
    kind: type[Message],
    filters: Mapping[str, Field] | None = None,
) -> Listed:
    """The page of resources of a kind that a list request asks for.

    Filters are by the fields of that kind unless others are given. INVALID_ARGUMENT for a filter,
    an order or a token that is not understood.
    """
    asked = paging.Page.of(request, _DEFAULT, _MOST)
    known = _fields(kind) if filters is None else filters
    condition = _without_switches(parse_filter(getattr(request, "filter", ""), known))
    order = parse_order(getattr(request, "order_by", ""), _ORDERS)
    count = asked.size + 1 if condition == All() else ALL
    listed = rows(order, asked.after, count)
    read = (((time, name), kind.FromString(body)) for time, name, body in listed)
    found = islice((one for one in read if _holds(condition, one[1])), asked.size + 1)
    return Listed(*asked.cut(list(found)))


def of_all(known: Sequence[tuple[int, str, bytes]]) -> Rows:
    """The rows that are known, as a list asks for them."""

    def rows(order: Order, last: Place = (), count: int = ALL) -> Sequence[tuple[int, str, bytes]]:
        found = [Row(*one) for one in known]
        border = Row._make((*last, b"")) if last else None
        found += [border] if border else []  # Behind the last one itself, if it is still there.
        for column, descending in reversed((*order, *BY_TIME)):
            found.sort(key=attrgetter(column), reverse=descending)
        start = found.index(border) + 1 if border else 0
        return found[start:] if count == ALL else found[start : start + count]

    return rows


def asks_for(text: str, name: str) -> bool:
    """Whether a filter of tools sets a switch of that name to true."""
    return Compare(name, "=", True) in _compared(parse_filter(text, _fields(ces.Tool)))


def _fields(kind: type[Message]) -> Mapping[str, Field]:
    """What resources of a kind are filtered by: their texts, times and booleans."""
    made = {field.name: _field(field) for field in kind.DESCRIPTOR.fields if not field.is_repeated}
    known = {name: field for name, field in made.items() if field is not None}
    # Only tools have the system's own.
    switch = {SYSTEM_TOOLS: Field(SYSTEM_TOOLS, boolean)} if kind is ces.Tool else {}
    return {**known, **switch}


def _field(field: FieldDescriptor) -> Field | None:
    if field.name == "name":
        return Field("name", names.canonical, has_parts=True)
    if field.type == FieldDescriptor.TYPE_STRING:
        return Field(field.name, has_parts=True)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return Field(field.name, boolean)
    return Field(field.name, time) if field.message_type is _TIME else None


def _holds(condition: Condition, resource: Message) -> bool:
    return holds(condition, partial(_value, resource))


def _value(resource: Message, column: str) -> Any:
    value = getattr(resource, column)
    descriptor = resource.DESCRIPTOR.fields_by_name[column]
    return microseconds(value) if descriptor.message_type is not None else value


def _without_switches(condition: Condition) -> Condition:
    """The condition without what says which resources are listed at all."""
    match condition:
        case Compare(column=name) if name == SYSTEM_TOOLS:
            return All()
        case Not(inner):
            kept = _without_switches(inner)
            return kept if kept == All() else Not(kept)
        case All(parts) | Either(parts):
            others = tuple(one for one in map(_without_switches, parts) if one != All())
            return type(condition)(others) if others else All()
    return condition


def _compared(condition: Condition) -> list[Compare]:
    if isinstance(condition, Compare):
        return [condition]
    if isinstance(condition, Not):
        return []
    parts = condition.conditions if isinstance(condition, All | Either) else ()
    return [found for part in parts for found in _compared(part)]
