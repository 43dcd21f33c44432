"""An `ApiError` as google.rpc.Status: the message, and the JSON envelope around it."""

from __future__ import annotations

from typing import Any

from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError
from emulator.surface.messages import pack, rpc
from emulator.surface.registry import Message


def status(error: ApiError) -> Message:
    """The google.rpc.Status to put inside another message, such as an operation.

    It has no details: Google's client for Node.js gives up on a message with an Any of a type that
    is not of its API, and the text tells the same.
    """
    return rpc.Status(code=error.code.number, message=error.message)


def detailed_status(error: ApiError) -> Message:
    """The google.rpc.Status of a failed call, with BadRequest details if fields are to blame.

    The error's own details follow, and ResourceInfo for what there is to say of a resource.
    """
    result = status(error)
    if error.violations:
        detail = rpc.BadRequest()
        for violation in error.violations:
            shown = detail.field_violations.add()
            shown.field, shown.description = violation.field, violation.description
            if violation.hint:
                shown.localized_message.locale = "en"
                shown.localized_message.message = violation.hint
        result.details.append(pack(detail))
    result.details.extend(error.details)
    if error.hint:
        result.details.append(pack(rpc.ResourceInfo(description=error.hint)))
    return result


def envelope(error: ApiError) -> dict[str, Any]:
    """The JSON body of a failed call, `{"error": {code, message, status, details}}`."""
    shown = encode(detailed_status(error), "")
    body = {
        "code": error.http_status,
        "message": error.message,
        "status": error.code.name,
    }
    return {"error": {**body, **({"details": shown["details"]} if "details" in shown else {})}}


def cut(text: str, size: int) -> str:
    """The text in at most `size` bytes of UTF-8 and an ellipsis, for where an error has no room."""
    encoded = text.encode()
    return text if len(encoded) <= size else encoded[:size].decode(errors="ignore") + "..."
