"""The calls that a fault or a query is for: by RPC, and by resource."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import translate
from functools import cached_property

from emulator.surface import names
from emulator.surface.registry import Message, Method
from emulator.surface.validation import resource_names

_NAME = "projects/"


class Target:
    """Calls of RPCs that a pattern fits, `*.SearchService.*`, about a resource or what is below it.

    An RPC may be written as gRPC does, too: `/google.longrunning.Operations/GetOperation`.
    """

    def __init__(self, rpc: str = "*", resource: str = "") -> None:
        self.rpc = rpc
        self.resource = resource
        self._above = names.canonical(resource)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(translate(self.rpc.removeprefix("/").replace("/", ".")))

    def fits(self, full_name: str) -> bool:
        """Whether an RPC is meant, `google.cloud.discoveryengine.v1.SearchService.Search`."""
        return self._pattern.match(full_name) is not None

    def holds(self, resource: str) -> bool:
        """Whether a resource is meant, however it is spelled."""
        name = names.canonical(resource)
        return not self._above or name == self._above or name.startswith(f"{self._above}/")


def resource_of(method: Method, request: Message) -> str:
    """The resource that a request is about, as it is spelled there; empty if it names none."""
    named = next(filter(None, resource_names(method, request)), "")
    return named or next(_names_in(request), "")


def _names_in(message: Message) -> Iterator[str]:
    """The resource names in a message; those of streams over gRPC stand in no URL."""
    for field, value in message.ListFields():
        if field.is_repeated:
            continue
        if field.message_type is not None:
            yield from _names_in(value)
        elif isinstance(value, str) and value.startswith(_NAME):
            yield value
