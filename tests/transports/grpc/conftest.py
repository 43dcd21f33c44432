"""A gRPC door in process over services whose answers a test puts in, and channels."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import grpc
import pytest

from emulator.resources.worker import in_worker
from emulator.surface.messages import discoveryengine
from tests.conftest import Server
from tests.processes import PATIENCE
from tests.transports.grpc.door import Door, serving


class Search:
    """A service whose answer a test puts in; an exception is raised."""

    def __init__(self) -> None:
        self.outcome: Any = discoveryengine.SearchResponse(total_size=1)
        self.release = threading.Event()

    @in_worker
    def search(self, request: Any) -> Any:
        if request.query == "wait":
            self.release.wait(PATIENCE)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


class Answers:
    """Streams a part, then waits for its release, then fails or ends."""

    def __init__(self) -> None:
        self.release = threading.Event()
        self.error: Exception | None = None

    async def stream_answer_query(self, _request: Any) -> AsyncIterator[Any]:
        yield discoveryengine.AnswerQueryResponse(answer={"answer_text": "a"})
        await asyncio.to_thread(self.release.wait, PATIENCE)
        if self.error:
            raise self.error
        yield discoveryengine.AnswerQueryResponse(answer={"answer_text": "b"})


@pytest.fixture
def search() -> Search:
    return Search()


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def door(search: Search, answers: Answers) -> Iterator[Door]:
    with serving(SearchService=search, ConversationalSearchService=answers) as door:
        yield door


@pytest.fixture
def tiny(door: Door) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(door.address) as channel:
        yield channel


@pytest.fixture(scope="module")
def channel(server: Server) -> Iterator[grpc.Channel]:
    """A channel to the emulator with the demo corpus."""
    with grpc.insecure_channel(server.grpc) as channel:
        yield channel
