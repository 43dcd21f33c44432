"""Server streaming over REST: arrays written element by element, events, and failures midway."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import orjson
import pytest
from google.api_core import exceptions

from emulator.surface.errors import not_found
from emulator.surface.messages import discoveryengine
from tests.conftest import DEMO_CONFIG, Api
from tests.transports import tiny
from tests.transports.failures import failed, failure

BODY = b'{"query": {"text": "q"}}'


def part(text: str) -> Any:
    return discoveryengine.AnswerQueryResponse(answer={"answer_text": text, "state": 4})


class Answers:
    """A service that streams what a test gives it; an exception among the parts is raised."""

    def __init__(self, *parts: Any) -> None:
        self._parts = parts

    async def stream_answer_query(self, _request: Any) -> AsyncIterator[Any]:
        for one in self._parts:
            if isinstance(one, Exception):
                raise one
            yield one


def stream(*parts: Any, query: str = "") -> list[dict[str, Any]]:
    """The ASGI messages of a stream of these parts."""
    door = tiny.app(ConversationalSearchService=Answers(*parts))
    return tiny.messages(door, tiny.STREAM + query, BODY)


def body(messages: list[dict[str, Any]]) -> bytes:
    assert [message.get("more_body") for message in messages[1:]] == [
        *[True] * (len(messages) - 2),
        False,
    ]
    return b"".join(message["body"] for message in messages[1:])


def texts(array: list[Any]) -> list[str]:
    return [one["answer"]["answerText"] for one in array]


def test_a_stream_is_one_json_array():
    messages = stream(part("a"), part("b"), part("c"))
    assert messages[0]["status"] == 200
    assert dict(messages[0]["headers"]) == {b"content-type": b"application/json; charset=UTF-8"}
    assert body(messages).startswith(b"[")
    assert texts(orjson.loads(body(messages))) == ["a", "b", "c"]


def test_each_element_is_written_before_the_next_is_made():
    sent: list[dict[str, Any]] = []
    written = []

    class Slow:
        async def stream_answer_query(self, _request: Any) -> AsyncIterator[Any]:
            for text in "abc":
                yield part(text)
                written.append(b"".join(one.get("body", b"") for one in sent))

    door = tiny.app(ConversationalSearchService=Slow())
    tiny.messages(door, tiny.STREAM + "?prettyPrint=false", BODY, sent=sent)
    assert [texts(orjson.loads(so_far + b"]")) for so_far in written] == [
        ["a"],
        ["a", "b"],
        ["a", "b", "c"],
    ]


def test_a_stream_without_a_part_is_an_empty_array():
    assert orjson.loads(body(stream())) == []


def test_a_failure_before_the_first_part_is_a_failed_call_with_an_array():
    messages = stream(not_found("Engine", "e"))
    assert messages[0]["status"] == 404
    [element] = orjson.loads(body(messages))
    failure(element, "NOT_FOUND", 'Engine with name "e" does not exist.')


@pytest.mark.parametrize(
    ("error", "code"), [(not_found("Engine", "e"), "NOT_FOUND"), (KeyError("x"), "INTERNAL")]
)
def test_a_failure_midway_is_the_last_element(error, code):
    messages = stream(part("a"), error, part("b"))
    assert messages[0]["status"] == 200
    first, last = orjson.loads(body(messages))
    assert texts([first]) == ["a"]
    failure(last, code)


def test_events():
    messages = stream(part("a"), part("b"), query="?alt=sse")
    assert dict(messages[0]["headers"]) == {b"content-type": b"text/event-stream"}
    events = body(messages).split(b"\n\n")
    assert events.pop() == b""
    assert all(event.startswith(b"data: ") for event in events)
    assert texts([orjson.loads(event.removeprefix(b"data: ")) for event in events]) == ["a", "b"]


def test_no_events():
    assert body(stream(query="?alt=sse")) == b""


def test_events_that_fail_midway():
    messages = stream(part("a"), not_found("Engine", "e"), query="?$alt=sse")
    events = body(messages).split(b"\n\n")
    failure(orjson.loads(events[1].removeprefix(b"data: ")), "NOT_FOUND")


def test_events_that_fail_at_once():
    messages = stream(not_found("Engine", "e"), query="?alt=sse")
    assert messages[0]["status"] == 404
    failure(orjson.loads(body(messages)), "NOT_FOUND")


def test_enums_are_numbers_when_asked():
    messages = stream(part("a"), query="?$alt=json;enum-encoding=int")
    assert orjson.loads(body(messages))[0]["answer"]["state"] == 4


def test_a_refused_request_is_an_array_too():
    door = tiny.app(ConversationalSearchService=Answers())
    response = tiny.ask(door, "POST", tiny.STREAM, content=b'{"foo": 1}')
    assert response.status_code == 400
    [element] = response.json()
    failure(element, "INVALID_ARGUMENT", 'Unknown name "foo"')


def test_a_stream_that_no_service_implements():
    response = tiny.ask(tiny.app(), "POST", tiny.STREAM, content=BODY)
    assert response.status_code == 501
    failure(response.json()[0], "UNIMPLEMENTED", "StreamAnswerQuery")


def test_a_unary_call_ignores_that_events_were_asked_for():
    response = tiny.ask(tiny.app(), "POST", tiny.ANSWER + "?alt=sse", content=BODY)
    failed(response, "UNIMPLEMENTED", "AnswerQuery")


def test_the_server_streams_in_chunks(http: httpx.Client):
    url = f"/v1/{DEMO_CONFIG}:streamAnswer?prettyPrint=false"
    body = {"query": {"text": "How long is the warranty on the Skylark 3?"}}
    with http.stream("POST", url, json=body) as response:
        assert response.headers["transfer-encoding"] == "chunked"
        chunks = list(response.iter_raw())
    assert chunks[0].startswith(b"[{")
    assert orjson.loads(b"".join(chunks))


def test_a_client_that_leaves_midway_does_no_harm(http: httpx.Client):
    url = f"/v1/{DEMO_CONFIG}:streamAnswer"
    body = {"query": {"text": "How long is the warranty on the Skylark 3?"}}
    with httpx.stream("POST", f"{http.base_url}{url}", json=body, timeout=60) as response:
        assert next(response.iter_raw())
    assert http.post(url, json=body).status_code == 200


def test_the_clients_library_reads_the_error_of_a_stream(api_v1: Api):
    request = {"serving_config": DEMO_CONFIG.replace("/demo/s", "/none/s"), "query": {"text": "q"}}
    client = api_v1.client("ConversationalSearchService")
    with pytest.raises(exceptions.NotFound, match=r"Engine .* does not exist"):
        list(client.stream_answer_query(request=request))
