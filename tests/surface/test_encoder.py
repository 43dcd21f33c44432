"""Messages to JSON, against protobuf's own JSON."""

from __future__ import annotations

import math

import orjson
import pytest
from google.protobuf import json_format, message_factory
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.surface.encoder import encode
from emulator.surface.messages import ces, discoveryengine, longrunning, pack, protobuf
from emulator.surface.registry import surface, union_name
from tests.surface.random_messages import published_types, random_message, union_types

V1 = "google.cloud.discoveryengine.v1"
UNION = "google.cloud.discoveryengine.union"
TYPES = union_types()
SEEDS = st.integers(0, 2**32)


@settings(max_examples=400)
@given(st.sampled_from(TYPES), SEEDS, st.booleans())
def test_every_message_is_written_as_protobuf_writes_it(name, seed, numbers):
    message = random_message(surface.descriptor(name), seed, any_type=f"{UNION}.Answer")
    expected = json_format.MessageToDict(
        message, use_integers_for_enums=numbers, descriptor_pool=surface.pool
    )
    assert encode(message, UNION, numbers) == expected


@settings(max_examples=300)
@given(st.sampled_from(published_types()), SEEDS)
def test_a_version_shows_what_its_clients_know_and_nothing_else_in_an_any(published, seed):
    package, name = published
    kind = message_factory.GetMessageClass(surface.version_pool.FindMessageTypeByName(name))
    message = random_message(surface.descriptor(union_name(name)), seed)

    seen = kind.FromString(message.SerializeToString())
    seen.DiscardUnknownFields()
    # A value that another version added is a number to this one.
    wide = encode(message, package, enum_numbers=True)
    strict = encode(pack(message, package), package, enum_numbers=True)
    assert strict.pop("@type") == f"type.googleapis.com/{name}"
    for shown, ignore in ((wide, True), (strict, False)):
        read = json_format.Parse(
            orjson.dumps(shown), kind(), ignore, descriptor_pool=surface.version_pool
        )
        assert read.SerializeToString(deterministic=True) == seen.SerializeToString(
            deterministic=True
        )


def test_a_field_of_another_version_is_left_out():
    request = discoveryengine.SearchRequest(query="q", region_code="US")
    assert encode(request, V1) == {"query": "q"}
    assert encode(request, "google.cloud.discoveryengine.v1beta") == {
        "query": "q",
        "regionCode": "US",
    }


def test_a_field_that_only_the_client_of_a_version_lacks_is_left_out_of_an_any():
    session = discoveryengine.Session(name="n", pending_async_assist_operation_id="o")
    assert encode(session, V1) == {"name": "n", "pendingAsyncAssistOperationId": "o"}
    assert encode(pack(session, V1), V1) == {
        "@type": "type.googleapis.com/google.cloud.discoveryengine.v1.Session",
        "name": "n",
    }


def test_default_values_are_left_out():
    citation = discoveryengine.Answer.Citation(start_index=0, end_index=12)
    assert encode(citation, V1) == {"endIndex": "12"}


def test_enums_are_names_or_when_asked_numbers():
    answer = discoveryengine.Answer(state=3)
    assert encode(answer, V1) == {"state": "SUCCEEDED"}
    assert encode(answer, V1, enum_numbers=True) == {"state": 3}


def test_an_enum_value_without_a_name_is_a_number():
    assert encode(discoveryengine.Answer(state=99), V1) == {"state": 99}


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.1, 0.1), (0.87, 0.87), (1 / 3, 0.33333334), (1e-7, 1e-7), (16777216.0, 16777216.0)],
)
def test_a_32_bit_float_is_written_in_the_shortest_form_that_reads_back(value, shown):
    info = discoveryengine.Answer.Reference.ChunkInfo(relevance_score=value)
    assert encode(info, V1) == {"relevanceScore": shown}


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        (discoveryengine.Answer(grounding_score=1), b'{"groundingScore":1}'),
        (discoveryengine.Answer(grounding_score=0), b'{"groundingScore":0}'),
        (discoveryengine.Interval(minimum=-300), b'{"minimum":-300}'),
        (discoveryengine.Interval(minimum=0.5), b'{"minimum":0.5}'),
    ],
)
def test_whole_numbers_have_no_point_as_in_all_of_googles_apis(message, shown):
    assert orjson.dumps(encode(message, V1)) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(math.nan, "NaN"), (math.inf, "Infinity"), (-math.inf, "-Infinity")]
)
def test_numbers_that_json_lacks_are_strings(value, shown):
    assert encode(discoveryengine.Interval(minimum=value), V1) == {"minimum": shown}


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        ("Int64Value", 2**60, str(2**60)),
        ("Int32Value", 5, 5),
        ("BytesValue", b"\xff", "/w=="),
        ("DoubleValue", math.nan, "NaN"),
        ("StringValue", "s", "s"),
        ("BoolValue", True, True),
    ],
)
def test_a_wrapper_is_written_as_its_value(kind, value, shown):
    assert encode(getattr(protobuf, kind)(value=value), V1) == shown


def test_an_any_names_its_type_as_the_version_of_the_call_does():
    operation = longrunning.Operation(name="o")
    operation.response.CopyFrom(pack(discoveryengine.DataStore(name="d"), V1))
    shown = encode(operation, "google.cloud.discoveryengine.v1alpha")
    assert shown["response"] == {
        "@type": "type.googleapis.com/google.cloud.discoveryengine.v1alpha.DataStore",
        "name": "d",
    }


def test_an_any_of_a_type_that_the_version_of_the_call_does_not_have_is_empty():
    operation = longrunning.Operation(name="o", done=True)
    deletion = discoveryengine.DeleteIdentityMappingStoreMetadata()
    operation.metadata.CopyFrom(pack(deletion, V1))
    shown = encode(operation, "google.cloud.discoveryengine.v1alpha")
    assert shown == {"name": "o", "metadata": {}, "done": True}


def test_an_any_of_the_other_api_keeps_its_api():
    operation = longrunning.Operation(name="o")
    operation.response.CopyFrom(pack(ces.App(name="a"), "google.cloud.ces.v1beta"))
    shown = encode(operation, V1)
    assert shown["response"]["@type"] == "type.googleapis.com/google.cloud.ces.v1.App"


def test_an_any_with_a_special_form_has_it_as_its_value():
    assert encode(pack(protobuf.Duration(seconds=5), V1), V1) == {
        "@type": "type.googleapis.com/google.protobuf.Duration",
        "value": "5s",
    }


def test_an_empty_any_has_its_type_only():
    """As the response of a finished deletion."""
    assert encode(pack(protobuf.Empty(), V1), V1) == {
        "@type": "type.googleapis.com/google.protobuf.Empty"
    }


@pytest.mark.parametrize(
    "packed",
    [
        {"type_url": "type.googleapis.com/some.other.Type", "value": b"\x01"},
        {"type_url": "type.googleapis.com/google.rpc.Status", "value": b"\xff"},
    ],
)
def test_an_any_that_cannot_be_read_is_shown_as_bytes(packed):
    shown = encode(protobuf.Any(**packed), V1)
    assert shown["@type"] == packed["type_url"]
    assert set(shown) == {"@type", "value"}


def test_a_time_out_of_range_does_not_fail():
    message = discoveryengine.Session(name="n", start_time={"seconds": 10**15})
    assert encode(message, V1) == {"name": "n", "startTime": None}


def test_all_types_of_the_surface_are_of_the_union():
    assert all(union_name(name) == name for name in TYPES)


def test_what_is_listed_again_is_what_it_is_now():
    response = ces.ListToolsResponse(tools=[ces.Tool(name="a"), ces.Tool(name="b")])
    for name in ("a", "c", "a"):
        response.tools[0].name = name
        for package in ("google.cloud.ces.v1", "google.cloud.ces.union"):
            assert encode(response, package) == {"tools": [{"name": name}, {"name": "b"}]}


def test_what_a_result_shows_of_its_document_is_kept_though_its_figures_change():
    response = discoveryengine.SearchResponse()
    result = response.results.add(id="d1")
    result.document.id = "d1"
    shown = []
    for age in (1.5, 2.5):
        result.rank_signals.document_age = age
        [one] = encode(response, V1)["results"]
        assert one["rankSignals"] == {"documentAge": age}
        shown.append(one["document"])
    assert shown == [{"id": "d1"}] * 2
    assert shown[1] is shown[0]


def test_a_record_that_an_answer_refers_to_is_kept_though_its_name_changes():
    answer = discoveryengine.Answer()
    reference = answer.references.add().structured_document_info
    reference.struct_data["size"] = 2
    shown = []
    for name in ("a", "b"):
        reference.document = name
        [one] = encode(answer, V1)["references"]
        assert one["structuredDocumentInfo"] == {"document": name, "structData": {"size": 2}}
        shown.append(one["structuredDocumentInfo"]["structData"])
    assert shown[1] is shown[0]


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25), st.text(max_size=3))))
def test_a_session_is_shown_with_the_turns_that_it_has_now(changes):
    session = discoveryengine.Session(name="s", display_name="d", labels=["l"])
    for cut, more, answer in changes:
        del session.turns[cut:]
        session.turns.extend(discoveryengine.Session.Turn(answer=answer) for _ in range(more))
        assert encode(session, UNION) == json_format.MessageToDict(
            session, descriptor_pool=surface.pool
        )
        assert list(encode(session, UNION))[-2:] == ["displayName", "labels"]


def test_a_conversation_is_shown_with_the_messages_that_it_has_now():
    conversation = discoveryengine.Conversation(name="s", user_pseudo_id="u")
    conversation.start_time.seconds = 1
    for said in range(40):
        conversation.messages.add(user_input=discoveryengine.TextInput(input=f"{said}?"))
        assert encode(conversation, UNION) == json_format.MessageToDict(
            conversation, descriptor_pool=surface.pool
        )


def test_an_any_that_holds_nothing_is_empty():
    operation = longrunning.Operation(done=True)
    operation.response.SetInParent()
    assert encode(operation, V1) == {"done": True, "response": {}}
