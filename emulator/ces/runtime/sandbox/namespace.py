"""The globals of an app's code: imports, variables, tools and web requests."""

from __future__ import annotations

import base64
import builtins
import json
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from emulator.ces.runtime.sandbox.model import KINDS
from emulator.ces.runtime.sandbox.models import CallbackContext
from emulator.ces.runtime.sandbox.rpc import EmulatorRpc

Ask = Callable[[dict[str, Any]], dict[str, Any]]
"""Asks the emulator for something and waits for its reply."""

# What the service lets code import, and further modules that only compute.
_IMPORTABLE = """
    __future__ abc array asyncio base64 binascii bisect calendar cmath collections colorsys
    contextlib copy csv dataclasses datetime decimal difflib enum fractions functools hashlib heapq
    hmac html io itertools json keyword locale logging math numbers operator pprint random re
    secrets statistics string struct textwrap time traceback types typing typing_extensions
    unicodedata urllib uuid warnings weakref xml zlib zoneinfo
    ces_requests google numpy orjson pydantic requests
"""
_IMPORTS = frozenset(_IMPORTABLE.split())


def namespace(context: CallbackContext, ask: EmulatorRpc) -> dict[str, Any]:
    """The globals that code runs in."""
    requests = web_requests(ask)
    sys.modules["ces_requests"] = sys.modules["requests"] = requests
    return {
        "__name__": "app_code",
        "__builtins__": {**vars(builtins), "__import__": _import},
        **KINDS,
        "context": context,
        "get_variable": context.get_variable,
        "set_variable": context.set_variable,
        "remove_variable": context.remove_variable,
        "tools": Tools(ask),
        "async_tools": AsyncTools(ask),
        "ces_requests": requests,
    }


def _import(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: tuple[str, ...] = (),
    level: int = 0,
) -> ModuleType:
    if name.partition(".")[0] not in _IMPORTS:
        raise ModuleNotFoundError(f"No module named '{name}' that code of an app may import")
    return __import__(name, globals, locals, fromlist, level)


class ToolError(RuntimeError):
    """A tool that could not be called."""


class Tools:
    """The app's tools as functions of one argument, the arguments of the call."""

    def __init__(self, ask: EmulatorRpc) -> None:
        self._ask = ask

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(args: Mapping[str, Any] | None = None, **named: Any) -> Any:
            return _response(self._ask(_question(name, args, named)))

        return call


class AsyncTools:
    """The same to be awaited; calls that are gathered run at the same time."""

    def __init__(self, ask: EmulatorRpc) -> None:
        self._ask = ask

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def call(args: Mapping[str, Any] | None = None, **named: Any) -> Any:
            return _response(await self._ask.later(_question(name, args, named)))

        return call


def _question(name: str, args: Mapping[str, Any] | None, named: Mapping[str, Any]) -> Any:
    return {"tool": name, "args": {**(args or {}), **named}}


def _response(reply: Mapping[str, Any]) -> Any:
    if "error" in reply:
        raise ToolError(reply["error"])
    return reply["response"]


class RequestException(OSError):
    """A web request that was not answered."""


class HTTPError(RequestException):
    """An answer that tells of an error."""


class Headers(dict[str, str]):
    """Headers by their names, in whatever case."""

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())

    def get(self, name: str, default: Any = None) -> Any:
        """The header of that name, if there is one."""
        return super().get(name.lower(), default)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(str(name).lower())


class Response:
    """What a server answered."""

    def __init__(self, status: int, headers: Mapping[str, str], content: bytes) -> None:
        self.status_code, self.headers, self.content = status, Headers(headers), content
        self.ok = status < 400

    @property
    def text(self) -> str:
        """The body as text."""
        return self.content.decode(errors="replace")

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.content)

    def raise_for_status(self) -> None:
        """HTTPError for an answer that tells of one."""
        if not self.ok:
            raise HTTPError(f"the server answered {self.status_code}")


def web_requests(ask: Ask) -> ModuleType:
    """A module with the functions of `requests`, whose requests the emulator makes."""
    module = ModuleType("ces_requests")

    def request(
        method: str,
        url: str,
        *,
        params: Mapping[str, Any] | None = None,
        data: Any = None,
        json: Any = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | tuple[float, float] | None = None,
    ) -> Response:
        content, kind = _body(data, json)
        reply = ask(
            {
                "url": f"{url}{'&' if '?' in url else '?'}{_form(params)}" if params else url,
                "method": method.upper(),
                "headers": {**({"content-type": kind} if kind else {}), **(headers or {})},
                "content": base64.b64encode(content).decode(),
                "timeout": sum(timeout) if isinstance(timeout, tuple) else timeout,
            }
        )
        if "error" in reply:
            raise RequestException(reply["error"])
        return Response(reply["status"], reply["headers"], base64.b64decode(reply["content"]))

    def verb(method: str) -> Callable[..., Response]:
        return lambda url, **options: request(method, url, **options)

    failures = ("RequestException", "ConnectionError", "Timeout")
    exceptions = {**dict.fromkeys(failures, RequestException), "HTTPError": HTTPError}
    verbs = {name: verb(name) for name in ("get", "post", "put", "patch", "delete", "head")}
    vars(module).update(verbs, request=request, **exceptions)
    vars(module)["exceptions"] = module
    return module


def _form(values: Mapping[str, Any]) -> str:
    from urllib.parse import urlencode  # Most code needs none of it.

    return urlencode(values, doseq=True)


def _body(data: Any, value: Any) -> tuple[bytes, str]:
    """The content of a request and its MIME type."""
    if value is not None:
        return json.dumps(value).encode(), "application/json"
    if isinstance(data, Mapping):
        return _form(data).encode(), "application/x-www-form-urlencoded"
    return (data.encode() if isinstance(data, str) else data or b""), ""
