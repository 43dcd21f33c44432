"""A question over every transport and version gets a cited answer from the demo corpus."""

from __future__ import annotations

from tests.conftest import DEMO_CONFIG, DEMO_ENGINE, Api

QUESTION = "How long is the warranty on the Skylark 3?"


def test_answer_in_a_new_session(api: Api) -> None:
    types = api.types
    request = types.AnswerQueryRequest(
        serving_config=DEMO_CONFIG,
        query=types.Query(text=QUESTION),
        session=f"{DEMO_ENGINE}/sessions/-",
        answer_generation_spec={"include_citations": True},
    )
    response = api.client("ConversationalSearchService").answer_query(request)

    answer = response.answer
    assert "36 months" in answer.answer_text
    assert answer.state == types.Answer.State.SUCCEEDED
    first = answer.citations[0]
    text = answer.answer_text.encode()[first.start_index : first.end_index].decode()
    assert text == "The Skylark 3 weather station has a warranty of 36 months."
    reference = answer.references[int(first.sources[0].reference_id)]
    assert text in reference.chunk_info.content
    assert answer.steps[0].actions[0].search_action.query == QUESTION

    stored = api.client("ConversationalSearchService").get_session(
        request={"name": response.session.name, "include_answer_details": True}
    )
    assert [turn.query.text for turn in stored.turns] == [QUESTION]
    assert stored.turns[0].detailed_answer.answer_text == answer.answer_text


def test_streamed_parts_make_the_whole_text(api_v1: Api) -> None:
    types = api_v1.types
    request = types.AnswerQueryRequest(serving_config=DEMO_CONFIG, query=types.Query(text=QUESTION))
    parts = list(api_v1.client("ConversationalSearchService").stream_answer_query(request))

    *streamed, last = (part.answer for part in parts)
    assert all(part.state == types.Answer.State.STREAMING for part in streamed)
    assert last.state == types.Answer.State.SUCCEEDED
    assert "".join(part.answer_text for part in streamed) == last.answer_text
    assert streamed[0].steps
    assert len(streamed[1].references) == len(last.references) > 0


def test_search_pages_do_not_overlap(api: Api) -> None:
    types = api.types
    request = types.SearchRequest(serving_config=DEMO_CONFIG, query="Skylark", page_size=5)
    pages = api.client("SearchService").search(request).pages
    first, second = next(pages), next(pages)

    ids = [result.document.name for page in (first, second) for result in page.results]
    assert len(ids) == len(set(ids)) == 10
    assert first.total_size == second.total_size > 10
