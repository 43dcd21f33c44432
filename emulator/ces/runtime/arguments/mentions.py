"""Values in their places."""

from __future__ import annotations

from typing import NamedTuple


class Mention(NamedTuple):
    """A value that a text has, and where it stands: `[start, end)`."""

    value: str
    start: int
    end: int
