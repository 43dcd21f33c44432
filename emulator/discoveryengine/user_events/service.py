"""UserEventService."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

import orjson

from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.imports.entries import EntryType, entries, import_entries
from emulator.discoveryengine.imports.failures import Failures
from emulator.discoveryengine.user_events.documents import home, join
from emulator.discoveryengine.user_events.rules import check_event
from emulator.resources import masks
from emulator.resources.list_filter import Field, parse_filter, time
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import user_events
from emulator.storage.conditions import All, Compare, Condition
from emulator.storage.statements import Connection
from emulator.storage.user_events import UserEventRow
from emulator.surface import caller, names
from emulator.surface.decoder import decode_into
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import api, microseconds, timestamp
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_size, check_text, check_times

_FILTERS: Mapping[str, Field] = {
    "event_type": Field("event_type"),
    "event_time": Field("event_time", time),
    "user_pseudo_id": Field("user_pseudo_id"),
    "user_id": Field("user_id"),
}
_MONTH = 30 * 24 * 3600 * 1_000_000
_LONGEST_FILTER = 5000
_LONGEST_EVENT = 2_000_000
_LONGEST_URI = 5000
_EVENTS = EntryType(de.UserEvent, "user_events", "user_event")

# A transparent picture of one pixel, which a page may embed.
_PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")


class UserEventService(Service):
    """What users do: kept, and what they searched for is suggested to others."""

    def write_user_event(self, request: Message) -> Message:
        """Store an event; it is answered with the time that it was given."""
        event = request.user_event
        self._keep(request.parent, event)
        return event

    def collect_user_event(self, request: Message) -> Message:
        """Store an event that a page has put into a URL, as JSON; the answer is a picture."""
        check_size(request.user_event, _LONGEST_EVENT, "user_event")
        check_size(request.uri, _LONGEST_URI, "uri")
        written = de.WriteUserEventRequest()
        try:
            values = orjson.loads(request.user_event)
        except orjson.JSONDecodeError as error:
            raise invalid_argument("user_event", f"it is not JSON: {error}.") from None
        decode_into(written, {"user_event": values}, caller.package.get())
        event = written.user_event
        if request.uri and not event.page_info.uri:
            event.page_info.uri = request.uri
        if request.ets:
            event.event_time.CopyFrom(timestamp(request.ets * 1000))
            check_times(event.event_time, "ets")
        self._keep(request.parent, event)
        return api.HttpBody(content_type="image/gif", data=_PIXEL)

    @in_worker
    def import_user_events(self, request: Message) -> Message:
        """Store many events; those that are wrong are sampled in the response."""
        parent, files = self._parent(request.parent), self.environment.files
        found = entries(request, _EVENTS, files)
        if request.HasField("inline_source") and request.HasField("error_config"):
            raise invalid_argument("error_config", "it is not allowed with inline_source.")
        response = de.ImportUserEventsResponse()
        failures = Failures(response, request, files)

        def write(events: Sequence[Message]) -> None:
            joined = self._add(parent, events)
            response.joined_events_count += joined
            response.unjoined_events_count += len(events) - joined

        def work(job: Job) -> Message:
            return import_entries(job, found, partial(self._check_past, parent), write, failures)

        metadata = de.ImportUserEventsMetadata()
        return self.operations.start(parent, metadata, work)

    @in_worker
    def purge_user_events(self, request: Message) -> Message:
        """Delete the events that a filter selects.

        "The `force` field is currently not supported", says the reference: they are deleted without
        it, too.
        """
        parent = self._parent(request.parent)
        condition = self._condition(request.filter)

        def work(job: Job) -> Message:
            with self.environment.store.write() as connection:
                count = user_events.remove(connection, parent, condition)
            job.metadata.success_count = count
            return de.PurgeUserEventsResponse(purge_count=count)

        metadata = de.PurgeUserEventsMetadata()
        return self.operations.start(parent, metadata, work)

    def _keep(self, name: str, event: Message) -> None:
        parent = self._parent(name)
        self._check(parent, event)
        self._add(parent, [event])

    def _check(self, parent: str, event: Message) -> None:
        check_event(event)
        with self.environment.store.read() as connection:
            self._require(connection, home(parent, event))

    def _check_past(self, parent: str, event: Message) -> None:
        """Of an event that is imported nobody knows when it happened."""
        if not event.HasField("event_time"):
            raise missing_field("user_event.event_time")
        self._check(parent, event)

    def _add(self, parent: str, events: Sequence[Message]) -> int:
        """Store events; how many of them have all the documents that they name."""
        now = self.environment.clock.now()
        by_store: dict[str, list[Message]] = defaultdict(list)
        for event in events:
            if not event.HasField("event_time"):
                event.event_time.CopyFrom(timestamp(now))
            if event.HasField("user_info"):
                masks.keep_writable(event.user_info)  # Where a user is may be said, and not kept.
            by_store[home(parent, event)].append(event)
        joined = 0
        with self.environment.store.record() as connection:
            for store, some in by_store.items():
                self._require(connection, store)
                joined += join(connection, store, some)
                user_events.add(connection, [_row(store, event) for event in some])
        return joined

    def _parent(self, name: str) -> str:
        parent = names.canonical(name)
        with self.environment.store.read() as connection:
            self._require(connection, parent)
        return parent

    def _require(self, connection: Connection, parent: str) -> None:
        """NOT_FOUND for a data store that does not exist; a location needs not be made."""
        if names.collection_id(parent) == "dataStores":
            self.data_stores.require(connection, parent)

    def _condition(self, text: str) -> Condition:
        """What a filter asks for; `*` is for the events of the last thirty days."""
        check_text(text, _LONGEST_FILTER, "filter")
        if text.strip() == "*":
            return Compare("event_time", ">=", self.environment.clock.now() - _MONTH)
        return All((parse_filter(text, _FILTERS),))


def _row(parent: str, event: Message) -> UserEventRow:
    return UserEventRow(
        parent=parent,
        event_type=event.event_type,
        user_pseudo_id=event.user_pseudo_id,
        user_id=event.user_info.user_id,
        event_time=microseconds(event.event_time),
        query=" ".join(event.search_info.search_query.split()),
        body=event.SerializeToString(),
    )
