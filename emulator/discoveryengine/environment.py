"""What the services of Discovery Engine share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from emulator.control.clock import Clock
from emulator.control.ids import Ids
from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.indexing.branches.branch_indexes import Branches
from emulator.resources.background import Background
from emulator.resources.operations import Operations
from emulator.resources.standard import Collection, Kind
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.errors import not_found
from emulator.surface.registry import Message

if TYPE_CHECKING:
    from emulator.answering.generation.writer import Writer
    from emulator.discoveryengine.files import Files
    from emulator.discoveryengine.forced_answers import ForcedAnswers


@dataclass(frozen=True)
class Environment:
    """State, time, ids, running operations, search indexes, worker threads and files.

    Lenient filters may negate groups and name fields that no data store has. A writer, if there is
    one, puts answers into its own words.
    """

    store: Store
    clock: Clock
    ids: Ids
    operations: Operations
    branches: Branches
    background: Background
    make_files: Callable[[], Files]
    make_forced_answers: Callable[[], ForcedAnswers]
    lenient_filters: bool
    writer: Writer | None

    @cached_property
    def files(self) -> Files:
        """The files of Cloud Storage; a start need not wait for what reads them."""
        return self.make_files()

    @cached_property
    def forced_answers(self) -> ForcedAnswers:
        """The answers that are given whatever the documents say."""
        return self.make_forced_answers()

    def engines_of(self, connection: Connection, data_store: str) -> list[Message]:
        """The engines that use a data store, of which the canonical name is given."""
        parent, data_store_id = names.parent(data_store), names.resource_id(data_store)
        found = self.collection(resource_kinds.ENGINE).having(connection, parent, data_store_id)
        return [engine for engine in found if data_store_id in engine.data_store_ids]

    def collection(self, kind: Kind) -> Collection:
        """The standard methods of one kind of resource."""
        return Collection(self.store, self.clock, kind)


def data_stores_of(owner: Message) -> list[str]:
    """The names of an engine's data stores; a data store has itself alone."""
    if names.collection_id(owner.name) != "engines":
        return [owner.name]
    return [f"{names.parent(owner.name)}/dataStores/{one}" for one in owner.data_store_ids]


def may_block(service: Service) -> bool:
    """Whether a search or an answer might wait: for an index behind or large, or for a model."""
    environment, branches = service.environment, service.environment.branches
    return environment.writer is not None or branches.are_behind or branches.are_large


class Service:
    """A part of a service: its methods work on the environment."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.operations = environment.operations
        self.data_stores = environment.collection(resource_kinds.DATA_STORE)
        self.engines = environment.collection(resource_kinds.ENGINE)
        self.schemas = environment.collection(resource_kinds.SCHEMA)
        self.controls = environment.collection(resource_kinds.CONTROL)
        self.assistants = environment.collection(resource_kinds.ASSISTANT)
        self.serving_configs = environment.collection(resource_kinds.SERVING_CONFIG)

    def require_parent(self, connection: Connection, name: str) -> Message:
        """The engine or data store of that canonical name; NOT_FOUND if there is none."""
        is_engine = names.collection_id(name) == "engines"
        return (self.engines if is_engine else self.data_stores).require(connection, name)


def collection_of(parent: str) -> str:
    """The canonical name of a collection, of which the parent may name only the location.

    NOT_FOUND if it does not exist: the service makes others than the default one for connectors.
    """
    name = names.canonical(parent)
    if names.collection_id(name) == "locations":
        return f"{name}/collections/{names.DEFAULT_COLLECTION}"
    if names.resource_id(name) != names.DEFAULT_COLLECTION:
        raise not_found("Collection", name, f"{names.DEFAULT_COLLECTION} is always there.")
    return name
