"""Faults that are set for calls, as Google's client libraries meet them."""

from __future__ import annotations

import json
from typing import Any

import grpc
import httpx
import pytest
import requests
from google.api_core import exceptions, retry
from google.auth.exceptions import InvalidOperation
from google.rpc import error_details_pb2

from emulator.surface.errors import Code
from tests.clients.controlling import Control, config
from tests.clients.doors import DOORS, LIST_ENGINES
from tests.clients.stores import Stores, unique
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api, Server

SEARCHES = "*.SearchService.Search"
QUESTION = {"text": "How long is the warranty on the Skylark 3?"}
HEADER = "x-emulator-fault"
UNAVAILABLE = {"error": {"code": "UNAVAILABLE"}}
RPC_INFO = "type.googleapis.com/google.rpc."


def search(api: Api, serving_config: str = DEMO_CONFIG, **options: Any) -> Any:
    request = {"serving_config": serving_config, "query": "warranty", "page_size": 1}
    return api.client("SearchService").search(request=request, **options)


def mcp(server: Server, headers: Any = None, timeout: float = 60) -> Any:
    arguments = {"servingConfig": DEMO_CONFIG, "query": "warranty"}
    params = {"name": "search", "arguments": arguments}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    url = f"{server.url}/mcp"
    return httpx.post(url, json=body, headers=headers, timeout=timeout).json()["result"]


def header(**fault: Any) -> list[tuple[str, str]]:
    return [(HEADER, json.dumps(fault))]


def test_a_default_retry_succeeds_after_two_faults(
    api_v1: Api, control: Control, stores: Stores
) -> None:
    """That of imports retries what is unavailable, and waits a second or two at first."""
    store = stores.data_store(api_v1)
    control.fault(rpc="*.DocumentService.ImportDocuments", times=2, **UNAVAILABLE)
    documents = {"documents": [{"id": "one", "struct_data": {"title": "One"}}]}
    request = {"parent": f"{store}/branches/0", "inline_source": documents}
    operation = api_v1.client("DocumentService").import_documents(request=request)
    assert operation.metadata.success_count == 1
    recorded = control.requests(rpc="*.ImportDocuments")
    assert [one["code"] for one in recorded] == ["UNAVAILABLE", "UNAVAILABLE", "OK"]
    assert control.call("GET", "faults") == {"faults": []}


def test_a_retry_of_ones_own_succeeds(api_v1: Api, control: Control) -> None:
    control.fault(rpc=SEARCHES, times=3, error={"code": "RESOURCE_EXHAUSTED"})
    patient = retry.Retry(
        retry.if_exception_type(exceptions.TooManyRequests), initial=0.01, maximum=0.02, timeout=60
    )
    assert search(api_v1, retry=patient).results
    assert len(control.requests()) == 4


def raised_for(api: Api, code: Code) -> type[Exception]:
    """As the library documents it: by the status over gRPC, by that of HTTP over REST."""
    if api.transport == "grpc":
        status = next(one for one in grpc.StatusCode if one.value[0] == code.number)
        return exceptions.exception_class_for_grpc_status(status)
    if code is Code.UNAUTHENTICATED:  # Credentials are to be renewed, which these cannot be.
        return InvalidOperation
    return exceptions.exception_class_for_http_status(code.http_status)


@pytest.mark.parametrize("code", Code, ids=lambda code: code.name)
def test_each_code_raises_what_the_library_has_for_it(
    api_v1: Api, control: Control, code: Code
) -> None:
    control.fault(rpc=SEARCHES, error={"code": code.name})
    expected = raised_for(api_v1, code)
    with pytest.raises(expected) as raised:
        search(api_v1)
    assert type(raised.value) is expected
    assert search(api_v1).results


def test_details_are_those_of_the_fault(api_v1: Api, control: Control) -> None:
    info = {"reason": "RATE_LIMIT_EXCEEDED", "domain": "googleapis.com", "metadata": {"a": "b"}}
    details = [
        {"@type": f"{RPC_INFO}RetryInfo", "retryDelay": "2s"},
        {"@type": f"{RPC_INFO}ErrorInfo", **info},
    ]
    control.fault(rpc=SEARCHES, error={"code": "RESOURCE_EXHAUSTED", "details": details})
    with pytest.raises(exceptions.TooManyRequests) as raised:
        search(api_v1)
    error = raised.value
    assert (error.reason, error.domain) == ("RATE_LIMIT_EXCEEDED", "googleapis.com")
    assert error.metadata == {"a": "b"}
    if api_v1.transport == "grpc":
        [delay] = [one for one in error.details if isinstance(one, error_details_pb2.RetryInfo)]
        assert delay.retry_delay.ToJsonString() == "2s"
    else:
        assert error.details[0] == details[0]


def test_a_delay_is_longer_than_a_deadline(api_v1: Api, control: Control) -> None:
    """Over REST the deadline is that of `requests`, whose error Google's library hands on."""
    control.fault(rpc=SEARCHES, delay="30s")
    late = {"grpc": exceptions.DeadlineExceeded, "rest": requests.exceptions.ReadTimeout}
    with pytest.raises(late[api_v1.transport]):
        search(api_v1, timeout=0.2)
    assert left(control) == "CANCELLED"
    assert search(api_v1, timeout=60).results


def left(control: Control) -> str:
    """What the call ended with whose client has left: it does not wait for the delay to end."""
    while not (found := control.requests()):
        pass
    return str(found[0]["code"])


def test_a_tool_call_is_left_during_a_delay(server: Server, control: Control) -> None:
    control.fault(rpc=SEARCHES, delay="30s")
    with pytest.raises(httpx.ReadTimeout):
        mcp(server, timeout=0.2)
    assert left(control) == "CANCELLED"


def test_a_delay_alone_changes_no_answer(api_v1: Api, control: Control) -> None:
    control.fault(rpc=SEARCHES, delay="0.01s")
    assert [one.id for one in search(api_v1).results] == [one.id for one in search(api_v1).results]
    assert [one.get("fault") for one in control.requests()][-1] is None


def test_a_dropped_connection_is_the_end_of_the_call(api_v1: Api, control: Control) -> None:
    control.fault(rpc=SEARCHES, dropConnection=True)
    lost = {"grpc": exceptions.ServiceUnavailable, "rest": requests.exceptions.ConnectionError}
    with pytest.raises(lost[api_v1.transport]):
        search(api_v1)
    assert search(api_v1).results


def test_a_reply_is_lost_when_the_work_is_done(
    api_v1: Api, control: Control, stores: Stores
) -> None:
    """Who tries again is told that it is done: what a test of retries that write needs."""
    store = stores.data_store(api_v1)
    control.fault(rpc="*.CreateDocument", afterWork=True, **UNAVAILABLE)
    documents, request = (
        api_v1.client("DocumentService"),
        {"parent": f"{store}/branches/0", "document_id": "one", "document": {}},
    )
    with pytest.raises(exceptions.ServiceUnavailable):
        documents.create_document(request=request)
    with pytest.raises(exceptions.Conflict):
        documents.create_document(request=request)


def test_before_the_work_nothing_is_done(api_v1: Api, control: Control, stores: Stores) -> None:
    store = stores.data_store(api_v1)
    control.fault(rpc="*.CreateDocument", **UNAVAILABLE)
    request = {"parent": f"{store}/branches/0", "document_id": "one", "document": {}}
    with pytest.raises(exceptions.ServiceUnavailable):
        api_v1.client("DocumentService").create_document(request=request)
    assert list(api_v1.client("DocumentService").list_documents(parent=request["parent"])) == []


def parts(api: Api, heard: list[Any]) -> None:
    """Hear a streamed answer."""
    request = {"serving_config": DEMO_CONFIG, "query": QUESTION}
    stream = api.client("ConversationalSearchService").stream_answer_query(request=request)
    heard.extend(stream)  # Keeps what comes before an error.


def test_a_stream_breaks_after_some_parts(api_v1: Api, control: Control) -> None:
    whole: list[Any] = []
    parts(api_v1, whole)
    assert len(whole) > 2
    control.fault(rpc="*.StreamAnswerQuery", afterParts=2, dropConnection=True)
    lost = {"grpc": exceptions.ServiceUnavailable, "rest": requests.exceptions.ChunkedEncodingError}
    heard: list[Any] = []
    with pytest.raises(lost[api_v1.transport]):
        parts(api_v1, heard)
    texts = [one.answer.answer_text for one in heard]
    assert texts == [one.answer.answer_text for one in whole[: len(heard)]]
    assert len(heard) <= 2
    assert len(control.requests(rpc="*.StreamAnswerQuery")[-1]["responses"]) == 2


def test_an_error_is_the_last_part_of_a_stream(http: httpx.Client, control: Control) -> None:
    control.fault(rpc="*.StreamAnswerQuery", afterParts=1, error={"code": "ABORTED"})
    heard = http.post(f"/v1/{DEMO_CONFIG}:streamAnswer", json={"query": QUESTION}).json()
    assert [list(one) for one in heard] == [["answer"], ["error"]]
    assert heard[1]["error"]["status"] == "ABORTED"


@pytest.mark.parametrize("fault", [{"afterParts": 1_000}, {"afterWork": True}])
def test_a_stream_ends_with_the_error_at_the_latest(
    rpc: Api, control: Control, fault: dict[str, Any]
) -> None:
    control.fault(rpc="*.StreamAnswerQuery", error={"code": "DATA_LOSS"}, **fault)
    heard: list[Any] = []
    with pytest.raises(exceptions.GoogleAPICallError) as raised:
        parts(rpc, heard)
    assert raised.value.grpc_status_code.name == "DATA_LOSS"
    assert bool(heard) is ("afterParts" in fault)


def test_tools_meet_faults_too(server: Server, control: Control) -> None:
    control.fault(rpc=SEARCHES, error={"code": "UNAVAILABLE", "message": "Not now."})
    failed = mcp(server)
    assert (failed["isError"], failed["content"][0]["text"]) == (
        True,
        "UNAVAILABLE (503): Not now.",
    )
    assert not mcp(server)["isError"]


def test_a_tool_call_is_dropped(server: Server, control: Control) -> None:
    control.fault(rpc=SEARCHES, dropConnection=True)
    with pytest.raises(httpx.TransportError):
        mcp(server)


def test_a_header_is_for_its_call(api_v1: Api) -> None:
    with pytest.raises(exceptions.ServiceUnavailable):
        search(api_v1, metadata=header(**UNAVAILABLE))
    assert search(api_v1).results


def test_a_header_of_a_tool_call(server: Server, control: Control) -> None:
    assert mcp(server, dict(header(**UNAVAILABLE)))["isError"]
    assert control.requests()[0]["fault"] == HEADER


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("{", f"Invalid value at '{HEADER}': It is not JSON"),
        ("[]", f"Invalid value at '{HEADER}'"),
        ('{"eror": {}}', "eror: there is no such field."),
        ('{"error": {"code": "BAD"}}', "error.code: it should be 'CANCELLED'"),
        ('{"times": 2}', "times: there is no such field."),
        ('{"afterParts": 1, "dropConnection": true}', "afterParts is not for Search."),
    ],
)
def test_a_header_that_cannot_be_read_is_refused(api_v1: Api, fault: str, reason: str) -> None:
    with pytest.raises(exceptions.BadRequest) as raised:
        search(api_v1, metadata=[(HEADER, fault)])
    assert reason in raised.value.message


def test_other_projects_are_not_disturbed(api_v1: Api, control: Control) -> None:
    mine, other = control.seeded(), control.seeded()
    control.fault(resource=f"projects/{mine}", times=None, **UNAVAILABLE)
    assert search(api_v1, config(other)).results
    with pytest.raises(exceptions.ServiceUnavailable):
        search(api_v1, config(mine))
    control.call("DELETE", "faults", params={"resource": f"projects/{other}"})
    with pytest.raises(exceptions.ServiceUnavailable):
        search(api_v1, config(mine))
    control.call("DELETE", "faults", params={"resource": f"projects/{mine}"})
    assert search(api_v1, config(mine)).results


def test_a_resource_may_be_spelled_otherwise(api_v1: Api, control: Control) -> None:
    """By its project's number, and without its collection."""
    number = api_v1.client("EngineService").get_engine(name=DEMO_ENGINE).name.split("/")[1]
    control.fault(resource=f"projects/{number}/locations/global/engines/demo", **UNAVAILABLE)
    assert list(api_v1.client("EngineService").list_engines(parent=DEMO))
    with pytest.raises(exceptions.ServiceUnavailable):
        search(api_v1)


def test_the_first_fault_that_fits_is_met_first(rpc: Api, control: Control) -> None:
    control.fault(rpc="*.EngineService.*", error={"code": "INTERNAL"})
    control.fault(rpc=SEARCHES, error={"code": "ABORTED"})
    lasting = control.fault(times=None, error={"code": "UNAVAILABLE"})
    for expected in (exceptions.Aborted, exceptions.ServiceUnavailable):
        for _ in range(2 if expected is exceptions.ServiceUnavailable else 1):
            with pytest.raises(expected):
                search(rpc)
    control.call("DELETE", f"faults/{lasting['id']}")
    assert search(rpc).results


def test_an_rpc_is_named_as_grpc_does(rpc: Api, control: Control) -> None:
    control.fault(rpc="/google.cloud.discoveryengine.v1beta.SearchService/Search", **UNAVAILABLE)
    assert search(rpc).results
    with pytest.raises(exceptions.ServiceUnavailable):
        search(Api(rpc.server, "grpc", "v1beta"))


@pytest.mark.parametrize("door", DOORS)
def test_every_door_counts_the_same_calls(server: Server, control: Control, door: str) -> None:
    control.fault(rpc="*.ListEngines", times=2, **UNAVAILABLE)
    parent = {"parent": DEMO}
    for _ in range(2):
        with pytest.raises((exceptions.ServiceUnavailable, httpx.HTTPStatusError, AssertionError)):
            DOORS[door](server)(LIST_ENGINES, parent)
    assert DOORS[door](server)(LIST_ENGINES, parent)["engines"]
    [*faulty, last] = control.requests()
    assert [one["code"] for one in faulty] == ["UNAVAILABLE"] * 2
    assert (last["code"], last["transport"]) == ("OK", door)


def test_what_an_agent_asks_meets_no_fault(rpc: Api, control: Control, http: httpx.Client) -> None:
    control.fault(rpc="*.AnswerQuery", **UNAVAILABLE)
    session = f"projects/demo/locations/us/apps/tindlemoor-support/sessions/{unique('s')}"
    inputs = [{"text": "What is the warranty on the Skylark 3?"}]
    said = http.post(f"/v1/{session}:runSession", json={"inputs": inputs}).json()
    assert "36 months" in said["outputs"][0]["text"]
    assert [one["rpc"].rpartition(".")[2] for one in control.requests()] == ["RunSession"]
