"""`:generateGroundedContent` through Google's client libraries; v1alpha does not have it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.conftest import DEMO_CONFIG, TRANSPORTS, Api, Server

LOCATION = "projects/demo/locations/global"
FACTS = [
    {
        "fact_text": "The Skylark 3 has a warranty of 36 months. Water damage is not covered.",
        "attributes": {"title": "Warranty", "uri": "https://docs.example.com/warranty"},
    },
    {"fact_text": "The Skylark 2 has a warranty of 24 months."},
    {"fact_text": "Bananas are yellow."},
]
INLINE = {"inline_source": {"grounding_facts": FACTS, "attributes": {"author": "Cymbal"}}}
QUESTION = "How long is the warranty of the Skylark 3?"
ANSWER = "The Skylark 3 has a warranty of 36 months."


@pytest.fixture(params=[(kind, version) for version in ("v1", "v1beta") for kind in TRANSPORTS])
def both(request: pytest.FixtureRequest, server: Server) -> Api:
    """The versions that have the method, over REST and gRPC."""
    return Api(server, *request.param)


@pytest.fixture(scope="module")
def config(http: httpx.Client) -> str:
    """A serving config over two documents."""
    documents = [
        made.document("warranty", made.FACT, line="new", title="Warranty terms"),
        made.document("returns", "Products can be returned within 30 days.", line="old"),
    ]
    return f"{made.engine(http, [made.data_store(http, documents)])}/servingConfigs/default_search"


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "parts": [{"text": text}]}


def model(text: str) -> dict[str, Any]:
    return {"role": "model", "parts": [{"text": text}]}


def asked(text: str = QUESTION, *sources: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "location": LOCATION,
        "contents": [user(text)],
        "grounding_spec": {"grounding_sources": list(sources) or [INLINE]},
        **fields,
    }


def generate(api: Api, request: dict[str, Any]) -> Any:
    client = api.client("GroundedGenerationService")
    (candidate,) = client.generate_grounded_content(request=request).candidates
    return candidate


def text_of(candidate: Any) -> str:
    return "".join(part.text for part in candidate.content.parts)


def test_an_answer_from_facts_of_the_request(both: Api) -> None:
    candidate = generate(both, asked())
    assert candidate.content.role == "model"
    assert text_of(candidate).startswith(ANSWER)
    assert candidate.grounding_score > 0.9
    metadata = candidate.grounding_metadata
    assert [one.source.name for one in metadata.retrieval_metadata] == ["INLINE_CONTENT"]
    support = metadata.grounding_support[0]
    assert support.claim_text == ANSWER
    assert support.support_score > 0.9
    chunk = metadata.support_chunks[support.support_chunk_indices[0]]
    assert (chunk.chunk_text, chunk.source) == (ANSWER, "0")
    assert chunk.source_metadata["author"] == "Cymbal"
    assert (chunk.title, chunk.uri) == ("Warranty", "https://docs.example.com/warranty")
    assert chunk.domain == "docs.example.com"


def test_an_answer_from_a_search(api_v1: Api, config: str) -> None:
    candidate = generate(api_v1, asked(QUESTION, {"search_source": {"serving_config": config}}))
    assert text_of(candidate) == made.FACT
    metadata = candidate.grounding_metadata
    assert [one.source.name for one in metadata.retrieval_metadata] == ["VERTEX_AI_SEARCH"]
    (chunk,) = metadata.support_chunks
    assert chunk.source.endswith("/branches/0/documents/warranty")
    assert chunk.title == chunk.source_metadata["title"] == "Warranty terms"
    assert chunk.source_metadata["document_id"] == "warranty"
    assert all(chunk.source_metadata.values())


def test_a_search_is_filtered(api_v1: Api, config: str) -> None:
    source = {"serving_config": config, "filter": 'line: ANY("old")', "max_result_count": 1}
    candidate = generate(api_v1, asked(QUESTION, {"search_source": source}))
    assert text_of(candidate) == "We do not have a summary for your query."
    assert candidate.grounding_score == 0
    assert not candidate.grounding_metadata.support_chunks


def test_sources_of_both_kinds(api_v1: Api, config: str) -> None:
    search = {"search_source": {"serving_config": config}}
    candidate = generate(api_v1, asked("When can products be returned?", INLINE, search))
    assert text_of(candidate) == "Products can be returned within 30 days."
    kinds = [one.source.name for one in candidate.grounding_metadata.retrieval_metadata]
    assert kinds == ["INLINE_CONTENT", "VERTEX_AI_SEARCH"]


def test_what_a_search_brings_along_must_be_about_the_question(api_v1: Api, config: str) -> None:
    """Facts that all come with the request were chosen by who asks, and need not be."""
    question = "What is the warranty of the lift in the Eiffel tower?"
    search = {"search_source": {"serving_config": config}}
    assert text_of(generate(api_v1, asked(question))).startswith(ANSWER)
    candidate = generate(api_v1, asked(question, INLINE, search))
    assert text_of(candidate) == "We do not have a summary for your query."


def test_a_follow_up_is_read_in_the_light_of_what_was_said(api_v1: Api) -> None:
    contents = [
        user("What is the warranty of the Skylark 3?"),
        model(ANSWER),
        user("And of the Skylark 2?"),
    ]
    candidate = generate(api_v1, asked(contents=contents))
    assert text_of(candidate).startswith("The Skylark 2 has a warranty of 24 months.")


def test_what_instructs_a_model_is_taken(api_v1: Api) -> None:
    spec = {"model_id": "gemini-2.5-flash", "temperature": 0.2, "top_p": 0.8, "top_k": 20}
    instruction = {"parts": [{"text": "Answer like a pirate."}]}
    request = asked(generation_spec=spec, system_instruction=instruction)
    assert text_of(generate(api_v1, request)).startswith(ANSWER)


@pytest.mark.parametrize(("most", "text"), [(9, ANSWER[:-1]), (3, "The Skylark 3")])
def test_no_more_tokens_than_asked_for(api_v1: Api, most: int, text: str) -> None:
    request = asked(generation_spec={"max_output_tokens": most})
    assert text_of(generate(api_v1, request)).rstrip(".") == text


def test_whole_sentences_are_kept_as_far_as_they_fit(api_v1: Api) -> None:
    texts = ("The Rook has two feet.", "The Rook has a grey hood.", "The Rook has a red door.")
    source = {"inline_source": {"grounding_facts": [{"fact_text": text} for text in texts]}}
    whole = text_of(generate(api_v1, asked("What does the Rook have?", source)))
    first, second, _ = whole.split(". ")
    most = len(f"{first} {second}".split()) + 2
    request = asked("What does the Rook have?", source, generation_spec={"max_output_tokens": most})
    assert text_of(generate(api_v1, request)) == f"{first}. {second}."


def test_the_same_call_gives_the_same_bytes(http: httpx.Client) -> None:
    facts = [{"factText": fact["fact_text"]} for fact in FACTS]
    body = {
        "contents": [{"parts": [{"text": QUESTION}]}],
        "groundingSpec": {"groundingSources": [{"inlineSource": {"groundingFacts": facts}}]},
    }
    path = f"/v1/{LOCATION}:generateGroundedContent"
    first, second = (http.post(path, json=body) for _ in range(2))
    assert first.status_code == 200
    assert first.content == second.content


@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_a_stream_of_requests(server: Server, version: str) -> None:
    client = Api(server, "grpc", version).client("GroundedGenerationService")
    fact = {"fact_text": f"{ANSWER} The Skylark 3 warranty with Care is 60 months long."}
    source = {"inline_source": {"grounding_facts": [fact]}}
    parts = list(client.stream_generate_grounded_content(iter([asked(QUESTION, source)])))
    whole = generate(Api(server, "grpc", version), asked(QUESTION, source))
    candidates = [part.candidates[0] for part in parts]
    assert len(candidates) == 2
    assert "".join(map(text_of, candidates)) == text_of(whole)
    assert not candidates[0].grounding_metadata.support_chunks
    assert candidates[-1].grounding_score == whole.grounding_score
    last = candidates[-1].grounding_metadata
    assert [chunk.index for chunk in last.support_chunks] == list(range(len(last.support_chunks)))
    assert last.grounding_support == whole.grounding_metadata.grounding_support


def test_a_stream_answers_each_request_and_refuses_a_bad_one(server: Server) -> None:
    client = Api(server, "grpc", "v1").client("GroundedGenerationService")
    requests = [asked(), asked("What colour are bananas?"), asked(contents=[])]
    parts = client.stream_generate_grounded_content(iter(requests))
    texts = [text_of(next(parts).candidates[0]) for _ in range(2)]
    assert texts == [ANSWER, "Bananas are yellow."]
    with pytest.raises(exceptions.InvalidArgument, match="contents"):
        next(parts)


def test_facts_that_have_nothing_to_do_with_it(api_v1: Api) -> None:
    candidate = generate(api_v1, asked("Who won the football cup?"))
    assert text_of(candidate) == "We do not have a summary for your query."
    assert candidate.grounding_score == 0


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"contents": []}, "contents"),
        ({"contents": [model("Hello.")]}, "the last content must be of the user"),
        ({"contents": [{"role": "bot", "parts": [{"text": "a"}]}]}, r"contents\[0\].role"),
        ({"contents": [{"parts": [{"text": "a"}]}, user("b")]}, r"contents\[0\].role"),
        ({"contents": [user(" ")]}, r"contents\[0\].parts"),
        ({"system_instruction": {"parts": [{"text": ""}]}}, r"system_instruction.parts\[0\]"),
        ({"grounding_spec": {}}, "grounding_sources"),
        ({"grounding_spec": {"grounding_sources": [{}]}}, r"grounding_sources\[0\].source"),
        ({"generation_spec": {"temperature": 2.5}}, "generation_spec.temperature"),
        ({"generation_spec": {"top_p": -0.1}}, "generation_spec.top_p"),
        ({"generation_spec": {"top_k": 0}}, "generation_spec.top_k"),
        ({"generation_spec": {"max_output_tokens": 0}}, "generation_spec.max_output_tokens"),
        ({"user_labels": {"Bad Label": "x"}}, "user_labels"),
    ],
)
def test_what_cannot_be_asked(api_v1: Api, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        generate(api_v1, {**asked(), **fields})


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ({"inline_source": {}}, r"grounding_sources\[0\].inline_source.grounding_facts"),
        ({"inline_source": {"grounding_facts": [{}]}}, r"grounding_facts\[0\].fact_text"),
        ({"search_source": {"max_result_count": 5}}, "search_source.serving_config"),
        (
            {"search_source": {"serving_config": DEMO_CONFIG, "max_result_count": 11}},
            "search_source.max_result_count",
        ),
        ({"search_source": {"serving_config": DEMO_CONFIG, "filter": "("}}, "search_source.filter"),
    ],
)
def test_a_source_that_cannot_be(api_v1: Api, source: dict[str, Any], reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        generate(api_v1, asked(QUESTION, source))


def test_a_serving_config_that_does_not_exist(api_v1: Api) -> None:
    name = DEMO_CONFIG.replace("engines/demo", "engines/absent")
    with pytest.raises(exceptions.NotFound, match="absent"):
        generate(api_v1, asked(QUESTION, {"search_source": {"serving_config": name}}))


@pytest.mark.parametrize("kind", ["google_search_source", "enterprise_web_retrieval_source"])
def test_the_web_is_refused_by_name(api_v1: Api, kind: str) -> None:
    with pytest.raises((exceptions.MethodNotImplemented, exceptions.ServerError), match=kind):
        generate(api_v1, asked(QUESTION, {kind: {}}))
