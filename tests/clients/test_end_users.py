"""`endUserSpec`: what a request tells of the user who asks."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.conftest import DEMO_CONFIG, Api

QUESTION = "When does the shop open?"


@pytest.fixture(scope="module")
def config(http: httpx.Client) -> str:
    """Of a data store about two shops that are much alike."""
    store = made.data_store(
        http,
        [
            made.document("one", "The shop in Freiburg opens at 9 in the morning.", title="Shops"),
            made.document("two", "The shop in Basel opens at 10 in the morning.", title="Shops"),
        ],
    )
    return f"{store}/servingConfigs/default_search"


def answer(api: Api, config: str, *about: Any) -> Any:
    metadata = [{"chunk_info": one} for one in about]
    request = {
        "serving_config": config,
        "query": {"text": QUESTION},
        "end_user_spec": {"end_user_metadata": metadata},
    }
    return api.client("ConversationalSearchService").answer_query(request=request).answer


def test_answer_begins_with_what_concerns_the_user(api_v1: Api, config: str) -> None:
    for city, opens in (("Basel", "at 10"), ("Freiburg", "at 9")):
        about = {"content": f"The user lives in {city}."}
        first = answer(api_v1, config, about).answer_text.partition(".")[0]
        assert city in first
        assert opens in first
        titled = {"content": "Home of the user.", "document_metadata": {"title": city}}
        assert city in answer(api_v1, config, titled).answer_text.partition(".")[0]


def test_references_stay_as_they_were_found(rpc: Api, config: str) -> None:
    plain, told = answer(rpc, config), answer(rpc, config, {"content": "Basel"})
    assert plain.references == told.references
    assert plain.steps == told.steps


def test_user_of_whom_nothing_is_known_gets_the_plain_answer(rpc: Api) -> None:
    assert answer(rpc, DEMO_CONFIG) == answer(rpc, DEMO_CONFIG, {"content": "Qwertz."})


@pytest.mark.parametrize("content", ["", "  ", "ü" * 8001])
def test_empty_and_long_texts_are_refused(api_v1: Api, content: str) -> None:
    assert answer(api_v1, DEMO_CONFIG, {"content": "ü" * 8000})
    with pytest.raises(exceptions.BadRequest, match=r"end_user_metadata\[1\].*content"):
        answer(api_v1, DEMO_CONFIG, {"content": "Basel"}, {"content": content})
