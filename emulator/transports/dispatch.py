"""From a method of the surface to the service method that implements it."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from emulator.resources.worker import runs_in_worker
from emulator.surface import caller
from emulator.surface.errors import ApiError, unforeseen, unimplemented
from emulator.surface.registry import Message, Method
from emulator.surface.validation import validate
from emulator.transports.project_spelling import ProjectSpelling
from emulator.transports.regional_endpoints import check_region

log = logging.getLogger(__name__)
_Handler = Callable[[Message], Any]


class Dispatcher:
    """Calls services by (api, service class), such as ("discoveryengine", "SearchService").

    A service may be implemented by several objects. Services that belong to no API, such as
    google.longrunning.Operations, stand under "". With `regional` a host serves its own location
    only.
    """

    def __init__(
        self, services: Mapping[tuple[str, str], Iterable[object]], regional: bool = False
    ) -> None:
        self._services = services
        self._regional = regional
        self._handler = lru_cache(maxsize=None)(self._find)

    def implements(self, method: Method) -> bool:
        """Whether a service has behaviour for the method."""
        return self._handler(method) is not None

    async def call(self, method: Method, request: Message) -> Message:
        """The response of a unary method; raises ApiError, and nothing else."""
        handler, spelling = self._handler_of(method), ProjectSpelling(method)
        self._check(method, request)
        spelling.see(request)
        with _Guard(method, spelling):
            return spelling.answer(await self._run(handler, request))

    async def stream(self, method: Method, request: Message) -> AsyncIterator[Message]:
        """The responses of a server-streaming method, one by one."""
        handler, spelling = self._handler_of(method), ProjectSpelling(method)
        self._check(method, request)
        spelling.see(request)
        with _Guard(method, spelling):
            async for part in await self._run(handler, request):
                yield spelling.answer(part)

    async def converse(
        self, method: Method, requests: AsyncIterator[Message]
    ) -> AsyncGenerator[Message, None]:
        """The responses of a bidirectional stream, whose handler reads the requests itself."""
        handler, spelling = self._handler_of(method), ProjectSpelling(method)
        with _Guard(method, spelling):
            async for part in handler(self._each_checked(method, requests, spelling)):
                yield spelling.answer(part)

    async def _run(self, handler: _Handler, request: Message) -> Any:
        if runs_in_worker(handler):
            return await asyncio.to_thread(handler, request)
        answer = handler(request)
        return await answer if inspect.iscoroutine(answer) else answer

    def _handler_of(self, method: Method) -> _Handler:
        handler = self._handler(method)
        if handler is None:
            raise unimplemented(method.full_name)
        return handler

    def _check(self, method: Method, request: Message) -> None:
        validate(method, request)
        if self._regional:
            check_region(method, request)
        caller.package.set(method.package)

    async def _each_checked(
        self, method: Method, requests: AsyncIterator[Message], spelling: ProjectSpelling
    ) -> AsyncIterator[Message]:
        async for request in requests:
            self._check(method, request)
            spelling.see(request)
            yield request

    def _find(self, method: Method) -> _Handler | None:
        api = method.api if method.service.startswith(method.package) else ""
        parts = self._services.get((api, method.service_class), ())
        found = (getattr(part, method.attribute, None) for part in parts)
        return next((handler for handler in found if handler is not None), None)


class _Guard:
    """Turns what no service foresaw into an error, with the traceback in the log only.

    What a service refuses is told with the names as the caller writes them.
    """

    def __init__(self, method: Method, spelling: ProjectSpelling) -> None:
        self._method = method
        self._spelling = spelling

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ApiError):
            self._refuse(error)
        elif isinstance(error, Exception):
            log.error("%s failed", self._method.full_name, exc_info=error)
            raise unforeseen(error) from error

    def _refuse(self, error: ApiError) -> None:
        refusal = self._spelling.refusal(error)
        if refusal is not error:
            raise refusal from error
