"""`queryRephraserSpec`: how many steps a question is taken apart in, and none at all."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from tests.conftest import DEMO_CONFIG, DEMO_ENGINE, Api

BOTH = "How long is the warranty and what does the Skylark 3 cost?"
WARRANTY = "The Skylark 3 weather station has a warranty of 36 months."


def answer(api: Api, text: str, steps: int, **fields: Any) -> Any:
    """The response of a real client that allows so many steps."""
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": text},
        "query_understanding_spec": {"query_rephraser_spec": {"max_rephrase_steps": steps}},
        "answer_generation_spec": {"include_citations": True},
        **fields,
    }
    return api.client("ConversationalSearchService").answer_query(request=request)


def queries(response: Any) -> list[str]:
    (step,) = response.answer.steps
    return [action.search_action.query for action in step.actions]


def test_each_part_is_searched_for_and_answered(api: Api) -> None:
    response = answer(api, BOTH, 3)
    assert queries(response) == [
        "How long is the warranty for the Skylark 3?",
        "What does the Skylark 3 cost?",
    ]
    shown = response.answer
    assert shown.answer_text.startswith(WARRANTY)
    assert "329" in shown.answer_text
    assert all(action.observation.search_results for action in shown.steps[0].actions)


def test_parts_share_the_sentences_that_are_asked_for(api_v1: Api) -> None:
    spec = {"prompt_spec": {"preamble": "Answer in two sentences."}}
    shown = answer(api_v1, BOTH, 2, answer_generation_spec=spec).answer
    assert shown.answer_text.startswith(WARRANTY)
    assert "329" in shown.answer_text
    assert shown.answer_text.count(". ") == 1


def test_citations_name_the_references_of_both_parts(api_v1: Api) -> None:
    shown = answer(api_v1, BOTH, 2, grounding_spec={"include_grounding_supports": True}).answer
    scores = [one.chunk_info.relevance_score for one in shown.references if one.chunk_info.content]
    assert scores == sorted(scores, reverse=True)
    encoded = shown.answer_text.encode()
    assert len(shown.citations) == len(shown.grounding_supports) >= 2
    for citation in shown.citations:
        sentence = encoded[citation.start_index : citation.end_index].decode()
        best = shown.references[int(citation.sources[0].reference_id)]
        if best.chunk_info.content:
            assert sentence in best.chunk_info.content
        else:
            assert best.structured_document_info.document
    assert shown.grounding_score > 0.9


@pytest.mark.parametrize("steps", [0, 1])
def test_one_step_searches_once(rpc: Api, steps: int) -> None:
    assert queries(answer(rpc, BOTH, steps)) == [BOTH]


def test_no_more_parts_than_steps(rpc: Api) -> None:
    text = "What is the Skylark 3? What is the Rook 2? Where is the office in Freiburg?"
    assert len(queries(answer(rpc, text, 2))) == 2
    assert len(queries(answer(rpc, text, 5))) == 3


def test_simple_question_is_searched_once_whatever_the_steps(rpc: Api) -> None:
    text = "How long is the warranty on the Skylark 3?"
    one, many = answer(rpc, text, 1), answer(rpc, text, 5)
    assert queries(many) == [text]
    assert one.answer == many.answer


def test_disabled_rephraser_takes_nothing_apart(rpc: Api) -> None:
    spec = {"query_rephraser_spec": {"disable": True, "max_rephrase_steps": 5}}
    assert queries(answer(rpc, BOTH, 5, query_understanding_spec=spec)) == [BOTH]


def test_part_that_has_no_answer_leaves_that_of_the_other(rpc: Api) -> None:
    text = "How long is the warranty on the Skylark 3? What is the capital of Mongolia?"
    shown = answer(rpc, text, 2).answer
    assert shown.answer_text.startswith(WARRANTY)
    assert not shown.answer_skipped_reasons
    neither = answer(rpc, "Who is the king of Spain? What is the capital of Mongolia?", 2).answer
    reasons = [one.name for one in neither.answer_skipped_reasons]
    assert reasons == ["OUT_OF_DOMAIN_QUERY_IGNORED"]


def test_session_says_what_both_parts_are_about(rpc: Api) -> None:
    session = answer(
        rpc, "What is the range of the Skylark 3?", 1, session=f"{DEMO_ENGINE}/sessions/-"
    )
    text = "How long is its warranty and what does it cost?"
    response = answer(rpc, text, 2, session=session.session.name)
    assert all("Skylark 3" in query for query in queries(response))
    assert len(queries(response)) == 2
    assert response.session.turns[1].query.text == text


def test_stream_takes_one_step_as_documented(api_v1: Api) -> None:
    client = api_v1.client("ConversationalSearchService")
    spec = {"query_rephraser_spec": {"max_rephrase_steps": 5, "disable": True}}
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": BOTH},
        "query_understanding_spec": spec,
    }
    *_, last = client.stream_answer_query(request=request)
    assert queries(last) == [BOTH]
    spec["query_rephraser_spec"]["max_rephrase_steps"] = 6
    with pytest.raises(exceptions.BadRequest, match="max_rephrase_steps"):
        list(client.stream_answer_query(request=request))
