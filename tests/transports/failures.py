"""The one form of a failed REST call, asserted on each."""

from __future__ import annotations

from typing import Any

import httpx
import orjson

from emulator.surface.errors import Code

_RESOURCE_INFO = "type.googleapis.com/google.rpc.ResourceInfo"
_BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"


def failed(response: httpx.Response, code: str, text: str = "", status: int = 0) -> dict[str, Any]:
    """Assert that the call failed with the code and a message that holds the text.

    Answers the envelope's content. `status` is for the HTTP status that the code does not tell.
    """
    assert response.headers["content-type"] == "application/json; charset=UTF-8"
    assert response.status_code == (status or Code[code].http_status), response.text[:500]
    return failure(orjson.loads(response.content), code, text, status)


def failure(body: Any, code: str, text: str = "", status: int = 0) -> dict[str, Any]:
    """Assert that a body, or an element of a stream, is an envelope of the error."""
    assert list(body) == ["error"]
    error: dict[str, Any] = body["error"]
    assert set(error) - {"details"} == {"code", "message", "status"}
    assert error["code"] == (status or Code[code].http_status)
    assert error["status"] == code
    assert text in error["message"]
    assert error["message"]
    assert "Traceback" not in error["message"]
    assert error.get("details") or (error["code"], code) != (400, "INVALID_ARGUMENT")
    for detail in error.get("details", ()):
        if code == "NOT_FOUND":
            assert detail == {"@type": _RESOURCE_INFO, "description": detail["description"]}
            continue
        assert set(detail) == {"@type", "fieldViolations"}
        assert detail["@type"] == _BAD_REQUEST
        for violation in detail["fieldViolations"]:
            assert set(violation) <= {"field", "description", "localizedMessage"}
    return error
