"""A value with its span in a text."""

from __future__ import annotations

from typing import NamedTuple


class Mention(NamedTuple):
    """A value in a text, at the characters `[start, end)`."""

    value: str
    start: int
    end: int
