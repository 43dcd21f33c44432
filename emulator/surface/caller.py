"""What is known of the running call beside its request."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType

package: ContextVar[str] = ContextVar("package", default="google.cloud.discoveryengine.v1")
"""The package of the called method. An operation keeps its types under this version's names,
because a client that polls it over gRPC names no version."""

host: ContextVar[str] = ContextVar("host", default="")
"""The host that an HTTP call names; empty for calls over gRPC."""

directions: ContextVar[Mapping[str, str]] = ContextVar("directions", default=MappingProxyType({}))
"""What the call tells the emulator alone: its `x-emulator-...` headers, by names in lower case."""
