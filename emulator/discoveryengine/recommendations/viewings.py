"""Who viewed which documents, as the user events of a data store tell it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from emulator.discoveryengine.user_events.documents import Place, place
from emulator.surface.messages import microseconds
from emulator.surface.registry import Message

EVENT_TYPES = (
    *("view-item", "add-to-cart", "purchase", "media-play", "media-complete", "conversion"),
)
"""The events by which a user turns to a document and not to a list of them."""

_MOST_RECENT = 20


@dataclass(slots=True)
class Viewings:
    """The users who viewed each document, and what each user viewed, with the time of the last
    event, as the events of a data store tell it."""

    data_store: str
    viewers: dict[Place, set[str]] = field(default_factory=lambda: defaultdict(set))
    viewed: dict[str, dict[Place, int]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, event: Message) -> None:
        """Take in an event."""
        user, time = user_key(event), microseconds(event.event_time)
        for document in places(event, self.data_store):
            self.viewers[document].add(user)
            times = self.viewed[user]
            times[document] = max(time, times.get(document, time))

    def history(self, user: str) -> list[Place]:
        """What a user viewed of late, the latest first."""
        times = self.viewed.get(user, {})
        return sorted(times, key=lambda one: -times[one])[:_MOST_RECENT]

    def popularity(self) -> Counter[Place]:
        """How many users viewed each document."""
        return Counter({document: len(users) for document, users in self.viewers.items()})

    def beside(self, documents: Collection[Place]) -> Counter[Place]:
        """How many of the users who viewed any of these documents viewed each other one."""
        users = set[str]().union(*(self.viewers.get(one, ()) for one in documents))
        viewed = (document for user in users for document in self.viewed[user])
        known = frozenset(documents)
        return Counter(document for document in viewed if document not in known)


def user_key(event: Message) -> str:
    """By what a user is known: the id of one who is logged in, else the visitor's."""
    return str(event.user_info.user_id or event.user_pseudo_id)


def places(event: Message, data_store: str) -> Iterator[Place]:
    """Where the documents of an event of a data store are."""
    return (place(data_store, document) for document in event.documents)
