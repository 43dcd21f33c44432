"""Batches, as Google's discovery-based client writes them."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from typing import Any

import httpx
import pytest
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError
from httplib2 import Http
from starlette.types import Message, Receive, Scope, Send

from emulator.transports.rest.batches import BatchApp
from tests.conftest import DEMO, DEMO_CONFIG, Server
from tests.transports.failures import failed

ENGINE = f"{DEMO}/engines/demo"


def part(request: str, **headers: str) -> str:
    named = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"--b\r\ncontent-type: application/http\r\n{named}\r\n{request}\r\n"


def send(http: httpx.Client, *parts: str, **headers: str) -> httpx.Response:
    body = "".join(parts) + "--b--\r\n"
    kind = {"content-type": "multipart/mixed; boundary=b"}
    return http.post("/batch", content=body.encode(), headers={**kind, **headers})


async def answered(app: BatchApp, *paths: str) -> list[Message]:
    """What an application sends when these are got in a batch."""
    sent: list[Message] = []
    body = "".join(part(f"GET {path} HTTP/1.1\r\n") for path in paths) + "--b--"

    async def receive() -> Message:
        return {"type": "http.request", "body": body.encode(), "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"content-type", b"multipart/mixed; boundary=b")]
    await app({"type": "http", "headers": headers}, receive, send)
    return sent


def test_each_call_is_answered_with_its_id(server: Server) -> None:
    """A failure of one is its own."""
    address = f"{server.url}/discovery/v1/apis/{{api}}/{{apiVersion}}/rest"
    told: dict[str, Any] = {}

    def hear(request_id: str, response: Any, error: HttpError | None) -> None:
        told[request_id] = error or response

    with (
        closing(Http()) as http,
        build(
            "discoveryengine",
            "v1",
            http=http,
            discoveryServiceUrl=address,
            static_discovery=False,
        ) as service,
    ):
        engines = service.projects().locations().collections().engines()
        batch = service.new_batch_http_request(callback=hear)
        body = {"query": "warranty für zwei", "pageSize": 2}
        search = engines.servingConfigs().search(servingConfig=DEMO_CONFIG, body=body)
        batch.add(search, request_id="search")
        batch.add(engines.get(name=ENGINE), request_id="an engine")
        batch.add(engines.get(name=f"{DEMO}/engines/none"), request_id="none")
        batch.execute(http=http)
    assert len(told["search"]["results"]) == 2
    assert told["an engine"]["displayName"]
    assert told["none"].status_code == 404


def test_a_response_has_the_form_of_the_service(http: httpx.Client) -> None:
    response = send(http, part(f"GET /v1/{ENGINE} HTTP/1.1\r\n", content_id="<one>"))
    assert response.status_code == 200
    kind = response.headers["content-type"]
    assert kind.startswith("multipart/mixed; boundary=batch_")
    boundary = kind.partition("=")[2]
    head, status, *rest = response.text.split("\r\n\r\n")[0], response.text.split("\r\n\r\n")[1]
    assert head == (f"--{boundary}\r\nContent-Type: application/http\r\nContent-ID: <response-one>")
    assert status.startswith("HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=UTF-8")
    assert not rest
    assert response.text.endswith(f"\r\n--{boundary}--\r\n")


def test_addresses_may_be_whole_and_ids_missing(http: httpx.Client) -> None:
    request = f"GET http://discoveryengine.googleapis.com/v1/{ENGINE}?fields=name HTTP/1.1\n\n"
    response = send(http, part(request), part(request))
    assert response.text.count("HTTP/1.1 200 OK") == 2
    assert response.text.count('"name"') == 2
    assert "displayName" not in response.text
    assert "Content-ID" not in response.text


def test_a_body_comes_as_it_was_sent(http: httpx.Client) -> None:
    request = (
        f"POST /v1/{DEMO_CONFIG}:search HTTP/1.1\r\ncontent-type: application/json\r\n\r\n"
        '{"query": "warranty",\r\n\r\n "pageSize": 1}'
    )
    response = send(http, part(request))
    assert "HTTP/1.1 200 OK" in response.text
    assert "policy-warranty" in response.text


def test_the_headers_of_a_batch_are_those_of_its_calls(http: httpx.Client) -> None:
    """Those of a call go before ("Batching requests"); of its content each has its own."""
    shared = {"X-Goog-FieldMask": "name"}
    response = send(http, part(f"GET /v1/{ENGINE} HTTP/1.1\r\n"), **shared)
    assert "displayName" not in response.text
    own = f"GET /v1/{ENGINE} HTTP/1.1\r\nX-Goog-FieldMask: displayName\r\n"
    response = send(http, part(own), **shared)
    assert "displayName" in response.text
    assert '"name"' not in response.text


def test_a_page_may_send_no_more_than_by_itself(http: httpx.Client) -> None:
    """Whatever its calls say of where they come from."""
    own = f"GET /v1/{ENGINE} HTTP/1.1\r\norigin: http://localhost\r\n"
    response = send(http, part(own), origin="https://page.example")
    assert "HTTP/1.1 403 Forbidden" in response.text
    assert "displayName" not in response.text


def test_a_head_is_answered_without_a_body(http: httpx.Client) -> None:
    response = send(http, part(f"HEAD /v1/{ENGINE} HTTP/1.1\r\n"))
    assert "HTTP/1.1 200 OK" in response.text
    assert "displayName" not in response.text


def test_a_stream_comes_as_a_whole(http: httpx.Client) -> None:
    request = (
        f"POST /v1/{DEMO_CONFIG}:streamAnswer HTTP/1.1\r\ncontent-type: application/json\r\n\r\n"
        '{"query": {"text": "How long is the warranty?"}}'
    )
    response = send(http, part(request))
    body = response.text.split("\r\n\r\n")[2].partition("\r\n--")[0]
    assert "SUCCEEDED" in json.loads(body)[-1]["answer"]["state"]


def test_characters_that_need_no_escape(http: httpx.Client) -> None:
    """Neither in a path nor in a header or an id."""
    request = f"GET /v1/{DEMO}/dataStores/über HTTP/1.1\r\nx-caller: Größe\r\n"
    response = send(http, part(request, content_id="<Straße>"))
    assert "dataStores/über not found" in response.text


def test_others_are_served_between_the_calls_of_a_batch() -> None:
    async def main() -> list[str]:
        done: list[str] = []

        async def at_once(scope: Scope, _receive: Receive, send: Send) -> None:
            done.append(scope["path"])
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        async def other() -> None:
            while len(done) < 2:
                await asyncio.sleep(0)
            done.append("other")

        paths = [f"/{number}" for number in range(9)]
        watching = asyncio.create_task(other())
        await answered(BatchApp(at_once, 10_000), *paths)
        await watching
        return done

    assert asyncio.run(main()).index("other") < 9


def test_what_nobody_reads_has_no_response() -> None:
    """As where a connection is to be dropped: the calls that follow are not made."""
    made: list[str] = []

    async def left(scope: Scope, _receive: Receive, _send: Send) -> None:
        made.append(scope["path"])

    assert asyncio.run(answered(BatchApp(left, 10_000), "/one", "/two")) == []
    assert made == ["/one"]


@pytest.mark.parametrize(
    ("content", "kind", "reason"),
    [
        ("{}", "application/json", "no multipart/mixed"),
        ("", "multipart/mixed; boundary=b", "no multipart/mixed"),
        ("--b\r\n\r\nGET / HTTP/1.1\r\n--b--", "multipart/mixed; boundary=b", "part 1"),
        (part("hello") + "--b--", "multipart/mixed; boundary=b", "part 1"),
        (part("GET no/slash HTTP/1.1\r\n") + "--b--", "multipart/mixed; boundary=b", "part 1"),
        (part("GET / HTTP/1.1\r\n") * 1001 + "--b--", "multipart/mixed; boundary=b", "1001 calls"),
    ],
)
def test_what_is_no_batch(http: httpx.Client, content: str, kind: str, reason: str) -> None:
    headers = {"content-type": kind}
    response = http.post("/batch", content=content.encode(), headers=headers)
    failed(response, "INVALID_ARGUMENT", reason)


def test_a_batch_is_posted(http: httpx.Client) -> None:
    failed(http.get("/batch"), "NOT_FOUND")


def test_an_api_may_be_named(http: httpx.Client) -> None:
    """As under Google's address for all of them."""
    headers = {"content-type": "multipart/mixed; boundary=b"}
    body = part(f"GET /v1/{ENGINE} HTTP/1.1\r\n") + "--b--"
    response = http.post("/batch/discoveryengine/v1", content=body.encode(), headers=headers)
    assert "HTTP/1.1 200 OK" in response.text
    failed(http.post("/batches", content=body.encode(), headers=headers), "NOT_FOUND")
