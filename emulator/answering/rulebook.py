"""The tables of rules that ship with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

_FILE_OF = {"grounding": "grounding.toml", "safety": "safety.toml"}


def section(name: str) -> Any:
    """Return one table of the rules, such as "classification"."""
    return _shipped(_FILE_OF.get(name, "rules.toml"))[name]


@cache
def _shipped(file: str) -> dict[str, Any]:
    source = resources.files("emulator.answering").joinpath(file)
    return tomllib.loads(source.read_text(encoding="utf-8"))
