"""Assistants as they are stored: every engine has the default one, which is there when changed."""

from __future__ import annotations

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

DEFAULT = "default_assistant"
_KIND = resource_kinds.ASSISTANT


def find(environment: Environment, connection: Connection, name: str) -> Message:
    """The assistant of that canonical name; NOT_FOUND if it or its engine does not exist."""
    stored = environment.collection(_KIND).find(connection, name)
    if stored is not None:
        return stored
    if names.resource_id(name) != DEFAULT or not names.is_of(name, _KIND.collection):
        raise not_found("Assistant", name, f"{DEFAULT} is always there.")
    engine = environment.collection(resource_kinds.ENGINE).require(connection, names.parent(name))
    default = de.Assistant(name=name, display_name="Default Assistant")
    default.create_time.CopyFrom(engine.create_time)
    default.update_time.CopyFrom(engine.create_time)
    return default


def listed(environment: Environment, connection: Connection, engine: str) -> list[Message]:
    """The default assistant of an engine, then those that were created, oldest first."""
    default = find(environment, connection, f"{engine}/{_KIND.collection}/{DEFAULT}")
    stored = environment.collection(_KIND).all(engine)
    return [default, *(one for one in stored if one.name != default.name)]
