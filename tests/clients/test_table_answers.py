"""Questions that a row of a table answers by its figures, through Google's client libraries."""

from __future__ import annotations

import pytest

from tests.clients.stores import Stores, create_document, text_content
from tests.conftest import DEMO_CONFIG, Api

PAGE = """<html><head><title>Our fleet</title></head><body><h1>Our fleet</h1>
<p>All boats carry bicycles. Groups book by telephone.</p>
<table><tr><th>Vessel</th><th>Built</th><th>Top speed</th></tr>
<tr><td>Alba</td><td>1998</td><td>18 knots</td></tr>
<tr><td>Bramble</td><td>2011</td><td>34 knots</td></tr>
<tr><td>Corrie</td><td>2019</td><td>26 knots</td></tr></table>
<h2>Discounts</h2>
<table><tr><th>Group size</th><th>Discount</th></tr>
<tr><td>5 to 19</td><td>5 percent</td></tr>
<tr><td>20 or more</td><td>10 percent</td></tr></table></body></html>"""


@pytest.fixture
def engine(api_v1: Api, stores: Stores) -> str:
    """An engine over a page with two tables."""
    store = stores.content_store(api_v1)
    create_document(api_v1, store, "fleet", content=text_content(PAGE, "text/html"))
    return stores.engine(
        api_v1, store, search_engine_config={"search_tier": "SEARCH_TIER_STANDARD"}
    )


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which vessel is the fastest?", "Vessel: Bramble; Built: 2011; Top speed: 34 knots."),
        ("What is the second newest vessel?", "Vessel: Bramble; Built: 2011; Top speed: 34 knots."),
        ("What discount does a group of 25 get?", "Group size: 20 or more; Discount: 10 percent."),
    ],
)
def test_the_row_is_told_and_cited(api_v1: Api, engine: str, question: str, told: str) -> None:
    response = api_v1.client("ConversationalSearchService").answer_query(
        {
            "serving_config": f"{engine}/servingConfigs/default_search",
            "query": {"text": question},
            "answer_generation_spec": {"include_citations": True},
        }
    )
    assert response.answer.answer_text == told
    [citation] = response.answer.citations
    assert (citation.start_index, citation.end_index) == (0, len(told))
    cited = [response.answer.references[int(one.reference_id)] for one in citation.sources]
    assert "Our fleet" in {one.chunk_info.document_metadata.title for one in cited}


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the warranty on the Skylark 3?", "The Skylark 3 weather station has a warranty"),
        ("What are the error codes?", "Status: 400; Code: invalid_argument"),
    ],
)
def test_no_row_goes_first_that_only_has_the_word_asked_for(
    rest: Api, question: str, told: str
) -> None:
    response = rest.client("ConversationalSearchService").answer_query(
        {"serving_config": DEMO_CONFIG, "query": {"text": question}}
    )
    assert response.answer.answer_text.startswith(told)


def test_a_number_in_no_range_is_no_row(api_v1: Api, engine: str) -> None:
    response = api_v1.client("ConversationalSearchService").answer_query(
        {
            "serving_config": f"{engine}/servingConfigs/default_search",
            "query": {"text": "What discount does a group of 3 get?"},
        }
    )
    assert response.answer.answer_text != "Group size: 5 to 19; Discount: 5 percent."
