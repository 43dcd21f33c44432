"""SearchService."""

from __future__ import annotations

from emulator.discoveryengine.environment import Environment, Service, may_block
from emulator.discoveryengine.resource_kinds import is_website
from emulator.discoveryengine.retrieval.scope.targets import resolve_target
from emulator.discoveryengine.search.dynamic_facets import DynamicFacets
from emulator.discoveryengine.search.pipeline import SearchPipeline
from emulator.resources.worker import in_worker_if
from emulator.surface.errors import failed_precondition
from emulator.surface.registry import Message


class SearchService(Service):
    """Searches of an engine's data stores, or of one data store."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._dynamic = DynamicFacets(environment)

    @in_worker_if(may_block)
    def search(self, request: Message) -> Message:
        """One page of results, with a summary if one is asked for."""
        return SearchPipeline(self.environment, self._dynamic, request).response()

    @in_worker_if(may_block)
    def search_lite(self, request: Message) -> Message:
        """The same as `search`, of websites only: for others the service wants more than a key.

        FAILED_PRECONDITION for a data store of another kind, as the reference has it.
        """
        for data_store in resolve_target(self.environment, request.serving_config).data_stores:
            if not is_website(data_store):
                raise failed_precondition(
                    f"Only public website search is supported by searchLite: {data_store.name} "
                    "is no website, as its content_config is not PUBLIC_WEBSITE. Use search."
                )
        return self.search(request)
