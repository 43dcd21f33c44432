"""JSON and YAML text that a client wrote: read as JSON values, and no more of them than is sane."""

from __future__ import annotations

import math
from typing import Any

import orjson

_MOST_NODES = 200_000
_DEEPEST = 100


class BadText(ValueError):
    """Text that is neither JSON nor YAML, or that unfolds into too much."""


def read(text: str) -> Any:
    """The value of a text in JSON or YAML; BadText if it has none.

    Of YAML, keys are strings and what JSON has no form for, such as a date, is its text.
    """
    return _plain(_parsed(text), [_MOST_NODES], 0)


def _parsed(text: str) -> Any:
    try:
        if text.lstrip().startswith("{"):
            return orjson.loads(text)
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        _check_depth(yaml.parse(text, Loader=loader))
        return yaml.load(text, Loader=loader)
    except BadText:
        raise
    except Exception as error:  # PyYAML raises errors of many kinds for what is no YAML.
        reason = " ".join(str(error).split())
        raise BadText(f"it is neither JSON nor YAML: {reason[:200]}") from None


def _check_depth(events: Any) -> None:
    """BadText for what is nested so deeply that libyaml's loader would end the process."""
    depth = 0
    for event in events:
        name = type(event).__name__
        depth += name.endswith("StartEvent") - name.endswith("EndEvent")
        if depth > _DEEPEST:
            raise BadText("it is nested too deeply")


def _plain(value: Any, left: list[int], depth: int) -> Any:
    """JSON values; `left` counts them down, because YAML's aliases multiply."""
    left[0] -= 1
    if left[0] < 0 or depth > _DEEPEST:
        raise BadText("it is too large or nested too deeply")
    if isinstance(value, dict):
        return {str(key): _plain(one, left, depth + 1) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one, left, depth + 1) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool | None) else str(value)
