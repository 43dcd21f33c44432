"""Ranking through Google's client libraries; the example is that of the API's documentation."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from tests.conftest import Api

CONFIG = "projects/demo/locations/global/rankingConfigs/default_ranking_config"
RECORDS = [
    {
        "id": "1",
        "title": "Gemini",
        "content": "The Gemini zodiac symbol often depicts two figures standing side by side.",
    },
    {
        "id": "2",
        "title": "Gemini",
        "content": "Gemini is a cutting edge large language model created by Google.",
    },
    {"id": "3", "title": "Bananas", "content": "They are yellow."},
]


def rank(api: Api, **fields: Any) -> list[Any]:
    request = {
        "ranking_config": CONFIG,
        "model": "semantic-ranker-512@latest",
        "query": "What is Google Gemini?",
        "records": RECORDS,
        **fields,
    }
    return list(api.client("RankService").rank(request=request).records)


def test_records_are_ranked(api: Api) -> None:
    found = rank(api)
    assert [record.id for record in found] == ["2", "1", "3"]
    scores = [record.score for record in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)
    assert scores[-1] == pytest.approx(0.0001)
    assert found[0].content == RECORDS[1]["content"]


def test_the_first_ones_without_their_details(api_v1: Api) -> None:
    (found,) = rank(api_v1, top_n=1, ignore_record_details_in_response=True)
    assert (found.id, found.title, found.content) == ("2", "", "")
    assert found.score > 0.5


def test_a_ranking_config_may_have_the_name_that_langchain_gives_it(api_v1: Api) -> None:
    config = CONFIG.replace("default_ranking_config", "default_config")
    assert rank(api_v1, ranking_config=config) == rank(api_v1)


def test_equal_records_stay_in_their_order(api_v1: Api) -> None:
    same = [{"id": str(number), "content": "Gemini"} for number in range(5)]
    assert [record.id for record in rank(api_v1, records=same)] == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"records": []}, "records"),
        ({"query": " "}, "query"),
        ({"records": [{"id": "1"}]}, r"records\[0\]"),
        ({"records": [{"id": "1", "title": "a"}] * 201}, "at most 200"),
        ({"user_labels": {"Bad Label": "x"}}, "user_labels"),
    ],
)
def test_what_cannot_be_ranked(api_v1: Api, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        rank(api_v1, **fields)
