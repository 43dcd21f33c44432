"""What all kinds of resources below an app share: the standard methods with etags and changelogs.

A stale etag is ABORTED, an empty one lets the last write win. Whatever names another resource of
the app must name one that there is; one that is named is deleted only with `force`, which takes its
name out of what names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar

from emulator.ces import stored_resources
from emulator.ces.agent_service.changelogs import record
from emulator.ces.environment import Service
from emulator.ces.listing import Rows, page
from emulator.ces.references import canonicalize, strip
from emulator.ces.stored_resources import KINDS, Change, app, referrers_of
from emulator.ces.validation.limits import check_limits
from emulator.ces.validation.preconditions import (
    check_etag,
    check_id,
    check_references,
    check_unlocked,
)
from emulator.resources import masks
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import already_exists, failed_precondition, missing_field
from emulator.surface.messages import ces, protobuf
from emulator.surface.registry import Message
from emulator.surface.validation import check_required


class AppResources(Service):
    """Resources of one kind, `collection` in their names and `field` in requests."""

    collection: ClassVar[str]
    field: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Call the standard methods as the kind's RPCs are called: `create_tool`, `list_tools`."""
        if not hasattr(cls, "field"):
            return  # It is what several kinds have in common.
        for method in (cls.create, cls.get, cls.update, cls.delete):
            setattr(cls, f"{method.__name__}_{cls.field}", method)
        setattr(cls, f"list_{cls.field}s", cls.list_page)

    @property
    def message(self) -> type[Message]:
        """The kind's message class."""
        found: type[Message] = getattr(ces, KINDS[self.collection])
        return found

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse what is wrong with a resource that is about to be stored."""
        if not resource.display_name.strip():
            raise missing_field(f"{self.field}.display_name")

    def complete(self, connection: Connection, resource: Message) -> None:
        """Fill in what the service sets."""

    def check_given(
        self, connection: Connection, resource: Message, before: Message | None = None
    ) -> None:
        """Refuse what a client should not send; imports, which have it from elsewhere, tell of it.

        That is what the reference requires, at any depth, and what is not there beyond the app.
        `before` is what an update changes.
        """
        check_required(resource, self.field)

    def check_name(self, connection: Connection, resource: Message) -> None:
        """ALREADY_EXISTS for a display name that another of the kind has in the app."""
        parent, shown = names.parent(resource.name), resource.display_name
        likely = resources.having(connection, parent, self.collection, shown.encode())
        for name, body in likely:
            if name != resource.name and self.message.FromString(body).display_name == shown:
                kind = KINDS[self.collection]
                raise already_exists(kind, f"of {parent} with the display name '{shown}'")

    def create(self, request: Message) -> Message:
        """Store a new resource; ALREADY_EXISTS if its id is taken."""
        parent = names.canonical(request.parent)
        given = getattr(request, f"{self.field}_id")
        resource_id = given or self.environment.ids.uuid()
        check_id(resource_id, f"{self.field}_id")
        resource = masks.writable(getattr(request, self.field))
        with self.environment.store.write() as connection:
            self.modifiable(connection, parent)
            resource.name = f"{parent}/{self.collection}/{resource_id}"
            if resources.get(connection, resource.name) is not None:
                raise already_exists(KINDS[self.collection], resource.name)
            self.check_given(connection, resource)
            self.prepare(connection, resource)
            self.add(connection, parent, resource)
            self.log(connection, parent, Change("Create", None, resource))
        return resource

    def get(self, request: Message) -> Message:
        """The resource; NOT_FOUND if there is none."""
        with self.environment.store.read() as connection:
            return self.require(connection, names.canonical(request.name))

    def list_page(self, request: Message) -> Message:
        """The page of an app's resources that a request asks for."""
        parent = names.canonical(request.parent)
        with self.environment.store.read() as connection:
            app(connection, parent)
            found = page(request, self.rows(connection, parent, request), self.message)
        response: Message = getattr(ces, f"List{KINDS[self.collection]}sResponse")()
        getattr(response, f"{self.field}s").extend(found.resources)
        response.next_page_token = found.token
        return response

    def update(self, request: Message) -> Message:
        """Change the masked fields; without a mask all that can be changed."""
        given = getattr(request, self.field)
        name = names.canonical(given.name)
        with self.environment.store.write() as connection:
            self.modifiable(connection, names.parent(name))
            before = self.require(connection, name)
            check_etag(before, given.etag)
            after = self.message.FromString(before.SerializeToString())
            masks.update(after, given, request.update_mask.paths, replaces=True)
            self.check_given(connection, after, before)
            self.prepare(connection, after)
            self.save(connection, after)
            self.log(connection, names.parent(name), Change("Update", before, after))
        return after

    def delete(self, request: Message) -> Message:
        """Delete the resource; FAILED_PRECONDITION while others name it, unless forced."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            parent = names.parent(name)
            self.modifiable(connection, parent)
            before = self.require(connection, name)
            check_etag(before, request.etag)
            users = self._release(connection, parent, name, getattr(request, "force", None))
            self.remove(connection, name)
            self.log(connection, parent, Change("Delete", before, None, users))
        return protobuf.Empty()

    def require(self, connection: Connection, name: str) -> Message:
        """The resource of a canonical name."""
        return stored_resources.require(connection, name, self.collection)

    def rows(self, connection: Connection, parent: str, request: Message) -> Rows:
        """What a request lists of an app."""
        return partial(resources.children, connection, parent, self.collection)

    def modifiable(self, connection: Connection, name: str) -> None:
        """NOT_FOUND for an app that does not exist, FAILED_PRECONDITION for a locked one."""
        check_unlocked(app(connection, name))

    def add(self, connection: Connection, parent: str, resource: Message) -> None:
        """Store a new resource with its times and etag."""
        now = self.environment.clock.now()
        stored_resources.add(connection, parent, self.collection, resource, now)

    def save(self, connection: Connection, resource: Message) -> None:
        """Store the new state of a resource."""
        stored_resources.save(connection, resource, self.environment.clock.now())

    def remove(self, connection: Connection, name: str) -> None:
        """Delete a resource."""
        resources.remove(connection, name)

    def users(self, connection: Connection, parent: str, name: str) -> Iterable[Message]:
        """The resources of the app that name one."""
        return referrers_of(connection, parent, name)

    def log(self, connection: Connection, parent: str, change: Change) -> None:
        """Write a change into the app's changelog."""
        record(self.environment, connection, parent, change)

    def prepare(self, connection: Connection, resource: Message) -> None:
        """Make a resource ready to be stored; ApiError for what is wrong with it."""
        canonicalize(resource)
        masks.clear_output(resource)
        check_limits(resource, self.field)
        self.check(connection, resource)
        check_references(connection, resource, self.field)
        self.complete(connection, resource)

    def _release(
        self, connection: Connection, parent: str, name: str, force: bool | None
    ) -> Sequence[Message]:
        """Take a name out of what has it, if `force` says so; some methods have none."""
        users = list(self.users(connection, parent, name))
        if users and not force:
            remedy = "delete that first" + ("" if force is None else ", or set force")
            raise failed_precondition(f"{name} is used by {users[0].name}; {remedy}.")
        for user in users:
            strip(user, name)
            if "invalid" in user.DESCRIPTOR.fields_by_name:
                user.invalid = True
            self.save(connection, user)
        return users
