"""UserEventService."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from functools import partial

import orjson

from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.imports.entries import EntryType, entries, take
from emulator.discoveryengine.imports.failures import Failures
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
from emulator.surface.validation import check_times

_FILTERS: Mapping[str, Field] = {
    "event_type": Field("event_type"),
    "event_time": Field("event_time", time),
    "user_pseudo_id": Field("user_pseudo_id"),
    "user_id": Field("user_id"),
}
_MONTH = 30 * 24 * 3600 * 1_000_000
_EVENTS = EntryType(de.UserEvent, "user_events", "user_event")

# A transparent picture of one pixel, which a page may embed.
_PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")


class UserEventService(Service):
    """What users do: kept, and what they searched for is suggested to others."""

    def write_user_event(self, request: Message) -> Message:
        """Store an event; it is answered with the time that it was given."""
        if not request.HasField("user_event"):
            raise missing_field("user_event")
        event = request.user_event
        check_event(event)
        self._add(self._parent(request.parent), [event])
        return event

    def collect_user_event(self, request: Message) -> Message:
        """Store an event that a page has put into a URL, as JSON; the answer is a picture."""
        event = de.UserEvent()
        try:
            values = orjson.loads(request.user_event)
        except orjson.JSONDecodeError as error:
            raise invalid_argument("user_event", f"it is not JSON: {error}.") from None
        decode_into(event, values, caller.package.get())
        if request.uri and not event.page_info.uri:
            event.page_info.uri = request.uri
        if request.ets:
            event.event_time.CopyFrom(timestamp(request.ets * 1000))
            check_times(event.event_time, "ets")
        check_event(event)
        self._add(self._parent(request.parent), [event])
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

        def work(job: Job) -> Message:
            for good, failed in take(found, check_event, partial(self._add, parent), failures):
                job.metadata.success_count += good
                job.metadata.failure_count += failed
                response.joined_events_count += good
                job.report()
            return failures.response(job.name)

        metadata = de.ImportUserEventsMetadata()
        return self.environment.operations.start(parent, "import-user-events", metadata, work)

    @in_worker
    def purge_user_events(self, request: Message) -> Message:
        """Delete the events that a filter selects; without `force` only count them."""
        parent = self._parent(request.parent)
        condition = self._condition(request.filter)

        def work(job: Job) -> Message:
            with self.environment.store.write() as connection:
                act = user_events.remove if request.force else user_events.count
                count = act(connection, parent, condition)
            job.metadata.success_count = count
            return de.PurgeUserEventsResponse(purge_count=count)

        metadata = de.PurgeUserEventsMetadata()
        return self.environment.operations.start(parent, "purge-user-events", metadata, work)

    def _add(self, parent: str, events: Sequence[Message]) -> None:
        now = self.environment.clock.now()
        for event in events:
            if not event.HasField("event_time"):
                event.event_time.CopyFrom(timestamp(now))
            if event.HasField("user_info"):
                masks.keep_writable(event.user_info)  # Where a user is may be said, and not kept.
        with self.environment.store.record() as connection:
            self._require(connection, parent)
            user_events.add(connection, [_row(parent, event) for event in events])

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
        if not text.strip():
            raise missing_field("filter")
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
