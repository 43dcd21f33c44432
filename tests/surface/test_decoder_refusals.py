"""What is wrong with a JSON body, in the words of Google's front end."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import ces, discoveryengine
from tests.surface.decoding import ALPHA, BETA, CES, V1, decoded, queried, refused, same


def test_an_unknown_name_at_the_root():
    error = refused(discoveryengine.AnswerQueryRequest, {"foo": 1})
    assert error.message == 'Invalid JSON payload received. Unknown name "foo": Cannot find field.'
    assert [(one.field, one.description) for one in error.violations] == [("", error.message)]


def test_an_unknown_name_inside_lists_and_maps_tells_where_it_stands():
    error = refused(
        ces.Schema,
        {"properties": {"a": {}, "b": {"anyOf": [{}, {"foo": 1}]}}},
        CES,
    )
    where = "properties[1].value.any_of[1]"
    assert error.message == (
        f"Invalid JSON payload received. Unknown name \"foo\" at '{where}': Cannot find field."
    )
    assert error.violations[0].field == where


def test_a_name_is_shown_as_it_was_sent():
    error = refused(discoveryengine.AnswerQueryRequest, {"query": {"queryTxt": 1}})
    assert "Unknown name \"queryTxt\" at 'query'" in error.message


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"pageSize": "x"}, "Invalid value at 'page_size' (TYPE_INT32), \"x\""),
        ({"query": 5}, "Invalid value at 'query' (TYPE_STRING), 5"),
        ({"query": True}, "Invalid value at 'query' (TYPE_STRING), true"),
        (
            {"contentSearchSpec": "x"},
            "Invalid value at 'content_search_spec' (type.googleapis.com/"
            'google.cloud.discoveryengine.v1.SearchRequest.ContentSearchSpec), "x"',
        ),
        (
            {"queryExpansionSpec": {"condition": "NEVER"}},
            "Invalid value at 'query_expansion_spec.condition' (type.googleapis.com/google.cloud."
            'discoveryengine.v1.SearchRequest.QueryExpansionSpec.Condition), "NEVER"',
        ),
        (
            {"dataStoreSpecs": [{}, {"dataStore": 1}]},
            "Invalid value at 'data_store_specs[1].data_store' (TYPE_STRING), 1",
        ),
        ({"userLabels": {"k": 1}}, "Invalid value at 'user_labels[0].value' (TYPE_STRING), 1"),
        ({"userLabels": 1}, "Invalid value at 'user_labels' (Map), 1"),
        (
            {"query": ["x"]},
            'Invalid JSON payload received. Unknown name "query": '
            "Proto field is not repeating, cannot start list.",
        ),
        (
            {"contentSearchSpec": {"snippet_spec": []}},
            "Invalid JSON payload received. Unknown name \"snippet_spec\" at 'content_search_spec':"
            " Proto field is not repeating, cannot start list.",
        ),
        ({"pageSize": {}}, "Invalid value (page_size), Starting an object on a scalar field"),
        (
            {"contentSearchSpec": {"summarySpec": {"languageCode": {"a": 1}}}},
            "Invalid value at 'content_search_spec.summary_spec' (language_code), "
            "Starting an object on a scalar field",
        ),
    ],
)
def test_the_words_for_a_value_of_the_wrong_type(body, text):
    error = refused(discoveryengine.SearchRequest, body)
    assert error.message == text
    assert error.violations[0].description == text


def test_a_oneof_that_is_set_twice():
    error = refused(
        discoveryengine.Document.Content, {"rawBytes": "", "mimeType": "", "uri": "gs://x"}
    )
    assert error.message == (
        "Invalid value (oneof), oneof field 'content' is already set. Cannot set 'uri'"
    )
    error = refused(
        discoveryengine.CreateDocumentRequest, {"document": {"jsonData": "", "structData": {}}}
    )
    assert error.message.startswith("Invalid value at 'document' (oneof), oneof field 'data' is")


@pytest.mark.parametrize("value", [[], "x", 5, None, True, [{}]])
def test_a_body_that_is_no_object(value):
    error = refused(discoveryengine.SearchRequest, value)
    assert error.message == (
        'Invalid JSON payload received. Unknown name "": Root element must be a message.'
    )


def test_all_mistakes_are_told_at_once():
    error = refused(
        discoveryengine.SearchRequest, {"foo": 1, "pageSize": "x", "boostSpec": {"bar": 1}}
    )
    assert len(error.violations) == 3
    assert error.message.split("\n") == [one.description for one in error.violations]


def test_the_answer_to_a_large_mistake_is_small():
    body = {"pageCategories": [1] * 100_000, "x" * 10**6: 1, "query": {"a": "x" * 10**6}}
    error = refused(discoveryengine.SearchRequest, body)
    assert len(error.violations) == 100
    assert len(error.message) < 50_000


def test_a_field_of_a_newer_version_is_unknown_to_an_older_one():
    body = {"embeddingSpec": {"embeddingVectors": []}}
    error = refused(discoveryengine.SearchRequest, body, V1)
    assert 'Unknown name "embeddingSpec": Cannot find field.' in error.message
    assert decoded(discoveryengine.SearchRequest, body, BETA).HasField("embedding_spec")


def test_a_type_is_named_as_the_version_has_it():
    error = refused(discoveryengine.AnswerQueryRequest, {"query": 5}, ALPHA)
    assert "(type.googleapis.com/google.cloud.discoveryengine.v1alpha.Query)" in error.message


@pytest.mark.parametrize("value", ["yesterday", 5, {}, "2026-13-01T00:00:00Z", "2026-01-01"])
def test_what_is_no_time_is_refused(value):
    error = refused(discoveryengine.UserEvent, {"eventTime": value})
    assert "Invalid value at 'event_time' (type.googleapis.com/google.protobuf.Timestamp)" in (
        error.message
    )


@pytest.mark.parametrize("nested", [lambda value: {"a": value}, lambda value: [value]])
def test_a_struct_that_could_not_be_read_again_is_refused(nested):
    value: Any = 1
    for _ in range(19):
        value = nested(value)
    document = decoded(discoveryengine.Document, {"structData": {"a": value}})
    response = discoveryengine.ListSessionsResponse()
    turn = response.sessions.add().turns.add()
    result = turn.detailed_answer.references.add().structured_document_info
    result.struct_data.CopyFrom(document.struct_data)
    assert same(
        discoveryengine.ListSessionsResponse.FromString(response.SerializeToString()), response
    )

    error = refused(discoveryengine.Document, {"structData": {"a": nested(value)}})
    assert error.message == "Invalid value at 'struct_data': it is nested deeper than 20 levels."


def test_messages_nested_too_deep_are_refused():
    value: dict[str, Any] = {}
    for _ in range(29):
        value = {"items": value}
    assert decoded(ces.Schema, value, CES).HasField("items")
    error = refused(ces.Schema, {"items": value}, CES)
    assert "nested deeper than 30 levels" in error.message


@pytest.mark.parametrize("depth", [30, 5000])
def test_query_parameters_nested_too_deep_are_refused(depth):
    with pytest.raises(ApiError) as caught:
        queried(ces.Schema, (f"{'items.' * depth}title", "x"), package=CES)
    assert caught.value.code is Code.INVALID_ARGUMENT
    assert caught.value.message.endswith("it is nested deeper than 30 levels.")
    assert len(caught.value.message) < 400
