"""Questions that are asked of the demo corpus, and answers to them."""

from __future__ import annotations

from typing import Any

import httpx

from tests.clients import made
from tests.conftest import DEMO_CONFIG, Api

QUESTION = "How long is the warranty on the Skylark 3?"
ANSWER = "The Skylark 3 weather station has a warranty of 36 months."
STRANGE = "What is the capital of Mongolia?"
UNRELATED = "How do I bake sourdough bread at home?"
GERMAN = "Wann hat der Laden in Freiburg am Samstag geöffnet?"
JAPANESE = "札幌のオフィスの住所は?"
IGNORED = "A summary could not be generated for your search query. Here are some search results."
NO_ANSWER = "We do not have a summary for your query."


def answer(api: Api, text: str = QUESTION, **fields: Any) -> Any:
    """The response of a real client."""
    request = api.types.AnswerQueryRequest(
        {"serving_config": DEMO_CONFIG, "query": {"text": text}, **fields}
    )
    return api.client("ConversationalSearchService").answer_query(request)


def over_http(
    http: httpx.Client, text: str = QUESTION, config: str = DEMO_CONFIG, **body: Any
) -> Any:
    """The JSON of an answer."""
    return made.post(http, f"{config}:answer", {"query": {"text": text}, **body})["answer"]


def paths(value: Any, prefix: str = "") -> set[str]:
    """The paths of every value in JSON, without places in lists."""
    if isinstance(value, dict):
        return set().union(*(paths(item, f"{prefix}.{key}") for key, item in value.items()))
    if isinstance(value, list):
        return set().union(*(paths(item, prefix) for item in value))
    return {prefix}
