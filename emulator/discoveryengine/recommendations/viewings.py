"""Who viewed which documents, as the user events of a data store tell it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from emulator.surface import names
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
    event. Documents are told by their keys: their ids or addresses, as events name them."""

    viewers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    viewed: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, event: Message) -> None:
        """Take in an event."""
        user, time = user_key(event), microseconds(event.event_time)
        for document in document_keys(event):
            self.viewers[document].add(user)
            times = self.viewed[user]
            times[document] = max(time, times.get(document, time))

    def history(self, user: str) -> list[str]:
        """What a user viewed of late, the latest first."""
        times = self.viewed.get(user, {})
        return sorted(times, key=lambda one: -times[one])[:_MOST_RECENT]

    def popularity(self) -> Counter[str]:
        """How many users viewed each document."""
        return Counter({document: len(users) for document, users in self.viewers.items()})

    def beside(self, documents: Collection[str]) -> Counter[str]:
        """How many of the users who viewed any of these documents viewed each other one."""
        users = set[str]().union(*(self.viewers.get(one, ()) for one in documents))
        viewed = (document for user in users for document in self.viewed[user])
        return Counter(document for document in viewed if document not in documents)


def user_key(event: Message) -> str:
    """By what a user is known: the id of one who is logged in, else the visitor's."""
    return str(event.user_info.user_id or event.user_pseudo_id)


def document_keys(event: Message) -> Iterator[str]:
    """The ids, or addresses, of the documents of an event."""
    for document in event.documents:
        yield names.resource_id(document.name) if document.name else document.id or document.uri
