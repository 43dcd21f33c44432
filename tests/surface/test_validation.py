"""What every request must satisfy, whichever door it came through."""

from __future__ import annotations

import pytest
from google.protobuf.wrappers_pb2 import FloatValue

from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import ces, discoveryengine, protobuf
from emulator.surface.registry import Method, surface
from emulator.surface.validation import (
    check_count,
    check_enums,
    check_range,
    check_size,
    check_text,
    check_times,
    validate,
)

V1 = "google.cloud.discoveryengine.v1"
C = "projects/p/locations/l/collections/c"


def method(path: str) -> Method:
    return surface.method_by_path[f"/{V1}.{path}"]


def refused(path: str, request: object) -> ApiError:
    with pytest.raises(ApiError) as caught:
        validate(method(path), request)
    assert caught.value.code is Code.INVALID_ARGUMENT
    return caught.value


def test_a_complete_request_passes():
    request = discoveryengine.AnswerQueryRequest(
        serving_config=f"{C}/engines/e/servingConfigs/s", query={"text": "q"}
    )
    validate(method("ConversationalSearchService/AnswerQuery"), request)


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({}, "serving_config"),
        ({"serving_config": f"{C}/engines/e/servingConfigs/s"}, "query"),
    ],
)
def test_a_required_field_is_missed_by_name(request_, field):
    error = refused(
        "ConversationalSearchService/AnswerQuery", discoveryengine.AnswerQueryRequest(**request_)
    )
    assert error.message == f"Missing required field: {field}."
    assert [violation.field for violation in error.violations] == [field]


def test_a_nested_name_is_missed_by_its_path():
    request = discoveryengine.UpdateSessionRequest(session={"display_name": "n"})
    error = refused("ConversationalSearchService/UpdateSession", request)
    assert error.message == "Missing required field: session.name."


@pytest.mark.parametrize(
    "name",
    [
        "nonsense",
        f"{C}/engines/e",
        f"{C}/engines//servingConfigs/s",
        f"{C}/engines/e/servingConfigs/s/",
        f"/{C}/engines/e/servingConfigs/s",
        f"{C}/engines/e/servingConfigs/s/more",
        "x" * 10_000,
    ],
)
def test_a_name_of_another_form_is_refused(name):
    error = refused(
        "SearchService/Search", discoveryengine.SearchRequest(serving_config=name, query="q")
    )
    assert error.violations[0].field == "serving_config"
    assert "is not a resource name of the form projects/*/locations/*/" in error.message
    assert len(error.message) < 1000


@pytest.mark.parametrize("parent", [C, C.rpartition("/collections")[0]])
def test_a_name_may_leave_its_collection_out(parent):
    request = discoveryengine.SearchRequest(
        serving_config=f"{parent}/dataStores/d/servingConfigs/s", query="q"
    )
    validate(method("SearchService/Search"), request)


NAMED = [one for one in surface.method_by_path.values() if one.bindings]


def test_a_request_without_the_name_in_its_url_is_refused_by_every_method():
    for one in NAMED:
        with pytest.raises(ApiError) as caught:
            validate(one, surface.message_class(one.request)())
        assert caught.value.code is Code.INVALID_ARGUMENT


@pytest.mark.parametrize(
    ("message", "where"),
    [
        (discoveryengine.Session(state=9), "session.state"),
        (discoveryengine.DataStore(solution_types=[2, 77]), "session.solution_types[1]"),
        (
            discoveryengine.Engine(search_engine_config={"search_add_ons": [1], "search_tier": -1}),
            "session.search_engine_config.search_tier",
        ),
        (
            discoveryengine.Session(turns=[{}, {"detailed_answer": {"state": 50}}]),
            "session.turns[1].detailed_answer.state",
        ),
    ],
)
def test_number_that_an_enum_lacks_is_refused_where_it_stands(message, where):
    with pytest.raises(ApiError) as refused:
        check_enums(message, "session")
    assert [violation.field for violation in refused.value.violations] == [where]


def test_known_numbers_pass_and_null_is_one_of_them():
    document = discoveryengine.Document(id="x")
    document.struct_data.update({"nothing": None, "nested": {"nothing": None}})
    for message in (
        document,
        discoveryengine.Session(state=1),
        discoveryengine.DataStore(solution_types=[0, 2]),
    ):
        check_enums(message)


@pytest.mark.parametrize(
    ("message", "where"),
    [
        (protobuf.Timestamp(seconds=-(2**62)), ""),
        (protobuf.Timestamp(nanos=-1), ""),
        (protobuf.Duration(seconds=1, nanos=-1), ""),
        (discoveryengine.Session(start_time={"seconds": 2**50}), "start_time"),
        (
            discoveryengine.Control(
                conditions=[{}, {"active_time_range": [{"end_time": {"nanos": -5}}]}]
            ),
            "conditions[1].active_time_range[0].end_time",
        ),
        (
            ces.App(
                logging_settings={
                    "conversation_logging_settings": {"retention_window": {"seconds": 2**40}}
                }
            ),
            "logging_settings.conversation_logging_settings.retention_window",
        ),
    ],
)
def test_a_time_out_of_range_is_refused_where_it_stands(message, where):
    with pytest.raises(ApiError) as refused:
        check_times(message)
    assert [violation.field for violation in refused.value.violations] == [where]


@pytest.mark.parametrize(
    "message",
    [
        discoveryengine.Session(start_time={"seconds": 253402300799}),
        discoveryengine.Session(start_time={}),
        protobuf.Duration(seconds=-315576000000),
    ],
)
def test_a_time_in_range_passes(message):
    check_times(message)


@pytest.mark.parametrize(
    ("value", "reason"),
    [("xxx", "at most 2 characters are allowed, got 3."), ([1] * 3, "at most 2 are allowed")],
)
def test_sizes_have_a_limit(value: str | list[int], reason: str):
    check_size(value[:2], 2, "a.b")
    with pytest.raises(ApiError, match=reason) as caught:
        check_size(value, 2, "a.b")
    assert caught.value.violations[0].field == "a.b"


@pytest.mark.parametrize(
    ("text", "reason"), [(" \t", "Missing required field: a.b"), ("xxx", "'a.b': at most 2")]
)
def test_texts_may_be_required(text: str, reason: str):
    check_text("xx", 2, "a.b")
    with pytest.raises(ApiError, match=reason):
        check_text(text, 2, "a.b")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (-0.1, "-0.1"),
        (FloatValue(value=1.1).value, "1.1"),
        (float("nan"), "nan"),
        (1234567, "1234567"),
    ],
)
def test_numbers_have_bounds(value: float, told: str):
    for inside in (0, 0.5, 1):
        check_range(inside, 0, 1, "a.b")
    with pytest.raises(ApiError, match=rf"'a.b': {told} is not within \[0, 1\]"):
        check_range(value, 0, 1, "a.b")


def test_counts_are_not_negative():
    check_count(0, "a.b")
    with pytest.raises(ApiError, match=r"'a\.b': must not be negative, got -3"):
        check_count(-3, "a.b")
