"""AclConfigService: who names the users of a location's data stores."""

from __future__ import annotations

from emulator.discoveryengine.environment import Service
from emulator.resources import masks
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_KIND = "aclConfig"


class AclConfigService(Service):
    """The configuration of each location, which is there before anybody has set it.

    Tokens are read alike whoever is said to provide them.
    """

    def get_acl_config(self, request: Message) -> Message:
        """The configuration."""
        with self.environment.store.read() as connection:
            return _config(connection, names.canonical(request.name))

    def update_acl_config(self, request: Message) -> Message:
        """Put another in its place, for the data stores that are created from now on."""
        given = masks.writable(request.acl_config)
        _check(given.idp_config)
        given.name = name = names.canonical(request.acl_config.name)
        now, body = self.environment.clock.now(), given.SerializeToString()
        with self.environment.store.write() as connection:
            resources.put(connection, name, name.removesuffix(f"/{_KIND}"), _KIND, now, body)
        return given


def set_identity_provider(connection: Connection, data_store: Message, parent: str) -> None:
    """Give a data store that is created in the collection the provider of its location."""
    config = _config(connection, f"{names.parent(parent)}/{_KIND}")
    if config.HasField("idp_config"):
        data_store.idp_config.CopyFrom(config.idp_config)


def _config(connection: Connection, name: str) -> Message:
    body = resources.get(connection, name)
    return de.AclConfig(name=name) if body is None else de.AclConfig.FromString(body)


def _check(provider: Message) -> None:
    """Refuse a third party that is not named."""
    is_named = provider.external_idp_config.workforce_pool_name
    if provider.idp_type == de.IdpConfig.THIRD_PARTY and not is_named:
        raise missing_field("acl_config.idp_config.external_idp_config.workforce_pool_name")
