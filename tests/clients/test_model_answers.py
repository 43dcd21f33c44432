"""Answers that a model writes, through Google's client libraries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.chat_server import ChatServer, chat_server
from tests.conftest import DEMO_CONFIG, Api, Server, start_server

QUESTION = "How many days of paid annual leave do employees have?"
WRITTEN = "Staff enjoy 28 days of paid annual leave each year."


@pytest.fixture(scope="module")
def chat() -> Iterator[ChatServer]:
    """The model."""
    with chat_server() as server:
        yield server


@pytest.fixture(scope="module")
def api(chat: ChatServer) -> Iterator[Api]:
    """v1 over gRPC of an emulator with that model."""
    options = ("--ephemeral", "--model-url", chat.url, "--model-timeout", "60")
    server: Server = start_server(*options)
    yield Api(server, "grpc", "v1")
    server.stop()


@pytest.fixture(autouse=True)
def _written(chat: ChatServer) -> None:
    chat.reply, chat.status, chat.drip = WRITTEN, 200, 0.0


def answer(api: Api, **fields: Any) -> Any:
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": QUESTION},
        "answer_generation_spec": {"include_citations": True},
        "grounding_spec": {"include_grounding_supports": True},
        **fields,
    }
    return api.client("ConversationalSearchService").answer_query(request=request).answer


def test_an_answer_in_its_words(api: Api) -> None:
    shown = answer(api)
    assert shown.answer_text == WRITTEN
    (citation,) = shown.citations
    assert (citation.start_index, citation.end_index) == (0, len(WRITTEN))
    source = shown.references[int(citation.sources[0].reference_id)]
    assert "28 days" in source.chunk_info.content
    (support,) = shown.grounding_supports
    assert support.grounding_check_required
    assert support.grounding_score == pytest.approx(shown.grounding_score)
    assert 0.6 <= shown.grounding_score < 1
    assert len(shown.steps) == 1


def test_what_claims_nothing_needs_no_check(api: Api, chat: ChatServer) -> None:
    chat.reply = f"{WRITTEN} I hope this helps!"
    claim, phrase = answer(api).grounding_supports
    assert claim.grounding_check_required
    assert (phrase.start_index, phrase.end_index) == (len(WRITTEN) + 1, len(chat.reply))
    assert "grounding_check_required" in phrase  # It is said, and over REST shown as `false`.
    assert not phrase.grounding_check_required
    assert "grounding_score" not in phrase
    assert not phrase.sources


def test_an_answer_that_the_documents_do_not_support(api: Api, chat: ChatServer) -> None:
    chat.reply = "Employees have 40 days of paid annual leave."
    for level in ("FILTERING_LEVEL_LOW", "FILTERING_LEVEL_HIGH"):
        shown = answer(api, grounding_spec={"filtering_level": level})
        assert [one.name for one in shown.answer_skipped_reasons] == ["LOW_GROUNDED_ANSWER"]
        assert shown.answer_text == "We do not have a summary for your query."
    shown = answer(api)
    assert shown.answer_text == chat.reply
    assert not shown.citations
    assert shown.grounding_score < 0.5


def test_a_model_that_has_no_answer_is_unhelpful(api: Api, chat: ChatServer) -> None:
    chat.reply = "I'm sorry, but the documents do not mention that."
    shown = answer(api)
    assert [one.name for one in shown.answer_skipped_reasons] == ["UNHELPFUL_ANSWER"]
    assert shown.answer_text == "We do not have a summary for your query."
    assert not shown.references


def test_a_failure_falls_back_and_is_noted_in_the_steps(api: Api, chat: ChatServer) -> None:
    chat.status = 500
    shown = answer(api)
    assert "28 days of paid annual leave" in shown.answer_text
    assert shown.grounding_score > 0.9
    step = shown.steps[-1]
    assert step.state.name == "FAILED"
    assert "status 500" in step.description


def test_a_stream(api: Api) -> None:
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": QUESTION},
        "grounding_spec": {"include_grounding_supports": True},
    }
    client = api.client("ConversationalSearchService")
    parts = [part.answer for part in client.stream_answer_query(request=request)]
    assert "".join(part.answer_text for part in parts[:-1]) == parts[-1].answer_text == WRITTEN
    assert not any(part.grounding_supports for part in parts[:-1])
    assert parts[-1].grounding_supports[0].grounding_score == parts[-1].grounding_score


def test_a_search_summary(api: Api) -> None:
    spec = {"summary_spec": {"summary_result_count": 3, "include_citations": True}}
    request = {"serving_config": DEMO_CONFIG, "query": QUESTION, "content_search_spec": spec}
    summary = api.client("SearchService").search(request=request).summary
    assert summary.summary_text.startswith(WRITTEN)
    assert summary.summary_with_metadata.citation_metadata.citations


def test_a_conversation(api: Api) -> None:
    request = {
        "name": f"{DEMO_CONFIG.rpartition('/servingConfigs/')[0]}/conversations/-",
        "query": {"input": QUESTION},
        "serving_config": DEMO_CONFIG,
        "summary_spec": {"summary_result_count": 3},
    }
    client = api.client("ConversationalSearchService")
    reply = client.converse_conversation(request=request).reply
    assert reply.summary.summary_text == WRITTEN


def test_grounded_content(api: Api, chat: ChatServer) -> None:
    facts = [{"fact_text": "Employees have 28 days of paid annual leave."}]
    request = {
        "location": "projects/demo/locations/global",
        "system_instruction": {"parts": [{"text": "Answer like a pirate."}]},
        "contents": [{"parts": [{"text": QUESTION}]}],
        "grounding_spec": {"grounding_sources": [{"inline_source": {"grounding_facts": facts}}]},
    }
    client = api.client("GroundedGenerationService")
    (candidate,) = client.generate_grounded_content(request=request).candidates
    assert candidate.content.parts[0].text == WRITTEN
    assert candidate.grounding_metadata.support_chunks[0].chunk_text == facts[0]["fact_text"]
    assert "Answer like a pirate." in chat.requests[-1]["messages"][0]["content"]
