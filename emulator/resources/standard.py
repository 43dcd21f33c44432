"""The standard methods of plain resources: get, list, create, update, delete (AIP-131 to 135).

The surface tells which fields are output-only or immutable; a service adds what is special.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from emulator.control.clock import Clock
from emulator.resources import masks, paging
from emulator.resources.list_filter import Field, parse_filter
from emulator.resources.not_found import missing
from emulator.storage import resources
from emulator.storage.conditions import holds
from emulator.storage.keyset_pages import Place
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.errors import already_exists, invalid_argument
from emulator.surface.messages import copied, microseconds, timestamp
from emulator.surface.registry import Message, snake_case


@dataclass(frozen=True)
class Kind:
    """A kind of resource: its message class, the collection in its names, and what lists allow."""

    message: type[Message]
    collection: str
    id_pattern: str
    default_page: int = 50
    maximum_page: int = 1000
    filters: Mapping[str, Field] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The kind as errors call it: `DataStore`."""
        return str(self.message.DESCRIPTOR.name)


class Collection:
    """All resources of one kind. Names are taken in any spelling and answered in canonical form."""

    def __init__(self, store: Store, clock: Clock, kind: Kind) -> None:
        self._store = store
        self._clock = clock
        self._kind = kind

    def get(self, name: str) -> Message:
        """The resource; NOT_FOUND if there is none of that name."""
        with self._store.read() as connection:
            return self.require(connection, names.canonical(name))

    def require(self, connection: Connection, name: str) -> Message:
        """The resource of that canonical name inside an open transaction."""
        found = self.find(connection, name)
        if found is None:
            raise missing(connection, self._kind.label, name)
        return found

    def find(self, connection: Connection, name: str) -> Message | None:
        """The same; None if there is none of that name."""
        body = self._body(connection, name)
        return None if body is None else self._kind.message.FromString(body)

    def exists(self, connection: Connection, name: str) -> bool:
        """Whether there is a resource of that canonical name."""
        return self._body(connection, name) is not None

    def all(self, parent: str, filtered: str = "") -> list[Message]:
        """Every resource under the parent that a filter asks for, oldest first."""
        wanted = self._filter(filtered)
        return [resource for _, resource in self._listed(parent) if wanted(resource)]

    def having(self, connection: Connection, parent: str, text: str) -> list[Message]:
        """The resources under the parent that have the text in one of their fields."""
        found = resources.having(connection, parent, self._kind.collection, text.encode())
        return [self._kind.message.FromString(body) for _, body in found]

    def page(self, request: Message) -> tuple[Sequence[Message], str]:
        """The page that a list request asks for, and the token of the next one.

        A page begins after the last resource of the one before, so none is missed if some of those
        are deleted in between.
        """
        asked = paging.Page.of(request, self._kind.default_page, self._kind.maximum_page)
        filtered = getattr(request, "filter", "")
        wanted = self._filter(filtered)
        count = resources.ALL if filtered else asked.size + 1
        listed = self._listed(request.parent, asked.after, count)
        return asked.cut([one for one in listed if wanted(one[1])])

    def add(
        self, connection: Connection, parent: str, resource_id: str, resource: Message
    ) -> Message:
        """Store a new resource; ALREADY_EXISTS if the id is taken.

        The resource is stored as given but for its name and times: a service clears what a client
        may not set before it adds its own defaults.
        """
        name = f"{parent}/{self._kind.collection}/{resource_id}"
        self.check_id(resource_id)
        created = copied(resource)
        created.name = name
        time = self._clock.now()
        self._stamp(created, "create_time", time)
        self._stamp(created, "update_time", time)
        body = created.SerializeToString()
        if not resources.add(connection, name, parent, self._kind.collection, time, body):
            raise already_exists(self._kind.label, name)
        return created

    def check_id(self, resource_id: str) -> None:
        """INVALID_ARGUMENT for an id that the kind does not take."""
        if not re.fullmatch(self._kind.id_pattern, resource_id):
            raise invalid_argument(
                f"{snake_case(self._kind.label)}_id",
                f"'{resource_id[:200]}' must match the pattern {self._kind.id_pattern}.",
            )

    def change(
        self,
        resource: Message,
        mask: Message,
        check: Callable[[Message], None] = lambda _: None,
        *,
        replaces: bool = False,
    ) -> Message:
        """Update the masked fields; `check` may refuse the result before it is stored.

        What an empty mask means is told by `replaces`, as in `masks.update`.
        """
        with self._store.write() as connection:
            stored = self.require(connection, names.canonical(resource.name))
            masks.update(stored, resource, mask.paths, replaces=replaces)
            check(stored)
            self.save(connection, stored)
        return stored

    def save(self, connection: Connection, resource: Message) -> None:
        """Store the resource as it is, with a new update time."""
        time = self._clock.now()
        self._stamp(resource, "update_time", time)
        resources.replace(connection, resource.name, time, resource.SerializeToString())

    def save_default(self, connection: Connection, resource: Message) -> None:
        """The same, also for one that is always there and is stored when it is first changed.

        That one has its creation time already: it is not created as others are.
        """
        time, parent = microseconds(resource.create_time), names.parent(resource.name)
        resources.add(connection, resource.name, parent, self._kind.collection, time, b"")
        self.save(connection, resource)

    def remove(self, connection: Connection, name: str) -> None:
        """Delete the resource and all that is below it; NOT_FOUND if there is none."""
        if not resources.remove(connection, name):
            raise missing(connection, self._kind.label, name)
        resources.remove_below(connection, name)

    def _body(self, connection: Connection, name: str) -> bytes | None:
        """That of the resource, if there is one of the kind."""
        of_kind = names.is_of(name, self._kind.collection)
        return resources.get(connection, name) if of_kind else None

    def _listed(
        self, parent: str, last: Place = (), count: int = resources.ALL
    ) -> list[tuple[Place, Message]]:
        above, kind = names.canonical(parent), self._kind.collection
        with self._store.read() as connection:
            found = resources.children(connection, above, kind, last=last, count=count)
        return [((time, name), self._kind.message.FromString(body)) for time, name, body in found]

    def _filter(self, text: str) -> Callable[[Message], bool]:
        condition = parse_filter(text, self._kind.filters)
        return lambda resource: holds(condition, partial(getattr, resource))

    def _stamp(self, resource: Message, field_name: str, time: int) -> None:
        if field_name in resource.DESCRIPTOR.fields_by_name:
            stamp: Any = getattr(resource, field_name)
            stamp.CopyFrom(timestamp(time))
