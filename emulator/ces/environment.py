"""The environment that all services of CES share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emulator.control.clock import Clock
from emulator.control.ids import Ids
from emulator.resources.operations import Operations
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface.messages import ces
from emulator.surface.registry import Message

if TYPE_CHECKING:  # Reading files and asking a model are not loaded for a start.
    from emulator.chat_api import ChatApi
    from emulator.ingestion.sources.buckets import Buckets


@dataclass(frozen=True, slots=True)
class Rights:
    """What tools of apps may do on this machine.

    `addresses` are what they may call, `host` or `host:port`, beside this machine; `folders` are
    what Python may read beside its own modules.
    """

    runs_code: bool = True
    addresses: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


@dataclass(frozen=True)
class Environment:
    """State, time, ids, operations, what is had of Discovery Engine, and the rights of tools."""

    store: Store
    clock: Clock
    ids: Ids
    operations: Operations
    answer_query: Callable[[Message], Awaitable[Message]]
    buckets: Callable[[], Buckets]
    rights: Rights
    chat_api: ChatApi | None
    """The language model that decides for agents, in place of rules."""


class Service:
    """A part of a service: its methods work on the environment."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    def finished(
        self,
        connection: Connection,
        parent: str,
        response: Message,
        metadata: Message | None = None,
    ) -> Message:
        """The operation of something that is done at once."""
        metadata = ces.OperationMetadata() if metadata is None else metadata
        return self.environment.operations.finished(connection, parent, response, metadata)
