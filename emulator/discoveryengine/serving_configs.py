"""ServingConfigService."""

from __future__ import annotations

from emulator.discoveryengine import kinds
from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.targets import ALIASES
from emulator.resources import masks
from emulator.storage import resources
from emulator.surface import names
from emulator.surface.errors import failed_precondition, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message


class ServingConfigService(Service):
    """Serving configs: every engine and data store has one, under three ids.

    The default config is stored when it is first changed; it is answered under the id asked for.
    """

    def get_serving_config(self, request: Message) -> Message:
        """The serving config under the id that was asked for."""
        return self._find(names.canonical(request.name))

    def list_serving_configs(self, request: Message) -> Message:
        """The default config under its first id, then those that were created."""
        owner = self._owner(names.canonical(request.parent))
        created = [
            config
            for config in self.serving_configs.all(owner.name)
            if names.resource_id(config.name) not in ALIASES
        ]
        default = self._find(f"{owner.name}/servingConfigs/{ALIASES[0]}")
        return de.ListServingConfigsResponse(serving_configs=[default, *created])

    def create_serving_config(self, request: Message) -> Message:
        """Create a further serving config."""
        owner = self._owner(names.canonical(request.parent))
        with self.environment.store.write() as connection:
            return self.serving_configs.add(
                connection,
                owner.name,
                request.serving_config_id,
                masks.writable(request.serving_config),
            )

    def update_serving_config(self, request: Message) -> Message:
        """Change the masked fields; all ids of the default config show the change."""
        asked = names.canonical(request.serving_config.name)
        config = self._find(asked)
        masks.update(config, request.serving_config, request.update_mask.paths)
        config.name = _stored_name(asked)
        with self.environment.store.write() as connection:
            if resources.get(connection, config.name) is None:
                parent, config_id = names.parent(config.name), names.resource_id(config.name)
                self.serving_configs.add(connection, parent, config_id, config)
            else:
                self.serving_configs.save(connection, config)
        config.name = asked
        return config

    def delete_serving_config(self, request: Message) -> Message:
        """Delete a serving config that was created; the default one stays."""
        name = names.canonical(request.name)
        if names.resource_id(name) in ALIASES:
            raise failed_precondition(f"The default serving config {name} cannot be deleted.")
        with self.environment.store.write() as connection:
            self.serving_configs.remove(connection, name)
        return protobuf.Empty()

    def _owner(self, name: str) -> Message:
        """The engine or data store of that name."""
        is_engine = names.collection_id(name) == "engines"
        return (self.engines if is_engine else self.data_stores).get(name)

    def _find(self, name: str) -> Message:
        with self.environment.store.read() as connection:
            body = resources.get(connection, _stored_name(name))
        if body is not None:
            config = de.ServingConfig.FromString(body)
        elif names.resource_id(name) in ALIASES:
            config = self._default(name)
        else:
            raise not_found("ServingConfig", name)
        config.name = name
        return config

    def _default(self, name: str) -> Message:
        owner = self._owner(names.parent(name))
        config = de.ServingConfig(
            display_name="Default serving config",
            solution_type=de.SolutionType.Value("SOLUTION_TYPE_SEARCH"),
        )
        config.create_time.CopyFrom(owner.create_time)
        config.update_time.CopyFrom(owner.create_time)
        return config


def _stored_name(name: str) -> str:
    """The name under which the config of any alias is stored."""
    if names.resource_id(name) in ALIASES:
        return f"{names.parent(name)}/{kinds.SERVING_CONFIG.collection}/{ALIASES[0]}"
    return name
