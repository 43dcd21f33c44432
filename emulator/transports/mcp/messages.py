"""JSON-RPC 2.0 as MCP uses it: requests read, results and errors written."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, TypeAlias

RequestId: TypeAlias = str | int | None
JsonObject: TypeAlias = dict[str, Any]


class ErrorCode(enum.IntEnum):
    """The codes of JSON-RPC and those that MCP 2026-07-28 adds."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    HEADER_MISMATCH = -32020
    UNSUPPORTED_PROTOCOL_VERSION = -32022


class RpcError(Exception):
    """A call that MCP itself refuses; what a tool refuses is a result with `isError`."""

    def __init__(self, code: ErrorCode, message: str, data: JsonObject | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


@dataclass(frozen=True, slots=True)
class Request:
    """A request, or a notification, which has no id and gets no answer."""

    method: str
    params: JsonObject
    id: RequestId

    @property
    def is_notification(self) -> bool:
        """Whether nobody waits for an answer."""
        return self.id is None

    @property
    def meta(self) -> JsonObject:
        """`params._meta`; empty if there is none or it is no object."""
        meta = self.params.get("_meta")
        return meta if isinstance(meta, dict) else {}


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP status and the JSON value of the body, or None for an empty body."""

    status: int
    body: JsonObject | list[JsonObject] | None = None


ACCEPTED = Reply(202)


def read_request(value: object) -> Request:
    """The request in a JSON value; INVALID_REQUEST or INVALID_PARAMS if it is none."""
    if not isinstance(value, dict):
        raise _invalid("a JSON-RPC request is an object")
    if value.get("jsonrpc") != "2.0":
        raise _invalid('`jsonrpc` must be "2.0"')
    if not isinstance(value.get("method"), str):
        raise _invalid("`method` must be a string")
    if "id" in value and request_id(value) is None:
        raise _invalid("`id` must be a string or an integer")
    params = value.get("params")
    if params is not None and not isinstance(params, dict):
        raise invalid_params("`params` must be an object")
    return Request(value["method"], params or {}, request_id(value))


def request_id(value: object) -> RequestId:
    """The id of what may be a request; None if there is none that could be answered to."""
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None


def is_response(value: object) -> bool:
    """Whether a client answers here what no server asked."""
    return (
        isinstance(value, dict)
        and "method" not in value
        and ("result" in value or "error" in value)
    )


def result(request: RequestId, value: JsonObject) -> JsonObject:
    """The answer to a request that succeeded."""
    return {"jsonrpc": "2.0", "id": request, "result": value}


def failure(request: RequestId, error: RpcError) -> JsonObject:
    """The answer to a request that was refused; the id is null if none could be read."""
    shown: JsonObject = {"code": int(error.code), "message": error.message}
    if error.data is not None:
        shown["data"] = error.data
    return {"jsonrpc": "2.0", "id": request, "error": shown}


def unknown_method(method: str) -> RpcError:
    """METHOD_NOT_FOUND, naming the method."""
    return RpcError(ErrorCode.METHOD_NOT_FOUND, f"Method not found: {method[:200]}")


def invalid_params(reason: str) -> RpcError:
    """INVALID_PARAMS with the reason."""
    return RpcError(ErrorCode.INVALID_PARAMS, f"Invalid params: {reason}.")


def _invalid(reason: str) -> RpcError:
    return RpcError(ErrorCode.INVALID_REQUEST, f"Invalid request: {reason}.")
