"""Resources of apps as they are stored, with their times and etags."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from emulator.ces.references import named
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import not_found
from emulator.surface.messages import ces, timestamp
from emulator.surface.registry import Message

PARTS: Mapping[str, str] = {
    "agents": "Agent",
    "tools": "Tool",
    "toolsets": "Toolset",
    "guardrails": "Guardrail",
    "examples": "Example",
}
"""The kinds of resources that an app is made of, by their collections."""

COLLECTIONS: Mapping[str, str] = {**PARTS, "deployments": "Deployment", "versions": "AppVersion"}
"""The kinds of resources that may be named, by their collections."""

_EVALUATIONS: Mapping[str, str] = {
    "evaluations": "Evaluation",
    "evaluationDatasets": "EvaluationDataset",
    "evaluationExpectations": "EvaluationExpectation",
}

KINDS: Mapping[str, str] = {
    **COLLECTIONS,
    **_EVALUATIONS,
    "evaluationRuns": "EvaluationRun",
    "results": "EvaluationResult",
    "changelogs": "Changelog",
}
"""All kinds of resources below an app, by their collections."""

ARCHIVED: Mapping[str, str] = {**PARTS, **_EVALUATIONS}
"""The kinds of resources that a file of an app has, by their collections."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a changelog tells: the resource before and after, as far as there is one, and others
    that were changed with it, as they are then."""

    action: str
    before: Message | None
    after: Message | None
    dependents: Sequence[Message] = ()


def app(connection: Connection, name: str) -> Message:
    """The app of a canonical name; NOT_FOUND if there is none."""
    body = resources.get(connection, name)
    if body is None or names.collection_id(name) != "apps":
        raise not_found("App", name)
    found: Message = ces.App.FromString(body)
    return found


def require(connection: Connection, name: str, collection: str) -> Message:
    """The resource of a canonical name and one of the `KINDS`; NOT_FOUND if there is none."""
    body = resources.get(connection, name) if names.is_of(name, collection) else None
    if body is None:
        raise not_found(KINDS[collection], name)
    found: Message = getattr(ces, KINDS[collection]).FromString(body)
    return found


def parts_of(
    connection: Connection, name: str, kinds: Mapping[str, str] = PARTS
) -> Iterator[Message]:
    """The resources that an app is made of, or those of other kinds."""
    for collection, kind in kinds.items():
        read: Callable[[bytes], Message] = getattr(ces, kind).FromString
        for _, _, body in resources.children(connection, name, collection):
            yield read(body)


def remove_parts(connection: Connection, name: str, kinds: Mapping[str, str] = PARTS) -> None:
    """Delete the resources that an app is made of, or those of other kinds."""
    for part in parts_of(connection, name, kinds):
        resources.remove(connection, part.name)


def add(connection: Connection, parent: str, collection: str, resource: Message, now: int) -> None:
    """Store a new resource with its times and etag."""
    _stamp(resource, now, is_new=True)
    body = resource.SerializeToString()
    resources.add(connection, resource.name, parent, collection, now, body)


def save(connection: Connection, resource: Message, now: int) -> None:
    """Store the new state of a resource."""
    _stamp(resource, now, is_new=False)
    resources.replace(connection, resource.name, now, resource.SerializeToString())


def _stamp(resource: Message, now: int, *, is_new: bool) -> None:
    """Set the times and the etag of a resource that is about to be stored."""
    fields = resource.DESCRIPTOR.fields_by_name
    for name in ("create_time", "update_time") if is_new else ("update_time",):
        if name in fields:
            value: Any = getattr(resource, name)
            value.CopyFrom(timestamp(now))
    resource.ClearField("etag")
    resource.etag = hashlib.sha256(resource.SerializeToString()).hexdigest()[:16]


def _resources_of(connection: Connection, parent: str) -> Iterator[Message]:
    """All resources of an app that may name others, the app first."""
    yield app(connection, parent)
    yield from parts_of(connection, parent, COLLECTIONS)


def referrers_of(connection: Connection, parent: str, name: str) -> Iterator[Message]:
    """The resources that refer to one; snapshots of versions do not count."""
    for resource in _resources_of(connection, parent):
        if names.collection_id(resource.name) == "versions" or resource.name == name:
            continue
        if name in named(resource):
            yield resource
