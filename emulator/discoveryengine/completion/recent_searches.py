"""What users searched for before, as user events tell it, without what they had removed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from emulator.discoveryengine.environment import Environment
from emulator.retrieval.completion import folded
from emulator.storage import resources, user_events
from emulator.storage.statements import Connection
from emulator.surface.errors import missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import microseconds, timestamp
from emulator.surface.registry import Message

_REMOVED = "removedSuggestions"


class RecentSearches:
    """The searches of one user in the data stores of one engine, or in one data store."""

    def __init__(self, environment: Environment, parent: str, user: str) -> None:
        self._environment = environment
        self._parent = parent
        self._user = user

    def suggestions(self, typed: str, stores: Sequence[str]) -> Iterator[Message]:
        """Yield each search that begins so, with the time of its last event, the latest first."""
        for text, time in self._beginning_with(typed, stores):
            suggestion = de.AdvancedCompleteQueryResponse.RecentSearchSuggestion(suggestion=text)
            suggestion.recent_search_time.CopyFrom(timestamp(time))
            yield suggestion

    def _beginning_with(self, typed: str, stores: Sequence[str]) -> Iterator[tuple[str, int]]:
        begun = folded(typed)
        with self._environment.store.read() as connection:
            removed = list(self._removed(connection))
            found = [
                one
                for store in stores
                for one in user_events.recent_queries(connection, store, self._user)
            ]
        for text, time in sorted(found, key=lambda one: -one[1]):
            plain = folded(text)
            if plain.startswith(begun) and not any(_hides(one, plain, time) for one in removed):
                yield text, time

    def remove(self, connection: Connection, request: Message) -> None:
        """Hide what a RemoveSuggestionRequest names, until the user searches for it again."""
        now = self._environment.clock.now()
        if not request.HasField("remove_time"):
            request.remove_time.CopyFrom(timestamp(now))
        what = folded(request.search_history_suggestion)
        key = hashlib.sha256(f"{self._user}\n{what}".encode()).hexdigest()
        name, body = f"{self._parent}/{_REMOVED}/{key}", request.SerializeToString()
        if not resources.add(connection, name, self._parent, _REMOVED, now, body):
            resources.replace(connection, name, now, body)

    def _removed(self, connection: Connection) -> Iterator[Message]:
        for _, _, body in resources.children(connection, self._parent, _REMOVED):
            request = de.RemoveSuggestionRequest.FromString(body)
            if request.user_pseudo_id == self._user:
                yield request


def check_removal(request: Message) -> None:
    """INVALID_ARGUMENT unless something is to be removed."""
    kind = request.WhichOneof("suggestion")
    if kind is None or not getattr(request, kind):
        raise missing_field(kind or "search_history_suggestion")


def _hides(removal: Message, search: str, time: int) -> bool:
    names_it = folded(removal.search_history_suggestion) == search
    is_meant = removal.remove_all_search_history_suggestions or names_it
    return is_meant and time <= microseconds(removal.remove_time)
