"""Errors of pydantic as those of the API: the field and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from emulator.surface.errors import ApiError, Code, FieldViolation, invalid_argument

_TEXTS = {"extra_forbidden": "there is no such field", "missing": "it is required"}
_SOURCES = ("body", "query", "path")


def violations(mistakes: Iterable[Mapping[str, Any]]) -> list[FieldViolation]:
    """The violations with their fields; empty for an error of the whole."""
    return [_violation(one) for one in mistakes]


def refusal(mistakes: Iterable[Mapping[str, Any]]) -> ApiError:
    """INVALID_ARGUMENT for all of them."""
    found = violations(mistakes)
    text = "\n".join(invalid_argument(one.field, one.description).message for one in found)
    return ApiError(Code.INVALID_ARGUMENT, text, found)


def _violation(mistake: Mapping[str, Any]) -> FieldViolation:
    parts, kind = list(mistake["loc"]), mistake["type"]
    if kind == "json_invalid":  # Its place is one in the text.
        return FieldViolation("", f"It is not JSON: {mistake['ctx']['error']}.")
    source = parts.pop(0) if parts[:1] and parts[0] in _SOURCES else ""
    text = _TEXTS.get(kind, str(mistake["msg"]))
    for subject in ("Value error, ", "Input ", "String "):
        text = text.removeprefix(subject)
    text = f"it {text}" if text.startswith("should ") else text
    if source and not parts and text.startswith("it "):
        text = f"the {source}{text.removeprefix('it')}"
    return FieldViolation(".".join(map(str, parts)), f"{text.rstrip('.')}.")
