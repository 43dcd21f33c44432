"""SampleQuerySetService."""

from __future__ import annotations

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment, Service
from emulator.resources import masks
from emulator.storage import resources
from emulator.surface import names
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message
from emulator.surface.validation import check_text

_MAX_DISPLAY_NAME = 128
_MOST = 100  # For a project, as documented ("Evaluate search quality").


class SampleQuerySetService(Service):
    """Sets of sample queries, which belong to a location."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._sets = environment.collection(resource_kinds.SAMPLE_QUERY_SET)

    def create_sample_query_set(self, request: Message) -> Message:
        """Create a set without queries."""
        parent = names.canonical(request.parent)
        made = masks.writable(request.sample_query_set)
        _check(made)
        with self.environment.store.write() as connection:
            collection = resource_kinds.SAMPLE_QUERY_SET.collection
            if resources.count(connection, parent, collection) >= _MOST:
                raise ApiError(
                    Code.RESOURCE_EXHAUSTED, f"{parent} has {_MOST} sample query sets already."
                )
            return self._sets.add(connection, parent, request.sample_query_set_id, made)

    def get_sample_query_set(self, request: Message) -> Message:
        """The set."""
        return self._sets.get(request.name)

    def list_sample_query_sets(self, request: Message) -> Message:
        """The sets of a location."""
        found, token = self._sets.page(request)
        return de.ListSampleQuerySetsResponse(sample_query_sets=found, next_page_token=token)

    def update_sample_query_set(self, request: Message) -> Message:
        """Change the masked fields; all without a mask."""
        return self._sets.change(
            request.sample_query_set, request.update_mask, _check, replaces=True
        )

    def delete_sample_query_set(self, request: Message) -> Message:
        """Delete a set with its queries; evaluations with it keep their results."""
        with self.environment.store.write() as connection:
            self._sets.remove(connection, names.canonical(request.name))
        return protobuf.Empty()


def _check(made: Message) -> None:
    check_text(made.display_name, _MAX_DISPLAY_NAME, "sample_query_set.display_name")
