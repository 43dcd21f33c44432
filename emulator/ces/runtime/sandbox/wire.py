"""How the two processes talk: a JSON value a line, in both directions."""

from __future__ import annotations

import json
from typing import Any

MOST_BYTES = 1 << 20
"""The longest line that the worker may send: results, and arguments of calls."""


def written(value: Any) -> bytes:
    """The line of a value; TypeError or ValueError if JSON has no form for it."""
    return json.dumps(value, allow_nan=False, default=_dumped).encode() + b"\n"


def _dumped(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("ascii")
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(f"a value of the type {type(value).__name__} has no JSON form")
    return dump(mode="json", exclude_none=True)
