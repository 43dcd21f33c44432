"""Citations, grounding supports, references and steps of answers."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.answering import ANSWER, GERMAN, JAPANESE, QUESTION, answer, over_http, paths
from tests.clients.finding import DOCS, PRODUCTS
from tests.clients.recordings import recorded
from tests.conftest import DEMO_CONFIG, Api


def test_citations_only_when_asked_for(api: Api) -> None:
    for spec, expected in (({}, False), ({"include_citations": True}, True)):
        shown = answer(api, answer_generation_spec=spec).answer
        assert bool(shown.citations) is expected
        assert shown.references


@pytest.mark.parametrize("text", [QUESTION, GERMAN, JAPANESE])
def test_citations_and_supports_are_sentences_by_bytes(api: Api, text: str) -> None:
    if api.version == "v1alpha":
        spec = {"include_citations": True}
        shown = answer(api, text, serving_config=DOCS, answer_generation_spec=spec).answer
    else:
        shown = answer(
            api,
            text,
            serving_config=DOCS,
            answer_generation_spec={"include_citations": True},
            grounding_spec={"include_grounding_supports": True},
        ).answer
        spans = [(one.start_index, one.end_index) for one in shown.grounding_supports]
        assert spans == [(one.start_index, one.end_index) for one in shown.citations]
    encoded = shown.answer_text.encode()
    assert shown.citations
    end = 0
    for citation in shown.citations:
        assert citation.start_index >= end
        assert encoded[end : citation.start_index].decode().strip() == ""
        sentence = encoded[citation.start_index : citation.end_index].decode()
        assert sentence == sentence.strip() != ""
        references = [shown.references[int(one.reference_id)] for one in citation.sources]
        assert any(sentence in one.chunk_info.content for one in references)
        end = citation.end_index
    assert encoded[end:].strip() == b""


def test_offsets_count_bytes_not_characters(http: httpx.Client) -> None:
    shown = over_http(http, JAPANESE, answerGenerationSpec={"includeCitations": True})
    last = shown["citations"][-1]["endIndex"]
    assert last == str(len(shown["answerText"].encode()))
    assert int(last) > len(shown["answerText"])


def test_first_citation_leaves_out_its_start_and_numbers_are_strings(http: httpx.Client) -> None:
    shown = over_http(http, answerGenerationSpec={"includeCitations": True})
    assert "startIndex" not in shown["citations"][0]
    assert shown["citations"][0]["endIndex"] == str(len(ANSWER))
    assert shown["citations"][0]["sources"][0].keys() == {"referenceId"}


def test_grounding_supports_only_when_asked_for(api_v1: Api) -> None:
    plain = answer(api_v1).answer
    assert not plain.grounding_supports
    assert not plain.grounding_score
    shown = answer(api_v1, grounding_spec={"include_grounding_supports": True}).answer
    assert 0.9 <= shown.grounding_score <= 1
    for support in shown.grounding_supports:
        assert support.grounding_check_required
        assert 0 <= support.grounding_score <= 1
        assert support.sources


@pytest.mark.parametrize("level", ["FILTERING_LEVEL_LOW", "FILTERING_LEVEL_HIGH"])
def test_grounded_answer_passes_the_filter(api_v1: Api, level: str) -> None:
    shown = answer(api_v1, grounding_spec={"filtering_level": level}).answer
    assert ANSWER in shown.answer_text


def test_recorded_shape_of_an_answer(http: httpx.Client) -> None:
    classes = {"types": ["ADVERSARIAL_QUERY", "NON_ANSWER_SEEKING_QUERY"]}
    shown = over_http(
        http,
        "Is lightning damage covered?",
        config=DOCS,
        answerGenerationSpec={"includeCitations": True},
        queryUnderstandingSpec={"queryClassificationSpec": classes},
    )
    known = recorded("answer_agentspace.json")["answer"]
    page = ".references.chunkInfo.documentMetadata.pageIdentifier"
    ours = {path for path in paths(shown) if ".structData." not in path}
    assert ours | {page} == paths(known)
    assert shown["steps"][0]["description"] == known["steps"][0]["description"]
    scores = [one["chunkInfo"]["relevanceScore"] for one in shown["references"]]
    assert all(score == round(score, 1) for score in scores)


def test_structured_documents_are_references_of_their_own_kind(http: httpx.Client) -> None:
    body = {"query": {"text": "What is the price of the Skylark 3?"}}
    shown = made.post(http, f"{PRODUCTS}:answer", body)["answer"]
    for reference in shown["references"]:
        assert reference.keys() == {"structuredDocumentInfo"}
        info = reference["structuredDocumentInfo"]
        assert info.keys() == {"document", "structData", "title", "uri"}
        assert info["structData"]["title"] == info["title"]
    observed = shown["steps"][0]["actions"][0]["observation"]["searchResults"]
    assert [one["document"] for one in observed] == [
        one["structuredDocumentInfo"]["document"] for one in shown["references"]
    ]
    assert observed[0].keys() == {"document", "uri", "title", "snippetInfo", "structData"}
    assert observed[0]["structData"]["price"] == 329


def test_document_without_data_shows_none(http: httpx.Client, engine: str) -> None:
    shown = over_http(http, config=f"{engine}/servingConfigs/default_search")
    assert "structData" not in shown["references"][0]["chunkInfo"]["documentMetadata"]
    observed = shown["steps"][0]["actions"][0]["observation"]["searchResults"]
    assert observed[0].keys() == {"document", "title", "snippetInfo"}


@pytest.mark.parametrize(("order", "years"), [("year desc", [2024, 2023]), ("year", [2023, 2024])])
def test_order_is_of_results_that_are_relevant(http: httpx.Client, order: str, years: Any) -> None:
    texts = {
        2023: "The harbour ferry costs 4 euros since 2023.",
        2024: "The harbour ferry costs 5 euros since 2024.",
        2025: "Parking costs 9 euros since 2025.",
    }
    documents = [made.document(f"y{year}", text, year=year) for year, text in texts.items()]
    config = f"{made.data_store(http, documents)}/servingConfigs/default_search"
    params = {"searchParams": {"orderBy": order}}
    shown = over_http(http, "How much does the harbour ferry cost?", config, searchSpec=params)
    found = [one["chunkInfo"]["documentMetadata"]["structData"] for one in shown["references"]]
    assert [one["year"] for one in found] == years
    assert texts[years[0]] in shown["answerText"]


@pytest.mark.parametrize("config", [DEMO_CONFIG, PRODUCTS])
def test_structured_data_store_refuses_chunk_mode(api_v1: Api, config: str) -> None:
    mode = api_v1.types.SearchRequest.ContentSearchSpec.SearchResultMode.CHUNKS
    spec = {"search_params": {"search_result_mode": mode}}
    text = r"`content_search_spec\.search_result_mode` must be set to .* structured data store\."
    with pytest.raises(exceptions.BadRequest, match=text):
        answer(api_v1, search_spec=spec, serving_config=config)


def test_a_record_answers_in_words_of_its_own(http: httpx.Client) -> None:
    """Ten texts speak of what this costs; the record has a price."""
    assert "329" in over_http(http, "How much does the Skylark 3 cost?")["answerText"]


def test_engine_answers_from_all_of_its_data_stores(http: httpx.Client) -> None:
    shown = over_http(http, "Skylark 3 weather station price")
    kinds = {kind for reference in shown["references"] for kind in reference}
    assert kinds == {"chunkInfo", "structuredDocumentInfo"}


def test_observation_lists_each_document_once_in_the_order_of_references(
    http: httpx.Client,
) -> None:
    shown = over_http(http, GERMAN)
    infos = [info for reference in shown["references"] for info in reference.values()]
    documents = [info.get("documentMetadata", info)["document"] for info in infos]
    observed = shown["steps"][0]["actions"][0]["observation"]["searchResults"]
    assert [one["document"] for one in observed] == list(dict.fromkeys(documents))
    statuses = {info["snippetStatus"] for one in observed for info in one["snippetInfo"]}
    assert statuses <= {"SUCCESS", "NO_SNIPPET_AVAILABLE"}


def test_chunk_mode_names_chunks(api: Api) -> None:
    mode = api.types.SearchRequest.ContentSearchSpec.SearchResultMode.CHUNKS
    spec = {"search_params": {"search_result_mode": mode}}
    shown = answer(api, search_spec=spec, serving_config=DOCS).answer
    chunks = [reference.chunk_info for reference in shown.references]
    for chunk in chunks:
        assert chunk.chunk.startswith(f"{chunk.document_metadata.document}/chunks/c")
    observed = shown.steps[0].actions[0].observation.search_results
    assert [one.chunk_info[0].chunk for one in observed] == [chunk.chunk for chunk in chunks]
    assert [one.chunk_info[0].content for one in observed] == [one.content for one in chunks]
    assert not any(one.snippet_info for one in observed)


@pytest.mark.parametrize(("asked", "shown"), [(0, 10), (1, 1), (3, 3)])
def test_max_return_results_bounds_the_references(api: Api, asked: int, shown: int) -> None:
    spec = {"search_params": {"max_return_results": asked}}
    assert len(answer(api, search_spec=spec).answer.references) == shown


def test_negative_max_return_results_is_refused(api: Api) -> None:
    with pytest.raises(exceptions.BadRequest, match="max_return_results"):
        answer(api, search_spec={"search_params": {"max_return_results": -1}})
