"""A recorded call as JSON."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from emulator.control.journal import Call
from emulator.surface.encoder import encode
from emulator.surface.messages import timestamp
from emulator.surface.registry import surface, union_package

# In the names of headers: each proxy and each framework has some of its own.
_SECRET = re.compile("api-?key|authorization|cookie|password|secret|token")
_HIDDEN = "..."


def shown(call: Call) -> dict[str, Any]:
    """All that is known of the call; what was said is left out where it is too large to keep."""
    method = call.method
    found = {
        "id": str(call.number),
        "rpc": method.full_name,
        "version": method.version,
        "transport": call.client.door,
        "resource": call.resource,
        "startTime": timestamp(round(call.start_time * 1e6)).ToJsonString(),
        "duration": f"{call.duration:.6f}s",
        "code": call.code,
        "headers": _headers(call.client.headers),
        **_said(call, "request", call.requests, method.request, method.client_streaming),
        **_said(call, "response", call.responses, method.response, method.server_streaming),
    }
    more = {"message": call.message, "fault": call.fault, "truncated": call.truncated}
    return {**found, **{name: value for name, value in more.items() if value}}


def _said(
    call: Call, name: str, messages: Sequence[bytes], kind: str, streams: bool
) -> Mapping[str, Any]:
    """The message under its name, or a list of those of a stream."""
    package = call.method.package
    if call.client.door == "mcp":  # Its tools take the fields of all versions.
        package = union_package(package)
    read = surface.message_class(kind).FromString
    found = [encode(read(data), package) for data in messages]
    if streams:
        return {f"{name}s": found}
    return {name: found[0]} if found else {}


def _headers(headers: Iterable[tuple[Any, Any]]) -> dict[str, str]:
    """The headers by their names in lower case; those given more than once in one line."""
    found: dict[str, str] = {}
    for name, value in headers:
        key = _text(name)
        text = _HIDDEN if _SECRET.search(key) else _text(value)
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def _text(value: str | bytes) -> str:
    """Headers are text, but for metadata of gRPC whose names end in `-bin`."""
    if isinstance(value, str):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return base64.b64encode(value).decode()
