"""An app as a session sees it: as it is now, or as it was in a version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from emulator.ces import system_tools
from emulator.ces.stored_resources import PARTS, app, require
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.errors import ApiError, Code, not_found
from emulator.surface.messages import ces
from emulator.surface.registry import Message


class Snapshot:
    """An app with its agents, tools, toolsets, guardrails and examples, read when asked for.

    `version` is the name of the version; the empty string for the app as it is now.
    """

    def __init__(
        self,
        app: Message,
        read: Callable[[str], Message | None],
        read_all: Callable[[str], Sequence[Message]],
        version: str = "",
    ) -> None:
        self.app = app
        self.version = version
        self._read = lru_cache(maxsize=None)(read)
        self._read_all = lru_cache(maxsize=None)(read_all)

    @property
    def name(self) -> str:
        """The app's name."""
        return str(self.app.name)

    def find(self, name: str) -> Message | None:
        """The agent, tool, toolset or guardrail of that name, if the app has it."""
        if not name.startswith(f"{self.name}/") or _collection(name) not in PARTS:
            return None
        if system_tools.is_one(name):
            return system_tools.system_tool(name)
        return self._read(name)

    def require(self, name: str) -> Message:
        """The resource of that name; NOT_FOUND if the app has none."""
        found = self.find(name)
        if found is None:
            raise not_found(PARTS.get(_collection(name), "Resource"), name)
        return found

    def all(self, collection: str) -> Sequence[Message]:
        """All resources of a collection, such as `tools`, in the order of their creation."""
        return self._read_all(collection)

    def tool_called(self, display_name: str) -> Message:
        """The tool by the name under which agents and code call it; NOT_FOUND if there is none."""
        for tool in (*self.all("tools"), *system_tools.system_tools(self.name)):
            if tool.display_name == display_name:
                return tool
        raise ApiError(Code.NOT_FOUND, f"Tool not found: {display_name[:100]}")


def draft(store: Store, name: str) -> Snapshot:
    """The app as it is now, by its canonical name; NOT_FOUND if there is none."""

    def read(resource: str) -> Message | None:
        with store.read() as connection:
            body = resources.get(connection, resource)
        return None if body is None else _parse(_collection(resource), body)

    def read_all(collection: str) -> Sequence[Message]:
        with store.read() as connection:
            return _all(connection, name, collection)

    with store.read() as connection:
        return Snapshot(app(connection, name), read, read_all)


def of_version(store: Store, name: str) -> Snapshot:
    """The app as it was in the version of that canonical name; NOT_FOUND if there is none."""
    with store.read() as connection:
        app(connection, names.parent(name))
        kept = require(connection, name, "versions").snapshot
    parts = {one.name: one for collection in PARTS for one in getattr(kept, collection)}
    return Snapshot(kept.app, parts.get, lambda collection: getattr(kept, collection), name)


def _all(connection: Connection, parent: str, collection: str) -> Sequence[Message]:
    rows = resources.children(connection, parent, collection)
    return [_parse(collection, body) for _, _, body in rows]


def _parse(collection: str, body: bytes) -> Message:
    read: Callable[[bytes], Message] = getattr(ces, PARTS[collection]).FromString
    return read(body)


def _collection(name: str) -> str:
    return names.collection_id(name) if "/" in name else ""
