"""MCP from 2024-11-05 to 2025-11-25, where `initialize` agrees on a revision.

No state is kept of it: a call without it works, as it does on Google's servers.
"""

from __future__ import annotations

from emulator.transports.mcp.calls import ToolCalls
from emulator.transports.mcp.catalogue import Apis
from emulator.transports.mcp.identity import CAPABILITIES, SERVER_INFO
from emulator.transports.mcp.messages import (
    ACCEPTED,
    ErrorCode,
    JsonObject,
    Reply,
    Request,
    RpcError,
    failure,
    invalid_params,
    is_response,
    read_request,
    request_id,
    result,
    unknown_method,
)

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# A client of the revision with batches never names it in a header, which came with the next one.
_WITH_BATCHES = (None, "2025-03-26")


class HandshakeEra:
    """Answers the messages of one POST."""

    def __init__(self, calls: ToolCalls) -> None:
        self._calls = calls

    async def answer(self, value: object, version: str | None, apis: Apis) -> Reply:
        """The reply to a JSON value that came with this version header, if any."""
        if isinstance(value, list):
            return await self._batch(value, version, apis)
        answer = await self._one(value, apis)
        return ACCEPTED if answer is None else Reply(_status(answer), answer)

    async def _batch(self, values: list[object], version: str | None, apis: Apis) -> Reply:
        if version not in _WITH_BATCHES or not values:
            reason = (
                "the batch is empty" if version in _WITH_BATCHES else f"{version} has no batches"
            )
            error = RpcError(ErrorCode.INVALID_REQUEST, f"Invalid request: {reason}.")
            return Reply(400, failure(None, error))
        answers = [await self._one(value, apis) for value in values]
        given = [answer for answer in answers if answer is not None]
        return Reply(200, given) if given else ACCEPTED

    async def _one(self, value: object, apis: Apis) -> JsonObject | None:
        """The answer to one message; None if it wants none."""
        if is_response(value):
            return None
        try:
            request = read_request(value)
            if request.is_notification:
                return None
            return result(request.id, await self._call(request, apis))
        except RpcError as error:
            return failure(request_id(value), error)

    async def _call(self, request: Request, apis: Apis) -> JsonObject:
        match request.method:
            case "initialize":
                return _initialize(request.params)
            case "ping":
                return {}
            case "tools/list":
                return self._calls.list(request.params, apis)
            case "tools/call":
                return await self._calls.call(request.params, apis)
        raise unknown_method(request.method)


def _initialize(params: JsonObject) -> JsonObject:
    """The revision asked for if it is known, else the newest with a handshake."""
    asked = params.get("protocolVersion")
    if not isinstance(asked, str):
        raise invalid_params("`protocolVersion` must be a string")
    return {
        "protocolVersion": asked if asked in VERSIONS else VERSIONS[-1],
        "capabilities": CAPABILITIES,
        "serverInfo": SERVER_INFO,
    }


def _status(answer: JsonObject) -> int:
    code = answer.get("error", {}).get("code")
    return 400 if code == ErrorCode.INVALID_REQUEST else 200
