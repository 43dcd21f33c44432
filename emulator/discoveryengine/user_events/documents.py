"""Which data store a user event is of, and which of its documents are there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from emulator.storage import branches, documents
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.registry import Message
from emulator.surface.validation import check_name

_FORMS = (
    "projects/*/locations/*/dataStores/*",
    "projects/*/locations/*/collections/*/dataStores/*",
)

Place: TypeAlias = tuple[str, str]
"""The branch of a document, and its id or address."""


def home(parent: str, event: Message) -> str:
    """The canonical name of the data store of an event that comes to `parent`.

    What comes to a location, and names no data store and no document of one, stays there.
    """
    if names.is_of(parent, "dataStores"):
        return parent
    if event.data_store:
        check_name("user_event.data_store", event.data_store, *_FORMS)
        return names.canonical(event.data_store)
    stores = (names.ancestor(names.canonical(one.name), "dataStores") for one in event.documents)
    return next(filter(None, stores), parent)


def join(connection: Connection, data_store: str, events: Sequence[Message]) -> int:
    """Say of the documents of events whether they are there; how many events have all of theirs."""
    asked: dict[str, set[str]] = defaultdict(set)
    for event in events:
        for document in _documents(event):
            branch, key = place(data_store, document)
            asked[branch].add(key)
    found = {
        (branch, key)
        for branch, keys in asked.items()
        for key in _existing(connection, branch, keys)
    }
    for event in events:
        for document in _documents(event):
            document.joined = place(data_store, document) in found
    return sum(all(one.joined for one in _documents(event)) for event in events)


def _documents(event: Message) -> Iterator[Message]:
    yield from event.documents
    for panel in (event.panel, *event.panels):
        yield from panel.documents


def place(data_store: str, document: Message) -> Place:
    """Where a document of an event of a data store is, which may be named in full."""
    if document.name:
        branch, _, document_id = names.canonical(document.name).rpartition("/documents/")
        return branch, document_id
    return f"{data_store}/branches/0", document.id or document.uri


def _existing(connection: Connection, name: str, keys: set[str]) -> set[str]:
    branch = branches.named(connection, name)
    return set() if branch is None else {*documents.identified(connection, branch.id, keys)}
