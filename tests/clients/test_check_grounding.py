"""`groundingConfigs:check` through Google's client libraries.

The shape of the response is that of a recorded one: a claim is a sentence with its bytes, a chunk
a sentence of a fact, `source` the index of the fact.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.conftest import Api

CONFIG = "projects/demo/locations/global/groundingConfigs/default_grounding_config"
FACTS = [
    {"fact_text": "Birds can fly.", "attributes": {"source": "nature.txt"}},
    {
        "fact_text": "Titanic is a 1997 American epic romantic disaster movie. It was directed, "
        "written, and co-produced by James Cameron. The movie is about the sinking of the Titanic.",
        "attributes": {"author": "An encyclopedia"},
    },
    {"fact_text": "James Cameron was born in Canada."},
]
DIRECTED = "Titanic was directed by James Cameron."


def check(api: Api, text: str, **fields: Any) -> Any:
    request = {"grounding_config": CONFIG, "answer_candidate": text, "facts": FACTS, **fields}
    return api.client("GroundedGenerationService").check_grounding(request=request)


def test_claims_are_cited(api: Api) -> None:
    found = check(api, DIRECTED)
    (claim,) = found.claims
    assert (claim.start_pos, claim.end_pos, claim.claim_text) == (0, 38, DIRECTED)
    assert claim.grounding_check_required
    assert found.support_score >= 0.6
    (chunk,) = [found.cited_chunks[index] for index in claim.citation_indices]
    assert chunk.source == "1"
    assert "directed, written, and co-produced by James Cameron" in chunk.chunk_text
    assert chunk.chunk_text in FACTS[1]["fact_text"]


def test_a_changed_claim_is_not(api_v1: Api) -> None:
    found = check(api_v1, f"{DIRECTED} Titanic was directed by Steven Spielberg.")
    true, changed = found.claims
    assert true.citation_indices
    assert not changed.citation_indices
    assert 0.3 < found.support_score < 0.6
    assert (changed.start_pos, changed.end_pos) == (39, 80)


def test_scores_of_claims_are_asked_for(api_v1: Api) -> None:
    (without,) = check(api_v1, DIRECTED).claims
    (claim,) = check(api_v1, DIRECTED, grounding_spec={"enable_claim_level_score": True}).claims
    assert "score" not in without
    assert 0.6 <= claim.score <= 1


def test_what_claims_nothing_needs_no_check(api_v1: Api) -> None:
    spec = {"enable_claim_level_score": True}
    found = check(api_v1, f"Here is what I found. {DIRECTED}", grounding_spec=spec)
    phrase, claim = found.claims
    assert not phrase.grounding_check_required
    assert "score" not in phrase
    assert not phrase.citation_indices
    assert found.support_score == pytest.approx(claim.score)


def test_the_threshold_decides_what_is_cited(api_v1: Api) -> None:
    found = {
        threshold: len(
            check(api_v1, DIRECTED, grounding_spec={"citation_threshold": threshold}).cited_chunks
        )
        for threshold in (0.0, 0.6, 1.0)
    }
    assert found == {0.0: 2, 0.6: 1, 1.0: 0}


def test_the_wire_is_as_recorded(http: httpx.Client) -> None:
    body = {"answerCandidate": "Birds can fly.", "facts": [{"factText": "Birds can fly."}]}
    found = http.post(f"/v1/{CONFIG}:check", json=body).json()
    assert found == {
        "supportScore": 1,
        "citedChunks": [{"chunkText": "Birds can fly.", "source": "0"}],
        "claims": [
            {
                "startPos": 0,
                "endPos": 14,
                "claimText": "Birds can fly.",
                "citationIndices": [0],
                "groundingCheckRequired": True,
            }
        ],
    }


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"answer_candidate": " "}, "answer_candidate"),
        ({"answer_candidate": "word " * 4097}, "at most 4096 tokens"),
        ({"answer_candidate": "a" * 50_000}, "at most 4096 tokens"),
        ({"facts": []}, "facts"),
        ({"facts": [{"fact_text": "a"}] * 201}, "at most 200"),
        ({"facts": [{"fact_text": ""}]}, r"facts\[0\].fact_text"),
        ({"facts": [{"fact_text": "a" * 10_001}]}, "at most 10000 characters"),
        ({"grounding_spec": {"citation_threshold": 1.1}}, "citation_threshold"),
        ({"grounding_spec": {"citation_threshold": -0.1}}, "citation_threshold"),
        ({"user_labels": {"Bad Label": "x"}}, "user_labels"),
    ],
)
def test_what_cannot_be_checked(api_v1: Api, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        check(api_v1, DIRECTED, **fields)


def test_there_is_one_grounding_config(api_v1: Api) -> None:
    name = CONFIG.replace("default_grounding_config", "other")
    with pytest.raises(exceptions.NotFound, match=r"GroundingConfig .*other not found"):
        check(api_v1, DIRECTED, grounding_config=name)
