"""`:streamAnswer` over REST, as a JSON array or as events, and over gRPC."""

from __future__ import annotations

import json
import socket
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.recordings import recorded
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api, Server, over_each_transport

QUESTION = "How long is the warranty on the Skylark 3?"
STEPS = "How do I set up a Rook 2?"
STRANGE = "What is the capital of Mongolia?"
GERMAN = "Wann hat der Laden in Freiburg am Samstag geöffnet?"
PATH = f"/v1/{DEMO_CONFIG}:streamAnswer"


api = over_each_transport("v1", "v1beta")


def request_for(api: Api, text: str, **fields: Any) -> Any:
    return api.types.AnswerQueryRequest(
        {"serving_config": DEMO_CONFIG, "query": {"text": text}, **fields}
    )


def stream(api: Api, text: str, **fields: Any) -> list[Any]:
    """All parts that a real client gets."""
    client = api.client("ConversationalSearchService")
    return list(client.stream_answer_query(request_for(api, text, **fields)))


def body(text: str = QUESTION, **fields: Any) -> dict[str, Any]:
    return {"query": {"text": text}, **fields}


def text_of(reference: Any) -> str:
    return str(reference.chunk_info.content or reference.structured_document_info.document)


@pytest.mark.parametrize("text", [QUESTION, STEPS, GERMAN, STRANGE])
def test_texts_of_the_parts_make_the_answer(api: Api, text: str) -> None:
    state = api.types.Answer.State
    *parts, last = (part.answer for part in stream(api, text))
    assert {part.state for part in parts} == {state.STREAMING}
    assert last.state == state.SUCCEEDED
    assert "".join(part.answer_text for part in parts) == last.answer_text


def test_parts_come_in_the_recorded_order(api: Api) -> None:
    spec = {"include_citations": True}
    parts = [part.answer for part in stream(api, QUESTION, answer_generation_spec=spec)]
    first, second, *texts, last = parts
    assert [step.actions for step in first.steps] == [step.actions for step in last.steps]
    assert [text_of(one) for one in second.references] == [text_of(one) for one in last.references]
    assert not first.references
    assert not second.steps
    assert all(part.answer_text for part in texts)
    assert not any(part.steps or part.references or part.citations for part in texts)
    assert last.citations


def test_parts_before_the_last_have_neither_state_nor_relevance_as_recorded(api: Api) -> None:
    first, second, *_, last = (part.answer for part in stream(api, QUESTION))
    assert [(step.state, step.description) for step in first.steps] == [
        (0, step.description) for step in last.steps
    ]
    assert all(step.state for step in last.steps)
    chunks = [one.chunk_info for one in second.references if "chunk_info" in one]
    assert chunks
    assert not any("relevance_score" in chunk for chunk in chunks)
    assert any("relevance_score" in one.chunk_info for one in last.references)


def test_each_text_is_one_sentence(api: Api) -> None:
    spec = {"include_citations": True}
    *parts, last = (part.answer for part in stream(api, QUESTION, answer_generation_spec=spec))
    texts = [part.answer_text for part in parts if part.answer_text]
    encoded = last.answer_text.encode()
    ends = [one.end_index for one in last.citations[:-1]] + [len(encoded)]
    starts = [0, *ends[:-1]]
    assert texts == [encoded[start:end].decode() for start, end in zip(starts, ends, strict=True)]


def test_last_part_is_the_answer_of_the_plain_call(api: Api) -> None:
    spec = {"include_citations": True}
    client = api.client("ConversationalSearchService")
    plain = client.answer_query(request_for(api, QUESTION, answer_generation_spec=spec))
    last = stream(api, QUESTION, answer_generation_spec=spec)[-1]
    assert last.answer == plain.answer
    assert last.answer_query_token


def test_skipped_answer_has_no_references(api: Api) -> None:
    parts = [part.answer for part in stream(api, STRANGE)]
    assert not any(part.references for part in parts)
    reason = api.types.Answer.AnswerSkippedReason.OUT_OF_DOMAIN_QUERY_IGNORED
    assert list(parts[-1].answer_skipped_reasons) == [reason]


def test_turn_is_stored_in_the_session(api: Api) -> None:
    last = stream(api, QUESTION, session=f"{DEMO_ENGINE}/sessions/-")[-1]
    assert last.session.turns[0].answer == last.answer.name
    client = api.client("ConversationalSearchService")
    assert client.get_answer(name=last.answer.name) == last.answer
    second = stream(api, "How much does it cost?", session=last.session.name)[-1]
    assert len(second.session.turns) == 2


def test_recorded_parts_have_the_keys_of_ours(http: httpx.Client) -> None:
    known = [one for one in recorded("stream_answer_docs.json")["response"] if one != "..."]
    ours = http.post(PATH, json=body()).json()
    kinds = [frozenset(part["answer"]) for part in ours]
    assert list(dict.fromkeys(kinds)) == list(
        dict.fromkeys(frozenset(part["answer"]) for part in known)
    )


# The wire


def test_array_is_sent_in_chunks_that_begin_with_a_bracket(server: Server) -> None:
    content = json.dumps(body()).encode()
    host, port = server.url.removeprefix("http://").split(":")
    head = f"POST {PATH} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(content)}\r\n"
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(f"{head}Connection: close\r\n\r\n".encode() + content)
        raw = b"".join(iter(lambda: connection.recv(65536), b""))
    headers, _, rest = raw.partition(b"\r\n\r\n")
    assert b"transfer-encoding: chunked" in headers.lower()
    assert b"content-length" not in headers.lower()
    chunks = list(unchunked(rest))
    assert b"".join(chunks).startswith(b"[{")
    parts = json.loads(b"".join(chunks))
    assert len(chunks) >= len(parts)


def unchunked(raw: bytes) -> Any:
    """The chunks of a chunked body."""
    while raw:
        size, _, raw = raw.partition(b"\r\n")
        if int(size, 16) == 0:
            return
        yield raw[: int(size, 16)]
        raw = raw[int(size, 16) + 2 :]


def test_array_is_json(http: httpx.Client) -> None:
    with http.stream("POST", PATH, json=body()) as response:
        raw = b"".join(response.iter_bytes())
    assert raw[:1] == b"["
    assert response.headers["content-type"].startswith("application/json")
    parts = json.loads(raw)
    assert [part["answer"]["state"] for part in parts[:-1]] == ["STREAMING"] * (len(parts) - 1)
    assert parts[-1]["answer"]["state"] == "SUCCEEDED"


def test_events_hold_the_same_parts(http: httpx.Client) -> None:
    response = http.post(f"{PATH}?alt=sse", json=body())
    assert response.headers["content-type"].startswith("text/event-stream")
    events = response.text.split("\n\n")
    assert events.pop() == ""
    parts = [json.loads(event.removeprefix("data: ")) for event in events]
    array = http.post(PATH, json=body()).json()
    for part in (parts[-1], array[-1]):
        part.pop("answerQueryToken")
    assert parts == array


def test_enums_are_numbers_if_the_client_asks(http: httpx.Client) -> None:
    parts = http.post(f"{PATH}?$alt=json;enum-encoding=int", json=body()).json()
    assert {part["answer"]["state"] for part in parts} == {3, 4}


@pytest.mark.parametrize("query", ["", "?alt=sse"])
def test_error_before_the_first_part_is_a_plain_error(http: httpx.Client, query: str) -> None:
    for path, content, status, name in (
        (PATH, {}, 400, "INVALID_ARGUMENT"),
        (PATH, body(""), 400, "INVALID_ARGUMENT"),
        (PATH, body(session=f"{DEMO_ENGINE}/sessions/1"), 404, "NOT_FOUND"),
        (f"/v1/{DEMO}/engines/none/servingConfigs/x:streamAnswer", body(), 404, "NOT_FOUND"),
    ):
        response = http.post(path + query, json=content)
        assert response.status_code == status
        assert response.headers["content-type"].startswith("application/json")
        shown = response.json()
        # Google's servers wrap an array's error in an array; clients read either.
        error = shown[0] if isinstance(shown, list) else shown
        assert error["error"]["status"] == name


def test_client_raises_errors_of_the_stream(api: Api) -> None:
    with pytest.raises(exceptions.NotFound, match="does not exist"):
        stream(api, QUESTION, session=f"{DEMO_ENGINE}/sessions/1")
    with pytest.raises(exceptions.BadRequest, match=r"query\.text"):
        stream(api, "")


def test_failed_stream_leaves_no_session(http: httpx.Client) -> None:
    engine = made.engine(http)
    path = f"/v1/{engine}/servingConfigs/default_search:streamAnswer"
    assert http.post(path, json=body("", session=f"{engine}/sessions/-")).status_code == 400
    assert http.get(f"/v1/{engine}/sessions").json() == {}
