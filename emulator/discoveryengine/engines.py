"""EngineService."""

from __future__ import annotations

from emulator.discoveryengine.environment import Service
from emulator.resources import masks
from emulator.storage import conversations, resources, sessions
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message


class EngineService(Service):
    """Engines (apps): what searches and answers over one or several data stores."""

    def create_engine(self, request: Message) -> Message:
        """Create an engine over data stores that exist; the operation is done at once."""
        parent = names.canonical(request.parent)
        engine = masks.writable(request.engine)
        self._check(engine)
        if not engine.data_store_ids:
            raise missing_field("engine.data_store_ids")
        _set_defaults(engine)
        with self.environment.store.write() as connection:
            for data_store in engine.data_store_ids:
                name = f"{parent}/dataStores/{data_store}"
                if resources.get(connection, name) is None:
                    raise not_found("DataStore", name)
            created = self.engines.add(connection, parent, request.engine_id, engine)
            return self.environment.operations.finished(
                connection, parent, "create-engine", created, de.CreateEngineMetadata()
            )

    def get_engine(self, request: Message) -> Message:
        """The engine."""
        return self.engines.get(request.name)

    def list_engines(self, request: Message) -> Message:
        """The engines of a collection."""
        found, token = self.engines.page(request)
        return de.ListEnginesResponse(engines=found, next_page_token=token)

    def update_engine(self, request: Message) -> Message:
        """Change the masked fields."""
        return self.engines.change(request.engine, request.update_mask, self._check)

    def delete_engine(self, request: Message) -> Message:
        """Delete an engine with its sessions and conversations; its data stores stay."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self.engines.remove(connection, name)
            sessions.remove_below(connection, name)
            conversations.remove_below(connection, name)
            return self.environment.operations.finished(
                connection, name, "delete-engine", protobuf.Empty(), de.DeleteEngineMetadata()
            )

    def _check(self, engine: Message) -> None:
        if not engine.display_name:
            raise missing_field("engine.display_name")
        if not engine.solution_type:
            raise missing_field("engine.solution_type")
        if len(set(engine.data_store_ids)) < len(engine.data_store_ids):
            raise invalid_argument("engine.data_store_ids", "a data store is named twice.")


def _set_defaults(engine: Message) -> None:
    engine.industry_vertical = engine.industry_vertical or de.IndustryVertical.Value("GENERIC")
    if engine.solution_type == de.SolutionType.Value("SOLUTION_TYPE_SEARCH"):
        config = engine.search_engine_config
        config.search_tier = config.search_tier or de.SearchTier.Value("SEARCH_TIER_STANDARD")
