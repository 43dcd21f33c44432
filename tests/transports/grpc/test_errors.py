"""How failed gRPC calls end: codes, details, and what fits into trailers."""

from __future__ import annotations

import grpc
import pytest
from google.cloud import discoveryengine_v1 as v1

from emulator.surface.errors import ApiError, Code, FieldViolation
from emulator.surface.messages import discoveryengine
from emulator.surface.registry import surface
from tests.transports.grpc.calls import (
    CONFIG,
    REQUEST,
    SEARCH,
    V1,
    call,
    end_of,
    refused,
    violations,
)
from tests.transports.grpc.door import MAX_MESSAGE, serving


@pytest.mark.parametrize("code", list(Code))
def test_every_code_is_the_status_of_its_name(tiny, search, code):
    search.outcome = ApiError(code, "why")
    error = refused(tiny, SEARCH, REQUEST)
    assert (error.code(), error.details()) == (grpc.StatusCode[code.name], "why")
    assert violations(error) == []


def test_an_error_carries_its_violations(tiny):
    error = refused(tiny, SEARCH, b"")
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert violations(error) == [("serving_config", "This field is required.")]


@pytest.mark.parametrize("letter", ["x", "日", "%", "\n", "\x00", "🎉"])
def test_a_long_error_is_cut_to_what_clients_take(tiny, search, letter):
    text = letter * 100_000
    search.outcome = ApiError(
        Code.INVALID_ARGUMENT, text, [FieldViolation("a", text), FieldViolation("b", text)]
    )
    error = refused(tiny, SEARCH, REQUEST)
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert error.details().startswith(letter * 200)
    assert error.details().endswith("...")
    assert violations(error) == []


def test_many_violations_are_cut_to_what_clients_take(tiny, search):
    found = [FieldViolation(f"field_{number}", "x" * 40) for number in range(1000)]
    search.outcome = ApiError(Code.INVALID_ARGUMENT, "many", found)
    assert 30 < len(violations(refused(tiny, SEARCH, REQUEST))) < 60


def test_what_no_service_foresaw_is_internal(tiny, search):
    search.outcome = KeyError("secret")
    error = refused(tiny, SEARCH, REQUEST)
    assert error.code() is grpc.StatusCode.INTERNAL
    assert error.details() == "Internal error encountered."


@pytest.mark.parametrize(
    "request_",
    [
        b"\xff\xff\xff",
        b"\x0a\x02\xff\xfe",  # A string that is no UTF-8.
        b"\x0a\xff\xff\xff\x0f",
        b"nonsense",
    ],
)
def test_bytes_that_are_no_message_are_refused(tiny, request_):
    error = refused(tiny, SEARCH, request_)
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert error.details().startswith(f"The request is no {V1}.SearchRequest")


def test_a_message_nested_too_deep_is_refused(tiny):
    made = discoveryengine.UpdateDocumentRequest()
    value = made.document.struct_data.fields["a"]
    for _ in range(60):
        value = value.struct_value.fields["a"]
    value.string_value = "x"
    request = made.SerializeToString()
    error = refused(tiny, f"/{V1}.DocumentService/UpdateDocument", request)
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "nested too deep" in error.details()


def test_a_time_that_json_could_not_tell_is_refused(tiny):
    made = discoveryengine.UpdateDocumentRequest()
    made.document.index_time.seconds = 2**60
    request = made.SerializeToString()
    error = refused(tiny, f"/{V1}.DocumentService/UpdateDocument", request)
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert violations(error) == [("document.index_time", "it is out of range.")]


def test_a_message_over_the_limit_is_refused(tiny):
    large = v1.SearchRequest(serving_config=CONFIG, query="x" * MAX_MESSAGE)
    error = refused(tiny, SEARCH, v1.SearchRequest.serialize(large))
    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert call(tiny, SEARCH, REQUEST)


@pytest.mark.parametrize(
    "path",
    [
        f"/{V1}.SearchService/Unknown",
        "/google.cloud.discoveryengine.v9.SearchService/Search",
        "/google.cloud.discoveryengine.union.SearchService/Search",
        "/some.other.Service/Method",
        "/grpc.health.v1.Health/Unknown",
        "/",
    ],
)
def test_an_unknown_method_is_unimplemented(tiny, path):
    assert refused(tiny, path, b"").code() is grpc.StatusCode.UNIMPLEMENTED


def test_every_rpc_that_no_service_implements_says_so_by_its_name():
    wrong = []
    with serving() as door, grpc.insecure_channel(door.address) as channel:
        for method in surface.method_by_path.values():
            error = end_of(channel, method.path, method.client_streaming, method.server_streaming)
            expected = f"{method.full_name} is not implemented by the emulator."
            if (error.code(), error.details()) != (grpc.StatusCode.UNIMPLEMENTED, expected):
                wrong.append((method.path, error.code(), error.details()))
    assert wrong == []
