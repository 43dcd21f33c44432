"""REST, gRPC and MCP give the same answers: one implementation behind three doors."""

from __future__ import annotations

import pytest

from tests.clients.doors import ANSWER, DOORS, LIST_ENGINES, SEARCH, Door
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Server

QUESTION = "How long is the warranty on the Skylark 3?"


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest, server: Server) -> Door:
    return DOORS[request.param](server)


def test_engine_is_listed(door: Door) -> None:
    engines = door(LIST_ENGINES, {"parent": DEMO})["engines"]
    assert "Tindlemoor Instruments" in [
        one.get("commonConfig", {}).get("companyName") for one in engines
    ]


def test_search_finds_the_document(door: Door) -> None:
    found = door(SEARCH, {"servingConfig": DEMO_CONFIG, "query": QUESTION, "pageSize": 3})
    assert found["results"][0]["document"]["id"] == "policy-warranty"
    assert len(found["results"]) == 3


def test_question_gets_a_cited_answer_and_a_stored_turn(door: Door) -> None:
    asked = {
        "servingConfig": DEMO_CONFIG,
        "query": {"text": QUESTION},
        "session": f"{DEMO_ENGINE}/sessions/-",
        "answerGenerationSpec": {"includeCitations": True},
    }
    first = door(ANSWER, asked)
    answer = first["answer"]
    assert "36 months" in answer["answerText"]
    cited = answer["citations"][0]
    assert "startIndex" not in cited  # a default
    text = answer["answerText"].encode()[: int(cited["endIndex"])].decode()
    source = answer["references"][int(cited["sources"][0]["referenceId"])]
    assert text in source["chunkInfo"]["content"]
    assert answer["steps"][0]["actions"][0]["searchAction"]["query"] == QUESTION

    again = door(ANSWER, {**asked, "session": first["session"]["name"]})
    assert [turn["query"]["text"] for turn in again["session"]["turns"]] == [QUESTION] * 2


def test_every_door_gives_the_same_results(server: Server) -> None:
    asked = {"servingConfig": DEMO_CONFIG, "query": "greenhouse humidity", "pageSize": 5}
    rest, *others = (open_door(server)(SEARCH, asked) for open_door in DOORS.values())
    assert rest["results"]
    for other in others:
        assert other["results"] == rest["results"]
        assert other["totalSize"] == rest["totalSize"]
