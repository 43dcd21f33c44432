"""Headers that speak to the emulator and not to the API, and the host: kept to be read later."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.types import Scope

from emulator.surface import caller

_PREFIX = "x-emulator-"
_RAW_PREFIX = _PREFIX.encode()


def keep_headers(scope: Scope) -> None:
    """Keep those of an HTTP request, which are UTF-8 whatever HTTP says."""
    headers = dict(scope["headers"])
    caller.host.set(headers.get(b"host", b"").decode(errors="replace"))
    caller.directions.set(
        {
            name.decode(): value.decode(errors="replace")
            for name, value in headers.items()
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
