"""What the user events of a data store come to, kept from one call to the next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
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


class Digests(Generic[_Digest]):
    """The digest of each data store's events of some types; only what it has not seen is read."""

    def __init__(
        self, environment: Environment, make: Callable[[], _Digest], types: Iterable[str]
    ) -> None:
        self._environment = environment
        self._make = make
        self._types = tuple(types)
        self._lock = threading.Lock()

    def of(self, connection: Connection, data_store: str) -> _Digest:
        """The digest of a data store, which others may see too."""
        with self._lock:
            # A purge is a write, after which all are read anew; to add an event is none.
            kept = self._environment.store.kept((self._make, data_store))
            digest, last = kept.get(Digest) or (self._make(), 0)
            for last, body in user_events.events_after(connection, data_store, last, self._types):
                digest.add(de.UserEvent.FromString(body))
            kept[Digest] = digest, last
        return digest
