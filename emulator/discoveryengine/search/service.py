"""SearchService."""

from __future__ import annotations

from emulator.discoveryengine.environment import Environment, Service, may_block
from emulator.discoveryengine.search.dynamic_facets import DynamicFacets
from emulator.discoveryengine.search.pipeline import SearchPipeline
from emulator.resources.worker import in_worker_if
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
        """The same as `search`: the real method differs only in taking API keys."""
        return self.search(request)
