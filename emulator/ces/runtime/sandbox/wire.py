"""How the two processes talk: a JSON value a line, in both directions."""

from __future__ import annotations

import json
import re
from typing import Any

MOST_BYTES = 1 << 20
"""The longest line that the worker may send: results, and arguments of calls."""

_HALF = re.compile("[\ud800-\udfff]")


def written(value: Any) -> bytes:
    """The line of a value; TypeError or ValueError if JSON has no form for it.

    Halves of characters, which code can have and messages cannot, are U+FFFD in it.
    """
    text = json.dumps(value, allow_nan=False, default=dumped, ensure_ascii=False)
    return _HALF.sub("\ufffd", text).encode() + b"\n"


def limited(value: Any) -> bytes:
    """The line of a value, if it is not too long; ValueError if it is."""
    line = written(value)
    if len(line) > MOST_BYTES:
        raise ValueError(f"it has {len(line):,} bytes; at most {MOST_BYTES:,} are allowed")
    return line


def dumped(value: Any) -> Any:
    """What JSON has for bytes and for the classes of callbacks; TypeError for anything else."""
    if isinstance(value, bytes):
        return value.decode("ascii")
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(f"a value of the type {type(value).__name__} has no JSON form")
    return dump(mode="json", exclude_none=True)
