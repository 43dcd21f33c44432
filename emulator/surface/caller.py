"""Which version of the API the running call came through."""

from __future__ import annotations

from contextvars import ContextVar

package: ContextVar[str] = ContextVar("package", default="google.cloud.discoveryengine.v1")
"""The package of the called method. An operation keeps its types under this version's names,
because a client that polls it over gRPC names no version."""
