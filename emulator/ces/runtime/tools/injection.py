"""`$context.…` in headers, tokens and parameters: what the session has, put in at the call."""

from __future__ import annotations

import re
from typing import Any

from emulator.ces.runtime.context import ToolContext
from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message

_FORM = re.compile(r"\$context\.(?:(variables)\.(\w+)|(\w+))")
_VARIABLE = re.compile(r"\$context\.variables\.\w+")


def session_value(context: ToolContext, text: str) -> Any:
    """What `$context.variables.x` or `$context.session_id` stands for; None for what is not set."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    if found[1]:
        return context.variables.get(found[2])
    parts = context.app.name.split("/")
    return {
        "project_id": context.project_id,
        "project_number": parts[1],
        "location": parts[3],
        "app_id": parts[5],
        "session_id": context.session_id,
        "turn_index": context.turn_index,
        "variables": context.variables,
    }.get(found[3])


def check(config: Message, where: str) -> None:
    """INVALID_ARGUMENT for a token or a header that does not come from a variable."""
    fields = config.DESCRIPTOR.fields_by_name
    if "custom_headers" in fields:
        for name, value in config.custom_headers.items():
            _check(value, f"{where}.custom_headers.{name}")
    if "api_authentication" in fields and config.api_authentication.HasField("bearer_token_config"):
        path = f"{where}.api_authentication.bearer_token_config.token"
        _check(config.api_authentication.bearer_token_config.token, path)
    if "auth_config" in fields and config.HasField("auth_config"):
        kind = config.auth_config.WhichOneof("auth_config")
        for field, value in getattr(config.auth_config, kind).ListFields() if kind else ():
            _check(value, f"{where}.auth_config.{kind}.{field.name}")


def _check(value: str, where: str) -> None:
    if not _VARIABLE.fullmatch(value):
        raise invalid_argument(where, "it must have the form $context.variables.<name>.")
