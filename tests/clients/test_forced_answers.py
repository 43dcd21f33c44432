"""Answers that a test prescribes: by a header for one call, by a file for all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.conftest import DEMO_CONFIG, DEMO_ENGINE, Api, Server, start_server
from tests.processes import refusal

QUESTION = "How long is the warranty on the Skylark 3?"
HEADER = "x-emulator-answer"
IGNORED = "A summary could not be generated for your search query. Here are some search results."
NO_ANSWER = "We do not have a summary for your query."
NO_SUMMARY = "We do not have a summary for your query. Here are some search results."
TEXT = "Ärger lohnt nicht. It lasts."
CITED = {
    "answerText": TEXT,
    "citations": [
        {"endIndex": "19", "sources": [{"referenceId": "1"}]},
        {"startIndex": "20", "endIndex": "29", "sources": [{"referenceId": "0"}]},
    ],
}


def header(entry: Any) -> list[tuple[str, str]]:
    return [(HEADER, json.dumps(entry))]


def answer(api: Api, entry: Any, text: str = QUESTION, **fields: Any) -> Any:
    """The response of a real client whose call carries the header."""
    request = {"serving_config": DEMO_CONFIG, "query": {"text": text}, **fields}
    client = api.client("ConversationalSearchService")
    return client.answer_query(request=request, metadata=header(entry))


def over_http(http: httpx.Client, entry: Any, method: str = "answer", **body: Any) -> Any:
    asked = {"query": {"text": QUESTION}} if method != "search" else {"query": QUESTION}
    response = http.post(
        f"/v1/{DEMO_CONFIG}:{method}", json={**asked, **body}, headers=dict(header(entry))
    )
    return response.json()


def test_header_gives_the_text_and_keeps_what_was_found(api: Api) -> None:
    shown = answer(api, {"answerText": "It is forty-two."}).answer
    assert shown.answer_text == "It is forty-two."
    assert shown.state == api.types.Answer.State.SUCCEEDED
    assert len(shown.references) == 10
    assert shown.steps[0].actions[0].search_action.query == QUESTION
    assert not shown.answer_skipped_reasons


def test_reasons_of_the_api_can_all_be_had(rest: Api, http: httpx.Client) -> None:
    for reason in list(rest.types.Answer.AnswerSkippedReason)[1:]:
        shown = over_http(http, {"answerSkippedReasons": [reason.name]})["answer"]
        assert shown["answerSkippedReasons"] == [reason.name]
        assert shown["answerText"] in (IGNORED, NO_ANSWER)
        assert shown["state"] == "SUCCEEDED"
        assert shown["steps"]
        assert "references" not in shown


def test_several_reasons_and_a_text_of_its_own(rpc: Api) -> None:
    reasons = ["POTENTIAL_POLICY_VIOLATION", "UNHELPFUL_ANSWER"]
    shown = answer(rpc, {"answerSkippedReasons": reasons, "answerText": "No."}).answer
    assert [one.name for one in shown.answer_skipped_reasons] == reasons
    assert shown.answer_text == "No."


def test_citations_and_what_else_a_spec_turns_on_wait_for_it(rpc: Api) -> None:
    entry = {**CITED, "relatedQuestions": ["Why?"], "groundingScore": 0.25}
    plain = answer(rpc, entry).answer
    assert not plain.citations
    assert not plain.related_questions
    assert "grounding_score" not in plain
    shown = answer(
        rpc,
        entry,
        answer_generation_spec={"include_citations": True},
        grounding_spec={"include_grounding_supports": True},
    ).answer
    cited = [(one.start_index, one.end_index) for one in shown.citations]
    assert cited == [(0, 19), (20, 29)]
    assert [one.sources[0].reference_id for one in shown.citations] == ["1", "0"]
    assert shown.grounding_score == 0.25


def test_text_is_checked_against_what_was_found(rpc: Api) -> None:
    spec = {"include_grounding_supports": True}
    text = "The Skylark 3 has a warranty of 36 months. The Skylark 3 has a warranty of 99 months."
    shown = answer(rpc, {"answerText": text}, grounding_spec=spec).answer
    true, false = shown.grounding_supports
    assert true.grounding_score >= 0.6
    source = shown.references[int(true.sources[0].reference_id)]
    assert "36 months" in source.chunk_info.content
    assert false.grounding_score < 0.5
    assert not false.sources
    assert false.grounding_score < shown.grounding_score < true.grounding_score
    failed = answer(rpc, {"answerText": text, "state": "FAILED"}, grounding_spec=spec).answer
    assert not failed.grounding_supports


def test_sentences_without_a_citation_are_checked_too(rpc: Api) -> None:
    first = "The Skylark 3 has a warranty of 36 months."
    text = f"{first} It is made of cheese."
    cited = {"endIndex": len(first), "sources": [{"referenceId": "0"}]}
    spec = {"include_grounding_supports": True}
    shown = answer(rpc, {"answerText": text, "citations": [cited]}, grounding_spec=spec).answer
    assert [one.end_index for one in shown.grounding_supports] == [len(first), len(text)]


def test_references_may_be_prescribed_too(rpc: Api) -> None:
    reference = {"chunkInfo": {"content": "So it is.", "documentMetadata": {"title": "A page"}}}
    shown = answer(rpc, {**CITED, "references": [reference, reference]}).answer
    assert [one.chunk_info.content for one in shown.references] == ["So it is.", "So it is."]


def test_failed_answer_is_kept_in_its_session(rpc: Api) -> None:
    response = answer(rpc, {"state": "FAILED"}, session=f"{DEMO_ENGINE}/sessions/-")
    kept = rpc.client("ConversationalSearchService").get_answer(name=response.answer.name)
    assert kept.state == rpc.types.Answer.State.FAILED
    assert not kept.answer_text
    assert not kept.references


def test_question_of_an_entry_must_occur_in_that_of_the_call(http: httpx.Client) -> None:
    entries = [
        {"question": "WEIGH", "answerText": "One."},
        {"question": "warr[a-z]+ty ON", "answerText": "Two."},
        {"answerText": "Three."},
    ]
    assert over_http(http, entries)["answer"]["answerText"] == "Two."
    other = over_http(http, entries, query={"text": "Who are you?"})
    assert other["answer"]["answerText"] == "Three."
    assert over_http(http, entries[:1])["answer"]["answerText"].startswith("The Skylark 3")


def test_stream_gives_it_sentence_by_sentence(api_v1: Api) -> None:
    client = api_v1.client("ConversationalSearchService")
    request = {"serving_config": DEMO_CONFIG, "query": {"text": QUESTION}}
    parts = client.stream_answer_query(request=request, metadata=header({"answerText": TEXT}))
    texts = [part.answer.answer_text for part in parts if part.answer.answer_text]
    assert texts == ["Ärger lohnt nicht.", " It lasts.", TEXT]


@pytest.mark.parametrize("state", ["FAILED", "IN_PROGRESS"])
def test_stream_of_an_answer_without_text_has_no_part_for_it(rpc: Api, state: str) -> None:
    client = rpc.client("ConversationalSearchService")
    request = {"serving_config": DEMO_CONFIG, "query": {"text": QUESTION}}
    steps, last = client.stream_answer_query(request=request, metadata=header({"state": state}))
    assert steps.answer.steps
    assert last.answer.state.name == state
    assert not last.answer.answer_text


def test_summary_of_a_search_has_its_markers(api_v1: Api) -> None:
    response = api_v1.client("SearchService").search(
        request={
            "serving_config": DEMO_CONFIG,
            "query": QUESTION,
            "content_search_spec": {"summary_spec": {"include_citations": True}},
        },
        metadata=header(CITED),
    )
    assert response.summary.summary_text == "Ärger lohnt nicht. [2] It lasts. [1]"
    metadata = response.summary.summary_with_metadata
    assert metadata.summary == TEXT
    assert len(metadata.references) == 5
    first = metadata.citation_metadata.citations[0]
    assert (first.end_index, first.sources[0].reference_index) == (19, 1)


@pytest.mark.parametrize("state", ["FAILED", "IN_PROGRESS"])
def test_summary_of_an_answer_without_text_is_empty(http: httpx.Client, state: str) -> None:
    spec = {"summarySpec": {}}
    found = over_http(http, {"state": state}, "search", contentSearchSpec=spec)
    assert found["results"]
    assert found["summary"] == {}


def test_references_of_a_summary_are_those_prescribed(http: httpx.Client) -> None:
    about = {"title": "A page", "uri": "https://a.test", "document": "d"}
    entry = {"answerText": "Yes.", "references": [{"chunkInfo": {"documentMetadata": about}}]}
    found = over_http(http, entry, "search", contentSearchSpec={"summarySpec": {}})
    assert found["summary"]["summaryWithMetadata"]["references"] == [about]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"answerSkippedReasons": ["JAIL_BREAKING_QUERY_IGNORED"]}, "JAIL_BREAKING_QUERY_IGNORED"),
        (
            {"answerSkippedReasons": ["NON_ANSWER_SEEKING_QUERY_IGNORED"]},
            "NON_SUMMARY_SEEKING_QUERY_IGNORED",
        ),
        ({"answerSkippedReasons": ["LOW_GROUNDED_ANSWER"]}, "NO_RELEVANT_CONTENT"),
        ({"answerText": "Too late.", "summarySkippedReasons": ["TIME_OUT"]}, "TIME_OUT"),
        ({"summarySkippedReasons": ["LLM_ADDON_NOT_ENABLED"]}, "LLM_ADDON_NOT_ENABLED"),
    ],
)
def test_reasons_of_summaries(http: httpx.Client, entry: Any, reason: str) -> None:
    found = over_http(http, entry, "search", contentSearchSpec={"summarySpec": {}})
    assert found["summary"] == {
        "summaryText": entry.get("answerText", NO_SUMMARY),
        "summarySkippedReasons": [reason],
    }
    assert found["results"]


def test_what_is_for_summaries_only_leaves_answers_alone(http: httpx.Client) -> None:
    entry = {"summarySkippedReasons": ["TIME_OUT"]}
    found = over_http(http, entry, "answer")["answer"]
    assert found["answerText"].startswith("The Skylark 3")


def test_every_reason_for_an_answer_is_one_for_a_summary(rest: Api, http: httpx.Client) -> None:
    for reason in list(rest.types.Answer.AnswerSkippedReason)[1:]:
        entry = {"answerSkippedReasons": [reason.name]}
        found = over_http(http, entry, "search", contentSearchSpec={"summarySpec": {}})
        assert found["summary"]["summarySkippedReasons"]


def test_reply_of_a_conversation(api_v1: Api) -> None:
    response = api_v1.client("ConversationalSearchService").converse_conversation(
        request={
            "name": f"{DEMO_ENGINE}/conversations/-",
            "query": {"input": QUESTION},
            "summary_spec": {},
        },
        metadata=header({"answerText": "So be it."}),
    )
    assert response.reply.summary.summary_text == "So be it."
    assert response.conversation.messages[1].reply.summary.summary_text == "So be it."


def test_tools_of_mcp_take_the_header(http: httpx.Client) -> None:
    arguments = {"servingConfig": DEMO_CONFIG, "query": {"text": QUESTION}}
    call = {"name": "conversational_search", "arguments": arguments}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = dict(header({"answerText": "From a tool."}))
    result = http.post("/mcp", json=body, headers=headers).json()["result"]
    assert result["structuredContent"]["answer"]["answerText"] == "From a tool."


def test_next_call_is_answered_as_ever(http: httpx.Client) -> None:
    over_http(http, {"answerText": "Once."})
    shown = made.post(http, f"{DEMO_CONFIG}:answer", {"query": {"text": QUESTION}})["answer"]
    assert shown["answerText"].startswith("The Skylark 3")


# What cannot be prescribed

MISTAKES: list[tuple[Any, str]] = [
    ("no JSON", "it is not JSON"),
    ('"text"', "in answer 1, it is not an object"),
    ("[]{}", "it is not JSON"),
    ("{}", "there is none of `answerText`, `answerSkippedReasons`, `summarySkippedReasons`"),
    ('[{"answerText": "A"}, 3]', "in answer 2, it is not an object"),
    ('{"text": "A"}', 'Unknown name "text"'),
    ('{"answerText": 3}', "answer_text"),
    ('{"answerSkippedReasons": ["NEVER"]}', "NEVER"),
    ('{"answerSkippedReasons": [0]}', "none of `answerSkippedReasons`"),
    ('{"answerSkippedReasons": [99]}', "none of `answerSkippedReasons`"),
    ('{"answerText": "A", "summarySkippedReasons": ["LATE"]}', "summarySkippedReasons"),
    ('{"answerText": "A", "state": "STREAMING"}', "neither SUCCEEDED, FAILED nor IN_PROGRESS"),
    ('{"answerText": "A", "state": -1}', "-1 is not one of its values"),
    ('{"steps": [{"state": 99}], "answerText": "A"}', "99 is not one of its values"),
    ('{"answerText": "A", "name": "x"}', "`name` is not for you to say"),
    ('{"answerText": "A", "question": "("}', "no regular expression"),
    ('{"answerText": "A", "question": 3}', "not a string"),
    ('{"answerText": "A", "citations": [{"endIndex": 2}]}', "no part of `answerText`"),
    ('{"answerText": "A", "citations": [{"startIndex": 1, "endIndex": 1}]}', "no part"),
    ('{"answerText": "\\u00e4", "citations": [{"endIndex": 1}]}', "no part of `answerText`"),
    (
        '{"answerText": "A", "citations": [{"endIndex": 1, "sources": [{"referenceId": "x"}]}]}',
        "no number",
    ),
]


@pytest.mark.parametrize(("text", "reason"), MISTAKES)
def test_bad_header_is_refused(http: httpx.Client, text: str, reason: str) -> None:
    body = {"query": {"text": QUESTION}}
    response = http.post(f"/v1/{DEMO_CONFIG}:answer", json=body, headers={HEADER: text})
    error = response.json()["error"]
    assert (response.status_code, error["status"]) == (400, "INVALID_ARGUMENT")
    assert error["details"][0]["fieldViolations"][0]["field"] == HEADER
    assert reason in error["message"]


def test_bad_metadata_is_refused(rpc: Api) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=HEADER):
        answer(rpc, {"answer": "A"})


def test_citation_of_what_was_not_found_is_refused(rpc: Api) -> None:
    params = {"search_params": {"max_return_results": 1}}
    with pytest.raises(exceptions.FailedPrecondition, match="cites reference 1"):
        answer(rpc, CITED, search_spec=params)


# By a file


@pytest.fixture(scope="module")
def prescribed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An emulator with a file of answers."""
    file = tmp_path_factory.mktemp("answers") / "answers.json"
    entries = [
        {"question": "refund|money back", "answerText": "Ja, für dreißig Tage."},
        {"question": "salary", "answerSkippedReasons": ["CUSTOMER_POLICY_VIOLATION"]},
    ]
    file.write_text(json.dumps(entries, ensure_ascii=False), "utf-8")
    running = start_server("--ephemeral", "--answers", str(file))
    yield running
    running.stop()


@pytest.mark.parametrize("transport", ["rest", "grpc"])
def test_file_holds_for_all_calls_until_a_header_says_otherwise(
    prescribed: Server, transport: str
) -> None:
    api = Api(prescribed, transport, "v1")
    client = api.client("ConversationalSearchService")

    def shown(text: str, **options: Any) -> Any:
        request = {"serving_config": DEMO_CONFIG, "query": {"text": text}}
        return client.answer_query(request=request, **options).answer

    assert shown("Do I get my MONEY back?").answer_text == "Ja, für dreißig Tage."
    reasons = api.types.Answer.AnswerSkippedReason
    violation = [reasons.CUSTOMER_POLICY_VIOLATION]
    assert list(shown("What is the boss's salary?").answer_skipped_reasons) == violation
    assert shown(QUESTION).answer_text.startswith("The Skylark 3")
    other = shown("A refund?", metadata=header({"answerText": "No."}))
    assert other.answer_text == "No."


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"{", "it is not JSON"), (b'[{"answerText": "A"}, {}]', "in answer 2, there is none")],
)
def test_bad_file_stops_the_start(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "answers.json").write_bytes(content)
    code, errors = refusal(tmp_path, "--ephemeral", "--answers", "answers.json")
    assert code == 1
    assert errors.startswith("discoveryengine-emulator: cannot read the answers of answers.json: ")
    assert reason in errors
    assert errors.count("\n") == 1
