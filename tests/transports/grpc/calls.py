"""Calls of bytes, and the errors with which they end."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from google.cloud import discoveryengine_v1 as v1
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from tests.processes import PATIENCE

V1 = "google.cloud.discoveryengine.v1"
SEARCH = f"/{V1}.SearchService/Search"
STREAM = f"/{V1}.ConversationalSearchService/StreamAnswerQuery"
CONFIG = "projects/p/locations/global/collections/default_collection/engines/e/servingConfigs/s"
REQUEST = v1.SearchRequest.serialize(v1.SearchRequest(serving_config=CONFIG, query="q"))
QUESTION = v1.AnswerQueryRequest.serialize(
    v1.AnswerQueryRequest(serving_config=CONFIG, query={"text": "q"})
)


def call(channel: grpc.Channel, path: str, request: bytes, **options: Any) -> bytes:
    """A unary call of bytes."""
    return channel.unary_unary(path)(request, timeout=options.pop("timeout", PATIENCE), **options)


def refused(channel: grpc.Channel, path: str, request: bytes, **options: Any) -> Any:
    with pytest.raises(grpc.RpcError) as caught:
        call(channel, path, request, **options)
    return caught.value


def violations(error: Any) -> list[tuple[str, str]]:
    """The BadRequest of an error, read as Google's clients do."""
    status = rpc_status.from_call(error)
    assert (status.code, status.message) == (error.code().value[0], error.details())
    detail = error_details_pb2.BadRequest()
    for packed in status.details:
        assert packed.Unpack(detail)
    return [(one.field, one.description) for one in detail.field_violations]


def end_of(channel: grpc.Channel, path: str, sends_many: bool, gets_many: bool) -> Any:
    """The error with which a call of any kind ends; a stream is told that no more comes."""
    kind = f"{'stream' if sends_many else 'unary'}_{'stream' if gets_many else 'unary'}"
    made = getattr(channel, kind)(path)
    request = iter([b""]) if sends_many else b""
    with pytest.raises(grpc.RpcError) as caught:
        list(made(request, timeout=PATIENCE))  # The bytes of an answer would make a list, too.
    return caught.value
