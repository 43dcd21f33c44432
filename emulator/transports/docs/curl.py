"""A call of one operation as a curl command that can be pasted into a shell."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from emulator.transports.openapi.examples import path_value

ORIGIN = "http://127.0.0.1:8470"
"""What stands for the address of the emulator; the page puts its own in its place."""


def curl(verb: str, path: str, parameters: Sequence[Mapping[str, Any]], body: object | None) -> str:
    """The command, with values of the demo corpus where they exist and words to replace else."""
    url = ORIGIN + _filled(verb, path) + _query(verb, parameters, body)
    first = f"curl {_quoted(url)}" if "?" in url else f"curl {url}"
    if verb not in ("GET", "POST") or (verb == "POST" and body is None):
        first += f" --request {verb}"
    if body is None:
        return first
    data = json.dumps(body, ensure_ascii=False)
    lines = [first, "--header 'content-type: application/json'", f"--data {_quoted(data)}"]
    return " \\\n  ".join(lines)


def _filled(verb: str, path: str) -> str:
    """The path with a value in the place of each parameter."""
    head, *rest = path.split("{")
    parts = (part.partition("}") for part in rest)
    return head + "".join(path_value(verb, path, name) + tail for name, _, tail in parts)


def _query(verb: str, parameters: Sequence[Mapping[str, Any]], body: object) -> str:
    pairs = [f"{name}={quote(value)}" for name, value in _values(parameters)]
    names = {one["name"] for one in parameters}
    if verb == "PATCH" and "updateMask" in names and isinstance(body, dict) and body:
        pairs.append(f"updateMask={','.join(body)}")
    return f"?{'&'.join(pairs)}" if pairs else ""


def _values(parameters: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The parameters that have an example, a repeated one once for each of its values."""
    for one in parameters:
        example = one.get("example", [])
        for value in [example] if isinstance(example, str) else example:
            yield one["name"], value


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
