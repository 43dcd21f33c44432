"""What the user events of a data store come to, kept from one call to the next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from emulator.discoveryengine.environment import Environment
from emulator.storage import user_events
from emulator.storage.statements import Connection
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


class Digest(Protocol):
    """What is made of events, one after the other."""

    def add(self, event: Message) -> None:
        """Take in the next event."""


_Digest = TypeVar("_Digest", bound=Digest)


@dataclass(slots=True)
class _Seen(Generic[_Digest]):
    """The digest of the events up to an id."""

    digest: _Digest
    last: int = 0


class Digests(Generic[_Digest]):
    """The digest of each data store's events of some types; only what it has not seen is read."""

    def __init__(
        self, environment: Environment, make: Callable[[str], _Digest], types: Iterable[str]
    ) -> None:
        """`make` begins the digest of a data store, whose name it is given."""
        self._environment = environment
        self._make = make
        self._types = tuple(types)
        self._lock = threading.Lock()

    @contextmanager
    def of(self, data_stores: Iterable[str]) -> Iterator[list[_Digest]]:
        """The digests of data stores, which nobody changes while they are looked at."""
        with self._environment.store.read() as connection, self._lock:
            yield [self._read(connection, one) for one in data_stores]

    def _read(self, connection: Connection, data_store: str) -> _Digest:
        # A purge is a write, after which all are read anew; to add an event is none.
        kept = self._environment.store.kept((self, data_store))
        seen: _Seen[_Digest] = kept.setdefault(_Seen, _Seen(self._make(data_store)))
        events = user_events.events_after(connection, data_store, seen.last, self._types)
        for number, body in events:
            seen.digest.add(de.UserEvent.FromString(body))
            seen.last = number
        return seen.digest
