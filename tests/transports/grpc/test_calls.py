"""The gRPC door: calls, streams, time and load, in every version."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from google.cloud import discoveryengine_v1 as v1
from google.longrunning import operations_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc

from emulator.surface.errors import not_found
from emulator.surface.messages import discoveryengine
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api
from tests.processes import PATIENCE
from tests.transports.grpc.calls import CONFIG, QUESTION, REQUEST, SEARCH, STREAM, call, refused
from tests.transports.grpc.door import serving


def test_a_call(tiny):
    assert v1.SearchResponse.deserialize(call(tiny, SEARCH, REQUEST)).total_size == 1


def test_metadata_is_ignored(tiny):
    metadata = [
        ("x-goog-request-params", "serving_config=projects%2Fother"),
        ("x-goog-api-client", "gl-python/3"),
        ("authorization", "Bearer nonsense"),
        ("x-goog-user-project", "p"),
        ("extra-bin", b"\xff"),
    ]
    assert call(tiny, SEARCH, REQUEST, metadata=metadata)


@pytest.mark.parametrize("compression", list(grpc.Compression))
def test_compressed_messages(tiny, compression):
    assert call(tiny, SEARCH, REQUEST, compression=compression)


def test_the_parts_of_a_stream_come_one_by_one(tiny, answers):
    parts = tiny.unary_stream(STREAM)(QUESTION, timeout=PATIENCE)
    first = v1.AnswerQueryResponse.deserialize(next(parts))
    assert not answers.release.is_set()
    answers.release.set()
    assert first.answer.answer_text == "a"
    assert [v1.AnswerQueryResponse.deserialize(one).answer.answer_text for one in parts] == ["b"]


def test_a_stream_may_fail_midway(tiny, answers):
    answers.error = not_found("Engine", "e")
    answers.release.set()
    parts = tiny.unary_stream(STREAM)(QUESTION, timeout=PATIENCE)
    assert next(parts)
    with pytest.raises(grpc.RpcError) as caught:
        next(parts)
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND
    assert caught.value.details() == 'Engine with name "e" does not exist.'


def test_a_client_may_leave_a_stream(tiny, answers):
    parts = tiny.unary_stream(STREAM)(QUESTION, timeout=PATIENCE)
    next(parts)
    parts.cancel()
    answers.release.set()
    assert call(tiny, SEARCH, REQUEST)


def test_a_deadline_ends_the_call(tiny, search):
    waiting = v1.SearchRequest(serving_config=CONFIG, query="wait")
    error = refused(tiny, SEARCH, v1.SearchRequest.serialize(waiting), timeout=0.2)
    assert error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    search.release.set()
    assert call(tiny, SEARCH, REQUEST)


def test_the_server_stops_with_calls_open(search, answers):
    health = health_pb2.HealthCheckRequest()
    with (
        serving(SearchService=search, ConversationalSearchService=answers) as door,
        grpc.insecure_channel(door.address) as channel,
    ):
        watched = health_pb2_grpc.HealthStub(channel).Watch(health)
        assert next(watched).status == health_pb2.HealthCheckResponse.SERVING
        parts = channel.unary_stream(STREAM)(QUESTION)
        assert next(parts)
        stopping = threading.Thread(target=door.stop, args=(0.1,))
        stopping.start()
        assert list(watched) == []
        with pytest.raises(grpc.RpcError):
            list(parts)  # The service would go on with it only now.
        answers.release.set()
        stopping.join()


def test_twenty_calls_at_once(channel):
    request = v1.SearchRequest(serving_config=DEMO_CONFIG, query="warranty", page_size=3)

    def found(_: int) -> list[str]:
        answer = call(channel, SEARCH, v1.SearchRequest.serialize(request))
        return [one.id for one in v1.SearchResponse.deserialize(answer).results]

    with ThreadPoolExecutor(20) as pool:
        all_found = list(pool.map(found, range(40)))
    assert all_found[0]
    assert all(one == all_found[0] for one in all_found)


def test_a_field_that_another_version_knows_is_skipped(api: Api):
    """Over gRPC a version's clients skip what they do not know: nothing is left out for them."""
    engine = api.client("EngineService").get_engine(name=DEMO_ENGINE)
    assert engine.solution_type == api.types.SolutionType.SOLUTION_TYPE_SEARCH


def test_an_operation_keeps_the_types_of_the_version_that_made_it(channel):
    types = {}
    for version in ("v1", "v1beta", "v1alpha"):
        package = f"google.cloud.discoveryengine.{version}"
        request = discoveryengine.ImportDocumentsRequest(
            parent=f"{DEMO}/dataStores/demo-products/branches/0"
        )
        request.inline_source.documents.add(id="grpc-types", json_data="{}")
        made = operations_pb2.Operation.FromString(
            call(
                channel,
                f"/{package}.DocumentService/ImportDocuments",
                request.SerializeToString(),
            )
        )
        asked = operations_pb2.GetOperationRequest(name=made.name).SerializeToString()
        operation = operations_pb2.Operation.FromString(
            call(channel, "/google.longrunning.Operations/GetOperation", asked)
        )
        types[version] = (operation.metadata.type_url, operation.response.type_url)
    assert types == {
        version: (
            f"type.googleapis.com/google.cloud.discoveryengine.{version}.ImportDocumentsMetadata",
            f"type.googleapis.com/google.cloud.discoveryengine.{version}.ImportDocumentsResponse",
        )
        for version in types
    }


def test_calls_are_logged_for_those_who_ask(tiny, door, caplog):
    call(tiny, SEARCH, REQUEST)
    assert caplog.messages == []
    with caplog.at_level("INFO", "emulator.transports.grpc.grpc_server"):
        call(tiny, SEARCH, REQUEST)
        refused(tiny, SEARCH, b"")
        door.stop()  # The second is logged after its client has heard of its end.
    assert [message.partition(" - ")[2] for message in caplog.messages] == [
        f'"gRPC {SEARCH}" OK',
        f'"gRPC {SEARCH}" INVALID_ARGUMENT',
    ]


def test_calls_whose_client_hangs_up_are_logged(door, search, caplog):
    """As over an answer of more than 4 MB; to ask for the peer of such a call ends the process."""
    search.outcome = discoveryengine.SearchResponse(redirect_uri="u" * (8 << 20))
    with caplog.at_level("INFO", "emulator.transports.grpc.grpc_server"):
        for _ in range(8):  # Some answers are on their way still.
            with grpc.insecure_channel(door.address) as channel:
                error = refused(channel, SEARCH, REQUEST)
            assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        door.stop()
    told = [record.getMessage().partition(" - ")[2] for record in caplog.records]
    assert told == [f'"gRPC {SEARCH}" OK'] * 8
