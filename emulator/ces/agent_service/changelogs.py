"""AgentService's changelogs: what was changed in an app, written with every change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from emulator.ces.environment import Environment, Service
from emulator.ces.listing import page
from emulator.ces.stored_resources import Change, app, require
from emulator.resources.list_filter import Field, time
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.messages import ces, timestamp
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct

_COLLECTION = "changelogs"
_ALWAYS_NEW = ("etag", "update_time")
_FILTERS: Mapping[str, Field] = {
    # The reference of ListChangelogs: `:` finds a part in any case, `=` the whole as it is.
    **{
        name: Field(name, has_parts=True)
        for name in ("action", "resource_type", "display_name", "author")
    },
    "name": Field("name", names.canonical, has_parts=True),
    "resource": Field("resource", names.canonical, has_parts=True),
    "resource_name": Field("resource", names.canonical, has_parts=True),
    "create_time": Field("create_time", time),
}


class Changelogs(Service):
    """The changelogs of apps."""

    def get_changelog(self, request: Message) -> Message:
        """The changelog."""
        with self.environment.store.read() as connection:
            return require(connection, names.canonical(request.name), _COLLECTION)

    def list_changelogs(self, request: Message) -> Message:
        """The changelogs of an app, in the order of the changes."""
        parent = names.canonical(request.parent)
        with self.environment.store.read() as connection:
            app(connection, parent)
            rows = partial(resources.children, connection, parent, _COLLECTION)
            found = page(request, rows, ces.Changelog, _FILTERS)
        return ces.ListChangelogsResponse(changelogs=found.resources, next_page_token=found.token)


def record(environment: Environment, connection: Connection, parent: str, change: Change) -> None:
    """Write one change of an app's resource."""
    resource = change.after or change.before
    assert resource is not None
    now = environment.clock.now()
    number = resources.count(connection, parent, _COLLECTION) + 1
    log = ces.Changelog(
        name=f"{parent}/{_COLLECTION}/{environment.ids.new()}",
        author="emulator",
        display_name=resource.display_name,
        description=_described(change.before, change.after),
        resource=resource.name,
        resource_type=resource.DESCRIPTOR.name,
        action=change.action,
        sequence_number=number,
    )
    log.create_time.CopyFrom(timestamp(now))
    for field, state in (("original_resource", change.before), ("new_resource", change.after)):
        if state is not None:
            fill_struct(getattr(log, field), _shown(state))
    for dependent in change.dependents:
        fill_struct(log.dependent_resources.add(), _shown(dependent))
    body = log.SerializeToString()
    resources.add(connection, log.name, parent, _COLLECTION, now, body)


def _described(before: Message | None, after: Message | None) -> str:
    """Which fields of a resource were changed."""
    if before is None or after is None or before.name != after.name:
        return ""
    old, new = ({field.name: value for field, value in one.ListFields()} for one in (before, after))
    changed = [name for name in sorted(old | new) if old.get(name) != new.get(name)]
    told = [name for name in changed if name not in _ALWAYS_NEW]
    return f"Changed {', '.join(told)}." if told else ""


def _shown(resource: Message) -> dict[str, object]:
    from emulator.surface.encoder import encode

    return encode(resource, "google.cloud.ces.v1beta")
