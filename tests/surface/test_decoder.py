"""JSON values of every kind to the fields of messages."""

from __future__ import annotations

import base64
import math

import pytest

from emulator.surface.messages import ces, discoveryengine, protobuf
from emulator.surface.registry import surface
from tests.surface.decoding import BETA, CES, decoded, refused


@pytest.mark.parametrize("padding", ["", "=="])
@pytest.mark.parametrize("encode64", [base64.b64encode, base64.urlsafe_b64encode])
def test_bytes_are_base64_of_either_alphabet(encode64, padding):
    raw = b"\xff\xfe\xfd\xfb"
    text = encode64(raw).decode().rstrip("=") + padding
    content = decoded(discoveryengine.Document.Content, {"rawBytes": text})
    assert content.raw_bytes == raw


@pytest.mark.parametrize("number", [7, "7", 7.0, "7.0", "7e0"])
def test_an_integer_may_be_a_string_or_a_whole_decimal(number):
    assert decoded(discoveryengine.SearchRequest, {"pageSize": number}).page_size == 7
    citation = decoded(discoveryengine.Answer.Citation, {"startIndex": number})
    assert citation.start_index == 7


def test_an_int64_string_keeps_every_digit():
    citation = decoded(discoveryengine.Answer.Citation, {"startIndex": str(2**63 - 1)})
    assert citation.start_index == 2**63 - 1


@pytest.mark.parametrize(
    "number",
    [
        *(True, 1.5, "1.5", "", " 7", "7 ", "1_000", "0x7", "٣", "seven", 2**31, "9" * 5000, 1e400),
        *("NaN", "Infinity", {}, -(2**31) - 1, 1e300),
    ],
)
def test_what_is_no_int32_is_refused(number):
    error = refused(discoveryengine.SearchRequest, {"pageSize": number})
    assert error.message.startswith("Invalid value")


@pytest.mark.parametrize(
    ("given_value", "number"),
    [("NaN", math.nan), ("Infinity", math.inf), ("-Infinity", -math.inf), ("1.5e3", 1500), (2, 2)],
)
def test_a_double_may_be_a_string(given_value, number):
    latlng = decoded(discoveryengine.Interval, {"minimum": given_value})
    assert str(latlng.minimum) == str(float(number))


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "1_0", "", "0x1p3", True, 1e400, []])
def test_what_is_no_double_is_refused(value):
    refused(discoveryengine.Interval, {"minimum": value})


def test_a_float_is_rounded_to_32_bits():
    info = decoded(discoveryengine.Answer.Reference.ChunkInfo, {"relevanceScore": 0.1})
    assert info.relevance_score == pytest.approx(0.1, rel=1e-7)
    assert info.relevance_score != 0.1


def test_a_double_too_large_for_a_float_is_refused():
    error = refused(discoveryengine.Answer.Reference.ChunkInfo, {"relevanceScore": 1e39})
    assert error.message == "Invalid value at 'relevance_score' (TYPE_FLOAT), 1e+39"


@pytest.mark.parametrize("value", ["SUCCEEDED", 3, "3", 3.0])
def test_an_enum_is_a_name_or_a_number(value):
    assert decoded(discoveryengine.Answer, {"state": value}).state == 3


def test_an_unknown_enum_number_is_kept():
    assert decoded(discoveryengine.Answer, {"state": 99}).state == 99


@pytest.mark.parametrize("value", ["DONE", "succeeded", True, 1.5, 2**31, []])
def test_an_unknown_enum_name_is_refused(value):
    refused(discoveryengine.Answer, {"state": value})


@pytest.mark.parametrize("value", [True, False, "true", "false"])
def test_a_boolean_may_be_a_word(value):
    request = decoded(discoveryengine.AnswerQueryRequest, {"asynchronousMode": value})
    assert request.asynchronous_mode is (value in (True, "true"))


@pytest.mark.parametrize("value", [1, 0, "True", "yes", ""])
def test_what_is_no_boolean_is_refused(value):
    error = refused(discoveryengine.AnswerQueryRequest, {"asynchronousMode": value})
    assert "(TYPE_BOOL)" in error.message


@pytest.mark.parametrize("text", ["displayName,state", "display_name,state", "displayName, state,"])
def test_a_field_mask_takes_either_spelling(text):
    request = decoded(discoveryengine.UpdateSessionRequest, {"updateMask": text})
    assert list(request.update_mask.paths) == ["display_name", "state"]


def test_null_is_no_value():
    request = decoded(
        discoveryengine.AnswerQueryRequest,
        {"query": None, "session": None, "relatedQuestionsSpec": {"enable": None}},
    )
    assert [field.name for field, _ in request.ListFields()] == ["related_questions_spec"]


def test_null_is_a_value_in_a_struct():
    document = decoded(discoveryengine.Document, {"structData": {"a": None, "b": [None]}})
    assert document.struct_data.fields["a"].HasField("null_value")
    schema = decoded(ces.Schema, {"default": None}, CES)
    assert schema.default.HasField("null_value")


def test_null_in_a_list_is_refused():
    error = refused(discoveryengine.SearchRequest, {"facetSpecs": [None], "pageCategories": [None]})
    assert [violation.field for violation in error.violations] == [
        "facet_specs[0]",
        "page_categories[0]",
    ]
    assert error.violations[1].description.endswith("(TYPE_STRING), null")


def test_one_value_stands_for_a_list_of_one():
    assert list(
        decoded(discoveryengine.SearchRequest, {"pageCategories": "a"}).page_categories
    ) == ["a"]


def test_an_any_is_read_by_its_type_in_any_version():
    value = {"@type": f"type.googleapis.com/{BETA}.Answer", "answerText": "a"}
    status = decoded(surface.message_class("google.rpc.Status"), {"details": [value]}, BETA)
    assert status.details[0].type_url == f"type.googleapis.com/{BETA}.Answer"
    assert discoveryengine.Answer.FromString(status.details[0].value).answer_text == "a"


@pytest.mark.parametrize("value", [{"@type": "nope"}, {"a": 1}, 5, {"@type": 5}, []])
def test_an_any_of_no_type_is_refused(value):
    refused(surface.message_class("google.rpc.Status"), {"details": [value]})


def test_null_does_not_set_a_oneof():
    content = decoded(discoveryengine.Document.Content, {"rawBytes": None, "uri": "gs://x"})
    assert content.uri == "gs://x"


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        ("Int64Value", "5", 5),
        ("Int32Value", 5, 5),
        ("BytesValue", "_w", b"\xff"),
        ("DoubleValue", "Infinity", math.inf),
        ("BoolValue", True, True),
        ("StringValue", "s", "s"),
    ],
)
def test_a_wrapper_is_read_from_its_value(kind, value, read):
    name = f"type.googleapis.com/google.protobuf.{kind}"
    status = decoded(
        surface.message_class("google.rpc.Status"), {"details": [{"@type": name, "value": value}]}
    )
    assert getattr(protobuf, kind).FromString(status.details[0].value).value == read
