"""EngineService."""

from __future__ import annotations

from emulator.discoveryengine.environment import Service, collection_of, data_stores_of
from emulator.discoveryengine.recommendations.media_engines import (
    check_media,
    keep_training_state,
    set_recommending,
)
from emulator.discoveryengine.resource_kinds import RECOMMENDATION
from emulator.resources import masks
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message
from emulator.surface.validation import check_count, check_text

_MAX_DISPLAY_NAME = 1024


class EngineService(Service):
    """Engines (apps): what searches and answers over one or several data stores."""

    def create_engine(self, request: Message) -> Message:
        """Create an engine over data stores that exist; the operation is done at once."""
        parent = collection_of(request.parent)
        self.engines.check_id(request.engine_id)
        engine = masks.writable(request.engine)
        if not engine.data_store_ids and not _may_be_empty(engine):
            raise missing_field("engine.data_store_ids")
        engine.name = f"{parent}/engines/{request.engine_id}"
        with self.environment.store.write() as connection:
            self._complete(engine)
            created = self.engines.add(connection, parent, request.engine_id, engine)
            self._give_solution(connection, engine)
            return self.operations.finished(connection, parent, created, de.CreateEngineMetadata())

    def get_engine(self, request: Message) -> Message:
        """The engine."""
        return self.engines.get(request.name)

    def list_engines(self, request: Message) -> Message:
        """All engines of a collection: "Not supported", says the reference of pages."""
        check_count(request.page_size, "page_size")
        found = self.engines.all(collection_of(request.parent), request.filter)
        return de.ListEnginesResponse(engines=found)

    def update_engine(self, request: Message) -> Message:
        """Change the masked fields."""
        before = self.engines.get(request.engine.name)

        def complete(engine: Message) -> None:
            keep_training_state(engine, before)
            self._complete(engine)

        return self.engines.change(request.engine, request.update_mask, complete)

    def delete_engine(self, request: Message) -> Message:
        """Delete an engine with its sessions and conversations; its data stores stay."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self.engines.remove(connection, name)
            parent, gone = names.parent(name), protobuf.Empty()
            return self.operations.finished(connection, parent, gone, de.DeleteEngineMetadata())

    def _complete(self, engine: Message) -> None:
        """Fill in what the service chooses, and refuse what is missing or wrong."""
        check_media(engine)  # Of the kinds of configs that there are, an engine has but one.
        _set_defaults(engine)
        check_text(engine.display_name, _MAX_DISPLAY_NAME, "engine.display_name")
        if not engine.solution_type:
            raise missing_field("engine.solution_type")
        for number, one in enumerate(engine.data_store_ids):
            if "/" in one:
                reason = f"'{one[:200]}' is not an id; that of a name is what stands last in it."
                raise invalid_argument(f"engine.data_store_ids[{number}]", reason)
        if len(set(engine.data_store_ids)) < len(engine.data_store_ids):
            raise invalid_argument("engine.data_store_ids", "a data store is named twice.")
        self._check_data_stores(engine)

    def _check_data_stores(self, engine: Message) -> None:
        """NOT_FOUND for a data store that does not exist; its vertical must be the engine's."""
        for name in data_stores_of(engine):
            vertical = self.data_stores.get(name).industry_vertical
            if vertical != engine.industry_vertical:
                known = de.IndustryVertical.Name(vertical)
                raise invalid_argument(
                    "engine.industry_vertical", f"the vertical of DataStore {name} is {known}."
                )

    def _give_solution(self, connection: Connection, engine: Message) -> None:
        """Data stores that are for no solution yet are for that of their engine from now on."""
        for name in data_stores_of(engine):
            data_store = self.data_stores.require(connection, name)
            if not data_store.solution_types:
                data_store.solution_types.append(engine.solution_type)
                self.data_stores.save(connection, data_store)


def _may_be_empty(engine: Message) -> bool:
    """Whether an engine may be made before there is a data store for it.

    "One DataStore id must be provided", says the reference, but those of Gemini Enterprise, whose
    agents are all they need, are made without one: so its users' recorded calls have it.
    """
    generative = engine.solution_type == de.SolutionType.Value("SOLUTION_TYPE_GENERATIVE_CHAT")
    return bool(generative or engine.app_type == de.Engine.APP_TYPE_INTRANET)


def _set_defaults(engine: Message) -> None:
    engine.industry_vertical = engine.industry_vertical or de.IndustryVertical.Value("GENERIC")
    if engine.solution_type == de.SolutionType.Value("SOLUTION_TYPE_SEARCH"):
        config = engine.search_engine_config
        config.search_tier = config.search_tier or de.SearchTier.Value("SEARCH_TIER_STANDARD")
    if engine.solution_type == RECOMMENDATION:
        set_recommending(engine)
    if not engine.HasField("observability_config"):
        engine.observability_config.observability_enabled = True
