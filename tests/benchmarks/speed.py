"""Speed of calls and imports, beside the floor in the same run.

    python -m tests.benchmarks.speed [CORPUS.jsonl] [--calls N]

Every row is measured in rounds that alternate between ours and the floor, each with the same
questions; medians are over all calls of all rounds. `empty` is a call over gRPC that does nothing:
what gRPC takes by itself, in client and server, of each call in the rows `grpc`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import httpx

from tests.benchmarks.floor import build_index, open_database, read_corpus
from tests.conftest import SHARED_DATA
from tests.processes import ROOT, Server, start_command

PARENT = "projects/bench/locations/global/collections/default_collection"
ENGINE = f"{PARENT}/engines/bench"
CONFIG = f"{ENGINE}/servingConfigs/default_search"
BRANCH = f"{PARENT}/dataStores/bench/branches/0"
ROUNDS = 6
Call = Callable[[int], Awaitable[None]]


@dataclass
class Times:
    """Latencies in seconds and the wall time of the rounds they were measured in."""

    latencies: list[float] = field(default_factory=list)
    wall: float = 0.0

    def row(self) -> str:
        """p50 and p99 in milliseconds, calls a second."""
        ordered = sorted(self.latencies)
        p99 = ordered[int(len(ordered) * 0.99)]
        rate = len(ordered) / self.wall
        return f"{statistics.median(ordered) * 1e3:8.2f} {p99 * 1e3:8.2f} {rate:8.0f}"

    @property
    def p50(self) -> float:
        """The median latency in seconds."""
        return statistics.median(self.latencies)


class Http:
    """Connections that are kept open; the least a client can do, so that the server is measured."""

    def __init__(self, url: str) -> None:
        host, port = url.removeprefix("http://").split(":")
        self._address = (host, int(port))
        self._free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] | None = None

    async def open(self, count: int) -> None:
        """Open that many connections."""
        self._free = asyncio.Queue()
        for _ in range(count):
            self._free.put_nowait(await asyncio.open_connection(*self._address))

    async def call(self, verb: str, path: str, body: object = None) -> bytes:
        """One request; AssertionError unless it is answered with 200."""
        assert self._free is not None
        reader, writer = connection = await self._free.get()
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{verb} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            f"accept: application/json, text/event-stream\r\ncontent-length: {len(content)}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        header = await reader.readuntil(b"\r\n\r\n")
        length = int(header.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        answer = await reader.readexactly(length)
        self._free.put_nowait(connection)
        assert header.startswith(b"HTTP/1.1 200"), answer
        return answer


async def measure(times: Times, call: Call, calls: int, connections: int) -> None:
    """Make the calls with so many at a time."""
    numbers = iter(range(calls))

    async def work() -> None:
        for number in numbers:
            start = time.perf_counter()
            await call(number)
            times.latencies.append(time.perf_counter() - start)

    start = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(connections)))
    times.wall += time.perf_counter() - start


async def compare(
    title: str, ours: dict[str, Call], floor: Call, calls: int, connections: int
) -> None:
    """One row for the floor and one for each of ours, measured in turns."""
    measured = {name: Times() for name in ["floor", *ours]}
    for _ in range(ROUNDS):
        for name, call in {"floor": floor, **ours}.items():
            await measure(measured[name], call, calls // ROUNDS, connections)
    for name, times in measured.items():
        ratio = times.p50 / measured["floor"].p50
        print(f"{title:8} {connections:2} conn  {name:6} {times.row()}  {ratio:5.2f}x", flush=True)


def questions(corpus: Path) -> Callable[[int], str]:
    """The collection's queries by the number of a call: all rows of a table ask the same."""
    path = corpus.parent / "queries.jsonl"
    texts = [json.loads(line)["text"] for line in path.open()]
    return lambda number: texts[number % len(texts)]


def grpc_call(
    channel: grpc.aio.Channel, service: str, rpc: str, make: Callable[[int], object]
) -> Call:
    """A unary call through Google's message classes, `make` giving the request of each number."""
    from google.cloud import discoveryengine_v1 as types

    request_type, response_type = {
        "GetSession": (types.GetSessionRequest, types.Session),
        "Search": (types.SearchRequest, types.SearchResponse),
        "AnswerQuery": (types.AnswerQueryRequest, types.AnswerQueryResponse),
    }[rpc]
    stub = channel.unary_unary(
        f"/google.cloud.discoveryengine.v1.{service}/{rpc}",
        request_serializer=request_type.serialize,
        response_deserializer=response_type.deserialize,
    )

    async def call(number: int) -> None:
        await stub(make(number))

    return call


def empty_call(channel: grpc.aio.Channel) -> Call:
    """The health check, whose request may be empty."""
    stub = channel.unary_unary("/grpc.health.v1.Health/Check")

    async def call(_: int) -> None:
        await stub(b"")

    return call


async def measure_calls(server: Server, floor_url: str, corpus: Path, calls: int) -> None:
    """Get session, search and answer over every door."""
    from google.cloud import discoveryengine_v1 as types

    text_of = questions(corpus)
    session = httpx.post(f"{server.url}/v1/{ENGINE}/sessions", json={}).json()["name"]
    for connections in (1, 8):
        ours, floor = Http(server.url), Http(floor_url)
        await ours.open(connections)
        await floor.open(connections)
        async with grpc.aio.insecure_channel(server.grpc) as channel:

            async def rest_get(_: int, ours: Http = ours) -> None:
                await ours.call("GET", f"/v1/{session}?%24alt=json%3Benum-encoding%3Dint")

            async def floor_get(_: int, floor: Http = floor) -> None:
                await floor.call("GET", "/get/1")

            async def rest_search(number: int, ours: Http = ours) -> None:
                body = {"query": text_of(number), "pageSize": 10}
                await ours.call("POST", f"/v1/{CONFIG}:search?prettyPrint=false", body)

            async def floor_search(number: int, floor: Http = floor) -> None:
                await floor.call("POST", "/search", {"query": text_of(number)})

            async def rest_answer(number: int, ours: Http = ours) -> None:
                body = {"query": {"text": text_of(number)}, "session": f"{ENGINE}/sessions/-"}
                await ours.call("POST", f"/v1/{CONFIG}:answer?prettyPrint=false", body)

            async def floor_answer(number: int, floor: Http = floor) -> None:
                await floor.call("POST", "/answer", {"query": text_of(number)})

            def mcp(tool: str, make: Callable[[int], object], ours: Http = ours) -> Call:
                async def call(number: int) -> None:
                    params = {"name": tool, "arguments": make(number)}
                    body = {"jsonrpc": "2.0", "id": number, "method": "tools/call"}
                    await ours.call("POST", "/mcp", {**body, "params": params})

                return call

            def get_request(_: int) -> object:
                return types.GetSessionRequest(name=session)

            def search_request(number: int) -> object:
                return types.SearchRequest(
                    serving_config=CONFIG, query=text_of(number), page_size=10
                )

            def answer_request(number: int) -> object:
                return types.AnswerQueryRequest(
                    serving_config=CONFIG,
                    query=types.Query(text=text_of(number)),
                    session=f"{ENGINE}/sessions/-",
                )

            answers = "ConversationalSearchService"
            await compare(
                "get",
                {
                    "rest": rest_get,
                    "grpc": grpc_call(channel, answers, "GetSession", get_request),
                    "empty": empty_call(channel),
                },
                floor_get,
                calls * 3,
                connections,
            )
            await compare(
                "search",
                {
                    "rest": rest_search,
                    "grpc": grpc_call(channel, "SearchService", "Search", search_request),
                    "mcp": mcp(
                        "search",
                        lambda number: {
                            "servingConfig": CONFIG,
                            "query": text_of(number),
                            "pageSize": 10,
                        },
                    ),
                },
                floor_search,
                calls,
                connections,
            )
            await compare(
                "answer",
                {
                    "rest": rest_answer,
                    "grpc": grpc_call(channel, answers, "AnswerQuery", answer_request),
                    "mcp": mcp(
                        "conversational_search",
                        lambda number: {
                            "servingConfig": CONFIG,
                            "query": {"text": text_of(number)},
                            "session": f"{ENGINE}/sessions/-",
                        },
                    ),
                },
                floor_answer,
                calls,
                connections,
            )


def create_engine(url: str) -> None:
    """A data store that takes content, and an engine over it."""
    store = {"displayName": "Benchmark", "contentConfig": "CONTENT_REQUIRED"}
    engine = {
        "displayName": "Benchmark",
        "solutionType": "SOLUTION_TYPE_SEARCH",
        "dataStoreIds": ["bench"],
    }
    for path, body in (("dataStores?dataStoreId=bench", store), ("engines?engineId=bench", engine)):
        httpx.post(f"{url}/v1/{PARENT}/{path}", json=body, timeout=60).raise_for_status()


def import_ours(url: str, corpus: Path) -> float:
    """Seconds for all documents, a hundred a call, searchable at the end."""
    import base64

    documents = [
        {
            "id": one["_id"].replace(".", "_"),
            "structData": {"title": one["title"]},
            "content": {
                "mimeType": "text/plain",
                "rawBytes": base64.b64encode((one["text"] or one["title"]).encode()).decode(),
            },
        }
        for one in read_corpus(corpus)
    ]
    start = time.perf_counter()
    with httpx.Client(base_url=f"{url}/v1", timeout=600) as client:
        for batch in range(0, len(documents), 100):
            body = {"inlineSource": {"documents": documents[batch : batch + 100]}}
            operation = client.post(f"/{BRANCH}/documents:import", json=body).json()
            while not operation.get("done"):
                time.sleep(0.02)
                operation = client.get(f"/{operation['name']}").json()
            assert "failureCount" not in operation["metadata"], operation
    return time.perf_counter() - start


def import_floor(corpus: Path) -> float:
    """Seconds for the same text into raw Tantivy and SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(folder)
        start = time.perf_counter()
        build_index(corpus, folder)
        rows = list(read_corpus(corpus))
        for batch in range(0, len(rows), 100):
            database.execute("BEGIN")
            database.executemany(
                "INSERT INTO turns (body) VALUES (?)",
                [(json.dumps(one).encode(),) for one in rows[batch : batch + 100]],
            )
            database.execute("COMMIT")
        seconds = time.perf_counter() - start
        database.close()
    return seconds


def floor_server(corpus: Path) -> AbstractContextManager[str]:
    """The floor of searches and answers."""
    return floor_process("tests.benchmarks.floor", str(corpus), path="/get/1")


@contextmanager
def floor_process(*command: str, path: str) -> Iterator[str]:
    """A floor in a process of its own, which takes the port as its last argument.

    It is there when it answers at `path`.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", *command, str(port)], cwd=ROOT)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                httpx.get(url + path)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    default = SHARED_DATA / "cranfield/corpus.jsonl"
    parser.add_argument("corpus", type=Path, nargs="?", default=default)
    parser.add_argument("--calls", type=int, default=600)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, floor_server(asked.corpus) as floor_url:
        server = start_command("--data-dir", folder, "--no-seed")
        try:
            create_engine(server.url)
            count = sum(1 for _ in read_corpus(asked.corpus))
            floor = statistics.median(import_floor(asked.corpus) for _ in range(3))
            ours = import_ours(server.url, asked.corpus)
            rates = f"ours {count / ours:.0f}/s, floor {count / floor:.0f}/s"
            print(f"import {count} documents: {rates}")
            print("                            p50 ms   p99 ms  calls/s  of floor")
            asyncio.run(measure_calls(server, floor_url, asked.corpus, asked.calls))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
