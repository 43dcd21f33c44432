"""Headers that speak to the emulator and not to the API: kept for the services to read."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.types import Scope

from emulator.surface import caller

_PREFIX = "x-emulator-"
_RAW_PREFIX = _PREFIX.encode()


def keep_headers(scope: Scope) -> None:
    """Keep those of an HTTP request, which are UTF-8 whatever HTTP says."""
    caller.directions.set(
        {
            name.decode(): value.decode(errors="replace")
            for name, value in scope["headers"]
            if name.startswith(_RAW_PREFIX)
        }
    )


def keep_metadata(metadata: Iterable[tuple[str, str | bytes]]) -> None:
    """Keep those of a gRPC call."""
    caller.directions.set(
        {
            name: value if isinstance(value, str) else value.decode(errors="replace")
            for name, value in metadata
            if name.startswith(_PREFIX)
        }
    )
