"""`searchResultList`: answers from results that the caller brings along."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.conftest import DEMO, DEMO_CONFIG, Api

QUESTION = "Who founded the Observatory of Lund?"
FACT = "The Observatory of Lund was founded by Ada Holm in 1911."
STORE = f"{DEMO}/dataStores/demo-docs"


def answer(api: Api, *results: Any, text: str = QUESTION, **fields: Any) -> Any:
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": text},
        "search_spec": {"search_result_list": {"search_results": list(results)}},
        "answer_generation_spec": {"include_citations": True},
        **fields,
    }
    return api.client("ConversationalSearchService").answer_query(request=request).answer


def document(*texts: str, **fields: Any) -> Any:
    contexts = [
        {"content": text, "page_identifier": str(number)} for number, text in enumerate(texts, 4)
    ]
    info = {"title": "A history", "uri": "https://a.test/h", "document_contexts": contexts}
    return {"unstructured_document_info": {**info, **fields}}


def chunk(content: str, name: str = "", **metadata: Any) -> Any:
    return {"chunk_info": {"content": content, "chunk": name, "document_metadata": metadata}}


def test_answer_comes_from_the_contexts_of_a_document(api: Api) -> None:
    shown = answer(api, document("It rains a lot in Lund.", FACT, document="my/doc"))
    assert shown.answer_text == FACT
    best, other = (one.chunk_info for one in shown.references)
    assert best.content == FACT
    assert best.document_metadata.title == "A history"
    assert best.document_metadata.uri == "https://a.test/h"
    assert best.document_metadata.document == "my/doc"
    assert best.document_metadata.page_identifier == "5"
    assert best.relevance_score > other.relevance_score
    assert [one.reference_id for one in shown.citations[0].sources] == ["0"]
    (observed,) = shown.steps[0].actions[0].observation.search_results
    assert observed.document == "my/doc"


def test_segments_count_only_without_contexts(api_v1: Api) -> None:
    segments = [{"content": FACT, "page_identifier": "9"}]
    shown = answer(api_v1, document(extractive_segments=segments))
    assert shown.answer_text == FACT
    other = "The Observatory of Lund was founded by nobody."
    assert answer(api_v1, document(other, extractive_segments=segments)).answer_text == other


def test_extractive_answers_have_no_effect(rpc: Api) -> None:
    answers = [{"content": FACT, "page_identifier": "1"}]
    shown = answer(rpc, document("It rains in Lund.", extractive_answers=answers))
    assert FACT not in shown.answer_text


def test_answer_comes_from_chunks(api_v1: Api) -> None:
    name = f"{STORE}/branches/0/documents/x/chunks/c9"
    shown = answer(api_v1, chunk("It rains."), chunk(FACT, name, title="T", uri="https://t.test"))
    assert shown.answer_text == FACT
    best, other = (one.chunk_info for one in shown.references)
    assert best.chunk.endswith("/dataStores/demo-docs/branches/0/documents/x/chunks/c9")
    assert best.document_metadata.document == best.chunk.removesuffix("/chunks/c9")
    assert best.document_metadata.title == "T"
    assert other.content == "It rains."


def test_chunks_are_observed_as_chunks_and_documents_by_their_snippets(rpc: Api) -> None:
    shown = answer(rpc, chunk(FACT, "mine"), document("It rains a lot in Lund."))
    observed = shown.steps[0].actions[0].observation.search_results
    assert [(one.chunk, one.content) for one in observed[0].chunk_info] == [("mine", FACT)]
    assert not observed[0].document
    assert not observed[0].snippet_info
    assert observed[1].snippet_info
    assert not observed[1].chunk_info


def test_nothing_else_is_searched(rpc: Api) -> None:
    text = "How long is the warranty on the Skylark 3?"
    shown = answer(rpc, chunk(FACT), text=text)
    assert [one.name for one in shown.answer_skipped_reasons] == ["OUT_OF_DOMAIN_QUERY_IGNORED"]
    none = answer(rpc, text=text)
    assert [one.name for one in none.answer_skipped_reasons] == ["OUT_OF_DOMAIN_QUERY_IGNORED"]


def test_stored_documents_and_chunks_need_no_text(rpc: Api) -> None:
    text = "How long is the warranty on the Skylark 3?"
    request = {"serving_config": f"{STORE}/servingConfigs/default_search", "query": text}
    found = next(iter(rpc.client("SearchService").search(request=request).results))
    document_name = found.document.name
    by_document = answer(
        rpc, {"unstructured_document_info": {"document": document_name}}, text=text
    )
    assert "36 months" in by_document.answer_text
    names = {one.chunk_info.document_metadata.document for one in by_document.references}
    assert names == {document_name}
    short = (
        f"{document_name.split('/collections/')[0]}/dataStores/demo-docs/branches/default_branch"
    )
    name = f"{short}/documents/{document_name.rpartition('/')[2]}/chunks/c2"
    by_chunk = answer(rpc, {"chunk_info": {"chunk": name}}, text=text)
    assert "36 months" in by_chunk.answer_text
    assert [one.chunk_info.chunk for one in by_chunk.references] == [f"{document_name}/chunks/c2"]


def test_long_contexts_are_read_to_the_end(rpc: Api) -> None:
    text = "It rains in Lund, and then it rains more. " * 2000 + FACT
    assert answer(rpc, document(text)).answer_text == FACT


def test_all_results_are_references(http: httpx.Client) -> None:
    results = [{"chunkInfo": {"content": FACT}}] * 12
    body = {
        "query": {"text": QUESTION},
        "searchSpec": {"searchResultList": {"searchResults": results}},
    }
    response = http.post(f"/v1/{DEMO_CONFIG}:answer", json=body)
    assert response.status_code == 200, response.text
    assert len(response.json()["answer"]["references"]) == 12


@pytest.mark.parametrize(
    ("result", "field"),
    [
        ({}, "neither"),
        ({"chunk_info": {}}, "chunk_info"),
        ({"chunk_info": {"content": "  "}}, "chunk_info"),
        (document(), "document_contexts"),
        (document(" "), "document_contexts"),
    ],
)
def test_empty_results_are_refused(api_v1: Api, result: Any, field: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=rf"search_results\[1\].*{field}"):
        answer(api_v1, chunk(FACT), result)


def test_too_many_results_are_refused(rpc: Api) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="at most 100"):
        answer(rpc, *[chunk(FACT)] * 101)


@pytest.mark.parametrize(
    "result",
    [
        {"unstructured_document_info": {"document": f"{STORE}/branches/0/documents/none"}},
        {"chunk_info": {"chunk": f"{STORE}/branches/0/documents/none/chunks/c1"}},
        {"chunk_info": {"chunk": f"{STORE}/branches/0/documents/none/chunks/{'9' * 5000}"}},
    ],
)
def test_names_of_nothing_are_not_found(api_v1: Api, result: Any) -> None:
    with pytest.raises(exceptions.NotFound):
        answer(api_v1, result)


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (
            {"unstructured_document_info": {"document": "none"}},
            "unstructured_document_info.document",
        ),
        (
            {"unstructured_document_info": {"document": STORE}},
            "unstructured_document_info.document",
        ),
        ({"chunk_info": {"chunk": "c1"}}, "chunk_info.chunk"),
        ({"chunk_info": {"chunk": f"{STORE}/branches/0/documents/none"}}, "chunk_info.chunk"),
    ],
)
def test_names_of_another_form_are_refused(api_v1: Api, result: Any, field: str) -> None:
    text = rf"search_results\[0\]\.\w*{field}': .* is not a resource name of the form projects/"
    with pytest.raises(exceptions.BadRequest, match=text):
        answer(api_v1, result)
