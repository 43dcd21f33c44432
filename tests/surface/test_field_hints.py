"""What the details of a refusal say of JSON that does not fit, beside the service's words."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.surface.decoder import Decoder
from emulator.surface.errors import ApiError
from emulator.surface.registry import surface

V1 = "google.cloud.discoveryengine.v1"
UNION = "google.cloud.discoveryengine.union"


def hint(kind: str, body: dict[str, Any], field: str = "*", package: str = V1) -> str:
    """The hint at what is wrong with the body of a request of the kind."""
    decoder = Decoder(package)
    decoder.body(surface.message_class(f"{UNION}.{kind}")(), field, body)
    with pytest.raises(ApiError) as refusal:
        decoder.finish()
    return "\n".join(refusal.value.hints)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"pagesize": 1}, "Did you mean pageSize?"),
        ({"Page-Size": 1}, "Did you mean pageSize?"),
        ({"fillter": "x"}, "Did you mean filter?"),
        (
            {"summarySpec": {"summaryResultCount": 1}},
            "Did you mean contentSearchSpec.summarySpec?",
        ),
        (
            {"contentSearchSpec": {"return_snippet": True}},
            "Did you mean snippetSpec.returnSnippet?",
        ),
        (
            {"customFineTuningSpec": {}},
            "v1alpha has it, v1 has not.",
        ),
        (
            {"searchRequest": {"query": "x", "page_size": 1}},
            'What "searchRequest" holds belongs there without "searchRequest" '
            "around it.",
        ),
        (
            {"facetSpecs": [{"facetKey": {"name": "kind"}}]},
            "There are key, intervals, restrictedValues, prefixes, contains, "
            "caseInsensitive, orderBy.",
        ),
        (
            {"spellCorrectionSpec": {"mode": "auto"}},
            "It is one of SUGGESTION_ONLY, AUTO.",
        ),
        ({"query": {"text": "x"}}, "It is a text."),
        ({"safeSearch": "yes"}, "It is true or false."),
        (
            {"facetSpecs": ["kind"]},
            "It is an object with facetKey, limit, excludedFilterKeys, "
            "enableDynamicPosition.",
        ),
        ({"pagesize": 1, "fillter": "x"}, "Did you mean pageSize?\nDid you "
         "mean filter?"),
        ({"colour": "red"}, ""),
        ({f"pageSize{'e' * 1_000}": 1}, ""),
        ({"pageSize": "ten"}, ""),
    ],
)  # fmt: skip
def test_the_body_of_a_search(body: dict[str, Any], expected: str) -> None:
    assert hint("SearchRequest", body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            {"document": {"id": "a"}},
            'What "document" holds belongs there without "document" around it.',
        ),
        ({"documentId": "a"}, "It is a parameter of the URL: ?documentId=..."),
        ({"content": {"parent": "a"}}, "There are mimeType, rawBytes, uri."),
        ({"content": {"document": "a"}}, "There are mimeType, rawBytes, uri."),
        ({"structData": "{}"}, "It is an object, not a text that holds one."),
        (
            {"content": {"rawBytes": "Hello, world!"}},
            "It is a text of base64.",
        ),
        ({"content": {"text": "x"}}, "There are mimeType, rawBytes, uri."),
        (
            {"indexTime": "yesterday"},
            "It is a time such as 2026-01-31T12:00:00Z.",
        ),
    ],
)
def test_the_body_of_a_new_document(body: dict[str, Any], expected: str) -> None:
    assert hint("CreateDocumentRequest", body, "document") == expected


def test_a_parameter_of_the_url() -> None:
    decoder = Decoder(V1)
    message = surface.message_class(f"{UNION}.ListDocumentsRequest")()
    decoder.query(message, [("pagesize", "1")])
    with pytest.raises(ApiError) as refusal:
        decoder.finish()
    assert refusal.value.hints == ["Did you mean pageSize?"]


def test_nothing_is_looked_for_that_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sought = []
    monkeypatch.setattr("emulator.surface.decoder.unknown_field", lambda *it: sought.append(it))
    hint("SearchRequest", {f"unknown{number}": 1 for number in range(1_000)})
    assert len(sought) == 100
