"""What a serving config serves: the data stores of its engine, or its one data store."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment, data_stores_of
from emulator.discoveryengine.indexing.branches.stored_branches import branch_of
from emulator.storage import resources
from emulator.storage.branches import BranchRow
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_OWNERS = (resource_kinds.ENGINE, resource_kinds.DATA_STORE)
_LLM = de.SearchAddOn.Value("SEARCH_ADD_ON_LLM")

# The ids under which documentation, samples and libraries address the same default config.
ALIASES = ("default_search", "default_serving_config", "default_config")


@dataclass(frozen=True, slots=True)
class Target:
    """A serving config's owner, and the data stores that it serves, each with its default branch.

    `config` is the serving config itself; None while the default one has not been changed.
    """

    parent: str
    resource: Message
    data_stores: tuple[Message, ...]
    branches: tuple[BranchRow, ...]
    config: Message | None = None

    @property
    def has_llm_addon(self) -> bool:
        """Whether summaries may be generated; only engines need the add-on for it."""
        config = getattr(self.resource, "search_engine_config", None)
        return config is None or _LLM in config.search_add_ons


def resolve_target(environment: Environment, serving_config: str) -> Target:
    """The target of a serving config in any spelling; NOT_FOUND if it, its engine or a data store
    does not exist, INVALID_ARGUMENT for the name of something else."""
    read = partial(_read, environment, serving_config)
    return environment.store.remembered((resolve_target, serving_config), read)


def _read(environment: Environment, serving_config: str, connection: Connection) -> Target:
    # Programs give what stands in a URL, `default_search:search`, for the id and are served.
    name = names.canonical(serving_config).removesuffix(":search")
    parent = names.parent(name)
    kind = next((one for one in _OWNERS if names.is_of(parent, one.collection)), None)
    if kind is None or not names.is_of(name, "servingConfigs"):
        raise invalid_argument("serving_config", f"'{serving_config}' does not name one.")
    resource = environment.collection(kind).require(connection, parent)
    config = resources.get(connection, stored_name(name, resource))
    if config is None and not is_default(name, resource):
        raise not_found("ServingConfig", name, f"{default_id(resource)} is always there.")
    known = environment.collection(resource_kinds.DATA_STORE)
    served = tuple(known.require(connection, store) for store in data_stores_of(resource))
    branches = tuple(branch_of(connection, store.name) for store in served)
    changed = config and de.ServingConfig.FromString(config)
    return Target(parent, resource, served, branches, changed)


def default_id(owner: Message) -> str:
    """The first id of the default config: of an engine for recommendations, that of the engine."""
    is_for_it = getattr(owner, "solution_type", None) == resource_kinds.RECOMMENDATION
    return names.resource_id(owner.name) if is_for_it else ALIASES[0]


def is_default(name: str, owner: Message) -> bool:
    """Whether a serving config is the default one of its engine or data store."""
    return names.resource_id(name) in (*ALIASES, default_id(owner))


def stored_name(name: str, owner: Message) -> str:
    """The name under which a serving config is stored: the default one under that of its owner."""
    return f"{names.parent(name)}/servingConfigs/{ALIASES[0]}" if is_default(name, owner) else name
