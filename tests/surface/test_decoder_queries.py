"""Query parameters, parts of bodies and path variables to messages."""

from __future__ import annotations

import pytest

from emulator.surface.decoder import Decoder
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces, discoveryengine
from tests.surface.decoding import ALPHA, CES, V1, queried


def test_the_body_may_fill_one_field():
    request = discoveryengine.CreateSessionRequest()
    decoder = Decoder(V1)
    decoder.body(request, "session", {"displayName": "n", "nme": 1})
    with pytest.raises(ApiError, match="Unknown name \"nme\" at 'session'"):
        decoder.finish()
    assert request.session.display_name == "n"


def test_the_path_says_which_one_whatever_the_body_says():
    request = discoveryengine.UpdateSessionRequest()
    decoder = Decoder(V1)
    decoder.body(request, "session", {"name": "projects/other"})
    decoder.path(request, "session.name", "projects/p")
    decoder.finish()
    assert request.session.name == "projects/p"


def test_a_body_may_name_no_other_session_than_the_path():
    name = "projects/p/locations/us/apps/a/sessions/s"
    for given in ("", name):
        request = ces.RunSessionRequest()
        decoder = Decoder(CES)
        decoder.body(request, "*", {"config": {"session": given}})
        decoder.path(request, "config.session", name)
        decoder.finish()
        assert request.config.session == name
    decoder = Decoder(CES)
    decoder.path(request, "config.session", f"{name}2")
    with pytest.raises(ApiError, match=r"'config.session', it is not the session of the URL"):
        decoder.finish()


def test_an_empty_body_is_a_message_all_the_same():
    request = discoveryengine.CreateSessionRequest()
    Decoder(V1).body(request, "session", {})
    assert request.HasField("session")


def test_the_path_may_fill_a_nested_field():
    request = discoveryengine.UpdateSessionRequest()
    Decoder(V1).path(request, "session.name", "projects/p")
    assert request.session.name == "projects/p"


@pytest.mark.parametrize("name", ["pageSize", "page_size"])
def test_a_query_parameter_has_either_spelling(name):
    assert queried(discoveryengine.ListSessionsRequest, (name, "5")).page_size == 5


@pytest.mark.parametrize("name", ["matcher.urisMatcher.uris", "matcher.uris_matcher.uris"])
def test_nested_and_repeated_query_parameters(name):
    request = queried(discoveryengine.BatchGetDocumentsMetadataRequest, (name, "a"), (name, "b"))
    assert list(request.matcher.uris_matcher.uris) == ["a", "b"]


def test_query_parameters_of_every_kind():
    request = queried(
        discoveryengine.UpdateDocumentRequest,
        ("allowMissing", "true"),
        ("updateMask", "structData,content.mime_type"),
        ("document.id", "d"),
        ("document.indexTime", "2026-01-02T03:04:05Z"),
    )
    assert request.allow_missing
    assert list(request.update_mask.paths) == ["struct_data", "content.mime_type"]
    assert request.document.id == "d"
    assert request.document.index_time.ToJsonString() == "2026-01-02T03:04:05Z"


@pytest.mark.parametrize("value", ["2", "PARSED_DOCUMENT", "1"])
def test_an_enum_in_the_query(value):
    request = queried(
        discoveryengine.GetProcessedDocumentRequest,
        ("processedDocumentType", value),
        package=ALPHA,
    )
    assert request.processed_document_type == {"2": 2}.get(value, 1)


def test_empty_query_parameters_are_no_values():
    request = queried(
        discoveryengine.UpdateDocumentRequest,
        *((name, "") for name in ("allowMissing", "updateMask", "document.id")),
    )
    assert not request.allow_missing
    assert not request.HasField("update_mask")
    assert queried(discoveryengine.CreateDocumentRequest, ("documentId", "")).document_id == ""


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("foo", "foo"),
        ("query.foo", "query"),
        ("foo.bar", "foo"),
        ("pageSize.x", "pageSize"),
        ("", ""),
        ("a..b", "a"),
        ("userLabels", "userLabels"),
        ("dataStoreSpecs.dataStore", "dataStoreSpecs"),
    ],
)
def test_an_unknown_query_parameter(name, part):
    with pytest.raises(ApiError) as caught:
        queried(discoveryengine.SearchRequest, (name, "1"))
    assert caught.value.message == (
        f'Invalid JSON payload received. Unknown name "{name}": Cannot bind query parameter. '
        f"Field '{part}' could not be found in request message."
    )


def test_a_query_parameter_of_the_wrong_type():
    with pytest.raises(ApiError) as caught:
        queried(
            discoveryengine.UpdateDocumentRequest,
            ("allowMissing", "maybe"),
            ("document.indexTime", "x"),
        )
    assert [violation.field for violation in caught.value.violations] == [
        "allow_missing",
        "document.index_time",
    ]
