"""Request bodies of all kinds, good and bad, against a running server."""

from __future__ import annotations

import gzip
import socket
import zlib
from collections.abc import Iterator
from typing import Any

import httpx
import orjson
import pytest

from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Server, start_server
from tests.transports import tiny
from tests.transports.failures import failed

SEARCH = f"/v1/{DEMO_CONFIG}:search"
JSON = {"content-type": "application/json"}
BODY = b'{"query": "warranty", "pageSize": 1}'
ZIPPED = gzip.compress(BODY, mtime=0)  # Names of tests must not change from second to second.
LIMIT = 2048


@pytest.fixture(scope="module")
def narrow() -> Iterator[httpx.Client]:
    """A server that takes small bodies only."""
    server = start_server("--ephemeral", "--max-request-bytes", str(LIMIT), "--no-seed")
    with httpx.Client(base_url=server.url, timeout=30) as client:
        yield client
    server.stop()


def post(http: httpx.Client, content: Any, path: str = SEARCH, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return http.post(path, content=content, headers={**JSON, **named})


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"{", "line 1 column 2 (char 1)"),
        (b'{"query": warranty}', "line 1 column 11 (char 10)"),
        (b'{"query": "a",,}', "line 1 column 15"),
        (b"{'query': a,}", "line 1 column 2"),
        (b"{'query': 'a", "line 1 column 2"),
        (b'{"query": NaN}', "line 1 column"),
        (b"query=warranty", "line 1 column 1"),
        (b'{"query": "a"} {"query": "b"}', "line 1 column 16"),
        (b'{"query": "\xff"}', "UTF-8"),
        (b"\xef\xbb\xbf{}", "line 1 column 1"),
        ('{"query": "ä"}'.encode("utf-16"), "Invalid JSON payload received."),
        (b'{"query": "\\ud800"}', "line 1 column"),
        (b'{"query": "\x00"}', "line 1 column"),
        (b"\x00", "line 1 column 1"),
    ],
)
def test_what_is_no_json_is_refused_with_its_position(http, content, text):
    error = failed(post(http, content), "INVALID_ARGUMENT", text)
    assert error["message"].startswith("Invalid JSON payload received. ")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b'{"displayName": "a", "labels": ["b",],\n}', "a"),
        (b"{displayName: 'a', labels: [ 'b' , ] }", "a"),
        (b"""{'displayName': '"a", {b: \\'c\\',}', }""", "\"a\", {b: 'c',}"),
        (b'{"displayName": "a\n\tb\\$ \\u00e9\\n", }', "a\n\tb$ \u00e9\n"),
    ],
)
def test_json_is_read_as_loosely_as_by_google_s_front_end(http, content, name):
    """Expected values: what JsonStreamParser of protobuf makes of them."""
    made = post(http, content, f"/v1/{DEMO_ENGINE}/sessions")
    assert made.status_code == 200, made.text
    assert made.json()["displayName"] == name


@pytest.mark.parametrize(
    "content",
    [
        b'{"labels": [,]}',
        b"{,}",
        b'{"labels": ["a",,]}',
        b"{true: 1}",
        b'{"displayName": "\\u12", }',
        b"{displayName: 'a'b'}",
    ],
)
def test_what_google_s_front_end_does_not_read_is_refused_too(http, content):
    """What JsonStreamParser of protobuf fails on."""
    made = post(http, content, f"/v1/{DEMO_ENGINE}/sessions")
    failed(made, "INVALID_ARGUMENT", "Invalid JSON payload received.")


def test_a_text_without_an_end_is_refused_however_many_quotes_it_has(http):
    """It is read once: to look for its end at every quote would take hours, not milliseconds."""
    text = b'{"query": "' + b'\\"' * 2_000_000
    failed(post(http, text), "INVALID_ARGUMENT", "Invalid JSON payload received.")


@pytest.mark.parametrize("content", [b"[]", b'"x"', b"5", b"null", b"true", b"[{}]", b"1e5"])
def test_what_is_no_object_is_refused(http, content):
    failed(post(http, content), "INVALID_ARGUMENT", 'Unknown name "": Root element must be')


@pytest.mark.parametrize("content", [b"", b" \n", b"{}"])
def test_an_empty_body_is_an_empty_message(http, content):
    assert post(http, content).status_code == 200


def test_an_empty_message_is_an_empty_text_to_the_node_client(http):
    """As google-gax writes `createSession({parent, session: {}})` in its REST mode."""
    path = f"/v1/{DEMO_ENGINE}/sessions?$alt=json%3Benum-encoding=int"
    response = post(http, b'""', path)
    assert response.status_code == 200
    assert http.delete(f"/v1/{response.json()['name']}").status_code == 200


def test_a_name_that_comes_twice_counts_with_its_last_value(http):
    content = b'{"pageSize": 1, "query": "warranty", "pageSize": 2}'
    assert len(post(http, content).json()["results"]) == 2


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "x"])
def test_the_content_type_does_not_matter(http, kind):
    response = http.post(SEARCH, content=BODY, headers={"content-type": kind})
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", gzip.compress),
        ("GZip", gzip.compress),
        ("x-gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("identity", bytes),
        ("", bytes),
    ],
)
def test_a_compressed_body(http, encoding, pack):
    assert post(http, pack(BODY), content_encoding=encoding).status_code == 200


@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_no_body_is_in_any_encoding(http, encoding):
    answer = http.get(f"/v1/{DEMO_ENGINE}", headers={"content-encoding": encoding})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("encoding", "content", "text"),
    [
        ("gzip", BODY, "The request body is not valid gzip"),
        ("gzip", ZIPPED[:-4], "it ends too early"),
        ("gzip", ZIPPED[:12], "it ends too early"),
        ("deflate", zlib.compress(BODY)[:-1], "it ends too early"),
        ("gzip", ZIPPED + ZIPPED, "it goes on after its end"),
        ("deflate", zlib.compress(BODY) + b"{", "it goes on after its end"),
        ("deflate", b"\xff\xff", "The request body is not valid deflate"),
        ("br", BODY, "Content-Encoding 'br' is not supported; use gzip, deflate or none."),
        ("gzip, gzip", gzip.compress(ZIPPED, mtime=0), "'gzip, gzip' is not supported"),
    ],
)
def test_a_body_that_cannot_be_unpacked(http, encoding, content, text):
    failed(post(http, content, content_encoding=encoding), "INVALID_ARGUMENT", text)


def test_a_body_over_the_limit(narrow):
    content = b'{"query": "' + b"x" * LIMIT + b'"}'
    error = failed(post(narrow, content), "INVALID_ARGUMENT", status=413)
    assert error["message"] == (
        f"The request body is larger than the limit of {LIMIT} bytes, "
        "which --max-request-bytes sets."
    )


def test_a_body_far_over_the_limit_leaves_the_connection_usable(narrow):
    failed(post(narrow, b"x" * 10_000_000), "INVALID_ARGUMENT", status=413)
    failed(post(narrow, b"{"), "INVALID_ARGUMENT")


def test_a_body_at_the_limit(narrow):
    content = b'{"foo": "' + b"x" * (LIMIT - 11) + b'"}'
    assert len(content) == LIMIT
    failed(post(narrow, content), "INVALID_ARGUMENT", 'Unknown name "foo"')


def test_a_body_that_grows_over_the_limit_as_it_comes(narrow):
    parts = (b"x" * 1000 for _ in range(20))
    failed(post(narrow, parts), "INVALID_ARGUMENT", status=413)


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
def test_a_small_body_that_unpacks_to_a_huge_one(narrow, pack):
    content = pack(b" " * 1_000_000)
    assert len(content) < LIMIT
    failed(
        post(narrow, content, content_encoding="gzip"), "INVALID_ARGUMENT", "limit of", status=413
    )


def test_a_body_that_unpacks_past_the_default_limit(http):
    content = gzip.compress(b" " * 80_000_000, compresslevel=1)
    failed(post(http, content, content_encoding="gzip"), "INVALID_ARGUMENT", status=413)


def nested(opening: str, closing: str, inner: str = "1", times: int = 10_000) -> bytes:
    return (opening * times + inner + closing * times).encode()


@pytest.mark.parametrize(
    "content",
    [
        nested('{"query":', "}"),
        nested("[", "]"),
        b'{"query":' + nested("[", "]") + b"}",
        b'{"document":{"structData":{"a":' + nested('{"a":', "}") + b"}}}",
        nested('{"query":', "}", times=500),
        b'{"structData":{"a":' + nested("[", "]", times=90) + b"}}",
    ],
)
@pytest.mark.parametrize(
    "path", [SEARCH, f"/v1/{DEMO}/dataStores/demo-products/branches/0/documents?documentId=deep"]
)
def test_a_deeply_nested_body_is_refused(http, content, path):
    failed(post(http, content, path), "INVALID_ARGUMENT")


def test_many_brackets_that_nest_little_are_no_depth(http):
    content = b'{"query": "' + b"[{" * 1000 + b'", "facetSpecs": []}'
    assert post(http, content).status_code == 200


@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.parametrize("content", [b"", b"{}", b" {} ", b"null"])
def test_clients_send_a_content_type_without_a_body(http, method, content):
    path = f"/v1/{DEMO_ENGINE}/sessions/none"
    response = http.request(method, path, content=content, headers=JSON)
    failed(response, "NOT_FOUND", "Session ")


def test_a_body_where_none_is_taken(http):
    response = http.request("GET", f"/v1/{DEMO_ENGINE}", content=b'{"name": "x"}')
    failed(response, "INVALID_ARGUMENT", "GetEngine takes no request body.")


def test_a_body_in_chunks(http):
    parts = [BODY[:5], b"", BODY[5:]]
    response = post(http, iter(parts))
    assert response.request.headers["transfer-encoding"] == "chunked"
    assert response.status_code == 200


def connect(server: Server) -> socket.socket:
    host, _, port = server.url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=30)


def test_a_client_that_leaves_before_its_body_is_whole(server, http):
    with connect(server) as raw:
        head = f"POST {SEARCH} HTTP/1.1\r\nhost: h\r\ncontent-length: 1000\r\n\r\n"
        raw.sendall(head.encode() + b'{"query":')
    assert post(http, BODY).status_code == 200


def test_a_client_that_leaves_is_not_answered():
    leaving = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]
    assert tiny.messages(tiny.app(), tiny.SEARCH, b"", received=leaving) == []


def test_a_request_that_is_no_http(server, http):
    with connect(server) as raw:
        raw.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        assert b" 400 " in raw.recv(1000)
    assert post(http, BODY).status_code == 200


def test_a_long_value_of_the_wrong_type_is_not_sent_back(http):
    content = orjson.dumps({"pageSize": "x" * 1_000_000, "y" * 1_000_000: 1})
    response = post(http, content)
    failed(response, "INVALID_ARGUMENT")
    assert len(response.content) < 5_000
