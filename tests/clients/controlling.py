"""The emulator's own API, as a suite calls it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.clients.stores import unique


@dataclass(frozen=True)
class Control:
    """Calls that have to succeed."""

    http: httpx.Client

    def call(self, verb: str, path: str, **options: Any) -> Any:
        """The JSON that a call answers."""
        response = self.http.request(verb, f"/emulator/v1/{path}", **options)
        assert response.status_code == 200, response.text
        return response.json()

    def fault(self, **fields: Any) -> Any:
        """Set a fault."""
        return self.call("POST", "faults", json=fields)

    def requests(self, **filters: Any) -> list[Any]:
        """The recorded calls."""
        found: list[Any] = self.call("GET", "requests", params=filters)["requests"]
        return found

    def seeded(self) -> str:
        """A project that no other test uses, with the demo corpus."""
        project = unique("project")
        self.call("POST", f"projects/{project}:seed")
        return project


@contextmanager
def controlled(http: httpx.Client) -> Iterator[Control]:
    """The control of an emulator, with no fault and no recorded call before and after."""
    control = Control(http)
    for path in ("faults", "requests"):
        control.call("DELETE", path)
    yield control
    control.call("DELETE", "faults")


def config(project: str) -> str:
    """The serving config of the demo engine in a project."""
    collection = f"projects/{project}/locations/global/collections/default_collection"
    return f"{collection}/engines/demo/servingConfigs/default_search"
