"""SampleQueryService."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment, Service
from emulator.discoveryengine.evaluations.targets import check_sample_query
from emulator.discoveryengine.imports.entries import EntryType, entries, import_entries
from emulator.discoveryengine.imports.failures import Failures
from emulator.resources import masks
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message

_MOST = 20_000  # In a set, as documented ("Evaluate search quality").
_IMPORTED = EntryType(de.SampleQuery, "sample_queries", "sample_query")


class SampleQueryService(Service):
    """Sample queries of a set: each with the documents that it should find."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._sets = environment.collection(resource_kinds.SAMPLE_QUERY_SET)
        self._queries = environment.collection(resource_kinds.SAMPLE_QUERY)

    def create_sample_query(self, request: Message) -> Message:
        """Add a query to a set."""
        parent, query = names.canonical(request.parent), masks.writable(request.sample_query)
        check_sample_query(query)
        with self.environment.store.write() as connection:
            self._sets.require(connection, parent)
            _check_room(parent, _held(connection, parent))
            return self._queries.add(connection, parent, request.sample_query_id, query)

    def get_sample_query(self, request: Message) -> Message:
        """The sample query."""
        return self._queries.get(request.name)

    def list_sample_queries(self, request: Message) -> Message:
        """The queries of a set."""
        self._sets.get(request.parent)
        found, token = self._queries.page(request)
        return de.ListSampleQueriesResponse(sample_queries=found, next_page_token=token)

    def update_sample_query(self, request: Message) -> Message:
        """Change the masked fields; all without a mask."""
        return self._queries.change(
            request.sample_query, request.update_mask, check_sample_query, replaces=True
        )

    def delete_sample_query(self, request: Message) -> Message:
        """Delete a query from its set."""
        with self.environment.store.write() as connection:
            self._queries.remove(connection, names.canonical(request.name))
        return protobuf.Empty()

    @in_worker
    def import_sample_queries(self, request: Message) -> Message:
        """Add queries to a set, each under a new id: what was there before stays."""
        parent, files = names.canonical(request.parent), self.environment.files
        self._sets.get(parent)
        found = entries(request, _IMPORTED, files)
        failures = Failures(de.ImportSampleQueriesResponse(), request, files)

        def work(job: Job) -> Message:
            check = self._check_imported(parent)
            return import_entries(job, found, check, self._writer(parent), failures)

        return self.operations.start(parent, de.ImportSampleQueriesMetadata(), work)

    def _check_imported(self, parent: str) -> Callable[[Message], None]:
        with self.environment.store.read() as connection:
            numbers = count(_held(connection, parent))

        def check(query: Message) -> None:
            check_sample_query(query)
            _check_room(parent, next(numbers))

        return check

    def _writer(self, parent: str) -> Callable[[Sequence[Message]], None]:
        def write(queries: Sequence[Message]) -> None:
            with self.environment.store.write() as connection:
                self._sets.require(connection, parent)  # It may have been deleted meanwhile.
                for query in queries:
                    new_id = self.environment.ids.new()
                    self._queries.add(connection, parent, new_id, masks.writable(query))

        return write


def _held(connection: Connection, parent: str) -> int:
    return resources.count(connection, parent, resource_kinds.SAMPLE_QUERY.collection)


def _check_room(parent: str, held: int) -> None:
    if held >= _MOST:
        raise ApiError(Code.RESOURCE_EXHAUSTED, f"{parent} has {_MOST} sample queries already.")
