"""`safetySpec` of answers, through Google's client libraries."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.conftest import Api

QUESTION = "How should explosives be stored in the depot?"
DANGEROUS = "HARM_CATEGORY_DANGEROUS_CONTENT"
HATE = "HARM_CATEGORY_HATE_SPEECH"
BLOCKED = "A summary could not be generated for your search query. Here are some search results."


@pytest.fixture(scope="module")
def config(http: httpx.Client) -> str:
    """A serving config over a document that talks of explosives."""
    text = "Explosives should be stored in the locked depot behind the mine."
    store = made.data_store(http, [made.document("depot", text)])
    return f"{made.engine(http, [store])}/servingConfigs/default_search"


def answer(api: Api, config: str, **spec: Any) -> Any:
    request = {"serving_config": config, "query": {"text": QUESTION}, "safety_spec": spec}
    return api.client("ConversationalSearchService").answer_query(request=request).answer


def setting(category: str, threshold: str) -> dict[str, str]:
    return {"category": category, "threshold": threshold}


def test_enabled_alone_it_blocks_low_and_above(api: Api, config: str) -> None:
    shown = answer(api, config, enable=True)
    assert [reason.name for reason in shown.answer_skipped_reasons] == [
        "POTENTIAL_POLICY_VIOLATION"
    ]
    assert shown.answer_text == BLOCKED
    assert not shown.references
    if api.version == "v1alpha":  # Its client has no ratings.
        return
    ratings = {rating.category.name: rating for rating in shown.safety_ratings}
    assert len(ratings) == 5
    assert [name for name, rating in ratings.items() if rating.blocked] == [DANGEROUS]
    rating = ratings[DANGEROUS]
    assert (rating.probability.name, rating.severity.name) == ("LOW", "HARM_SEVERITY_LOW")
    assert 0 < rating.probability_score < 1
    assert ratings[HATE].probability.name == "NEGLIGIBLE"


def test_a_higher_threshold_lets_it_pass(api_v1: Api, config: str) -> None:
    for threshold in ("BLOCK_MEDIUM_AND_ABOVE", "BLOCK_ONLY_HIGH", "BLOCK_NONE"):
        shown = answer(api_v1, config, enable=True, safety_settings=[setting(DANGEROUS, threshold)])
        assert "locked depot" in shown.answer_text
        assert not shown.answer_skipped_reasons
        (rating,) = shown.safety_ratings
        assert (rating.category.name, rating.blocked) == (DANGEROUS, False)


def test_only_listed_categories_are_rated(api_v1: Api, config: str) -> None:
    settings = [setting(HATE, "BLOCK_LOW_AND_ABOVE")]
    shown = answer(api_v1, config, enable=True, safety_settings=settings)
    assert [rating.category.name for rating in shown.safety_ratings] == [HATE]
    assert not shown.answer_skipped_reasons


def test_off_rates_nothing(api_v1: Api, config: str) -> None:
    shown = answer(api_v1, config, enable=True, safety_settings=[setting(DANGEROUS, "OFF")])
    assert not shown.safety_ratings
    assert not shown.answer_skipped_reasons


def test_settings_count_only_when_it_is_enabled(api_v1: Api, config: str) -> None:
    settings = [setting(DANGEROUS, "BLOCK_LOW_AND_ABOVE")]
    shown = answer(api_v1, config, safety_settings=settings)
    assert not shown.safety_ratings
    assert not shown.answer_skipped_reasons


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ([{"threshold": "OFF"}], r"safety_settings\[0\].category"),
        ([{"category": HATE}], r"safety_settings\[0\].threshold"),
        ([setting(HATE, "OFF"), setting(HATE, "BLOCK_NONE")], r"safety_settings\[1\].category"),
        ([{"category": 99, "threshold": 1}], "99 is not one of its values"),
    ],
)
def test_settings_that_cannot_be(
    api_v1: Api, config: str, settings: list[Any], reason: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        answer(api_v1, config, enable=True, safety_settings=settings)
