"""`:search` in a session, and the answer that is made of what it found."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.doors import ANSWER, DOORS, SEARCH
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, SHARED_DATA, Api, Server

FIRST = "What is the range of the Skylark 3?"
FOLLOW_UP = "How long is its warranty?"
AUTO = f"{DEMO_ENGINE}/sessions/-"


def search(api: Api, query: str = FIRST, session: str = AUTO, **fields: Any) -> Any:
    """The response of a real client."""
    request = {"serving_config": DEMO_CONFIG, "query": query, "session": session, **fields}
    return next(iter(api.client("SearchService").search(request=request).pages))


def answer(api: Api, text: str, info: Any, **fields: Any) -> Any:
    """The answer to the question of a search's session info."""
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": text, "query_id": info.query_id},
        "session": info.name,
        **fields,
    }
    return api.client("ConversationalSearchService").answer_query(request=request)


def session(api: Api, name: str) -> Any:
    return api.client("SessionService").get_session(name=name)


def ids(response: Any) -> list[str]:
    return [result.document.id for result in response.results]


def test_dash_makes_a_session_with_a_turn_that_has_no_answer(api: Api) -> None:
    info = search(api, user_pseudo_id="visitor").session_info
    location, _, number = info.query_id.rpartition("/questions/")
    assert info.name.startswith(f"{location}/collections/default_collection/engines/demo/sessions/")
    assert number.isdecimal()
    stored = session(api, info.name)
    assert (stored.display_name, stored.user_pseudo_id) == (FIRST, "visitor")
    assert [(turn.query.query_id, turn.answer) for turn in stored.turns] == [(info.query_id, "")]


def test_recorded_shape_of_session_info(http: httpx.Client) -> None:
    if not (SHARED_DATA / "recorded" / "search_session_2025_conference.json").exists():
        pytest.skip("the recorded search is missing")
    body = {"query": FIRST, "session": AUTO}
    info = made.post(http, f"{DEMO_CONFIG}:search", body)["sessionInfo"]
    assert info.keys() == {"name", "queryId"}


def test_search_without_a_session_has_no_session_info(http: httpx.Client) -> None:
    assert "sessionInfo" not in made.post(http, f"{DEMO_CONFIG}:search", {"query": FIRST})


def test_earlier_searches_are_what_a_query_refers_to(api_v1: Api) -> None:
    info = search(api_v1).session_info
    followed = search(api_v1, FOLLOW_UP, info.name)
    assert ids(followed) == ids(search(api_v1, "How long is Skylark 3's warranty?"))
    assert ids(followed) != ids(search(api_v1, FOLLOW_UP))
    turns = session(api_v1, info.name).turns
    assert [turn.query.text for turn in turns] == [FIRST, FOLLOW_UP]
    assert followed.session_info.query_id == turns[1].query.query_id


def test_pinned_results_are_of_the_session_too(http: httpx.Client) -> None:
    """What was spoken of before raises results; the best is the same with it and without."""
    texts = {
        "best": "How long does charging take? Charging the kettle takes long.",
        "cup": "Charging takes an hour with the cup.",
        "own": "Charging takes an hour with the kettle.",
        "tea": "A charger is not needed for tea.",
    }
    records = [made.record(name, title=name, text=text) for name, text in texts.items()]
    store = made.data_store(http, records, contentConfig="NO_CONTENT")
    path = f"{store}/servingConfigs/default_search:search"
    expansion = {"condition": "AUTO", "pinUnexpandedResults": True}
    asked = {"query": "How long does charging take?", "queryExpansionSpec": expansion}

    def found(**fields: str) -> list[str]:
        response = made.post(http, path, {**asked, **fields})
        assert response["queryExpansionInfo"]["pinnedResultCount"] == "3"
        return [one["id"] for one in response["results"]]

    first = {"query": "How is the kettle cleaned?", "session": f"{store}/sessions/-"}
    session = made.post(http, path, first)["sessionInfo"]["name"]
    assert found() == ["best", "cup", "own", "tea"]
    assert found(session=session) == ["best", "own", "cup", "tea"]


def test_query_that_starts_anew_is_left_as_it_is(rpc: Api) -> None:
    info = search(rpc).session_info
    assert ids(search(rpc, "When is payday?", info.name)) == ids(search(rpc, "When is payday?"))


def test_answers_and_searches_share_their_session(rpc: Api) -> None:
    client = rpc.client("ConversationalSearchService")
    asked = {"serving_config": DEMO_CONFIG, "query": {"text": FIRST}, "session": AUTO}
    name = client.answer_query(request=asked).session.name
    assert ids(search(rpc, FOLLOW_UP, name)) == ids(
        search(rpc, "How long is Skylark 3's warranty?")
    )


def test_answer_is_made_of_what_the_search_found(api: Api) -> None:
    found = search(api, "Skylark 3 warranty", page_size=3)
    response = answer(api, "How long is the warranty on the Skylark 3?", found.session_info)
    assert "36 months" in response.answer.answer_text
    documents = {
        one.chunk_info.document_metadata.document or one.structured_document_info.document
        for one in response.answer.references
    }
    assert len(response.answer.references) == 3
    assert documents == {result.document.name for result in found.results}
    (turn,) = response.session.turns
    assert turn.query.query_id == found.session_info.query_id
    assert turn.answer == response.answer.name
    assert session(api, response.session.name) == response.session


@pytest.mark.parametrize("door", DOORS)
def test_pairs_at_every_door(server: Server, door: str) -> None:
    call = DOORS[door](server)
    query = "Skylark 3 warranty"
    found = call(
        SEARCH, {"servingConfig": DEMO_CONFIG, "query": query, "session": AUTO, "pageSize": 3}
    )
    info = found["sessionInfo"]
    asked = {"text": "How long is the warranty on the Skylark 3?", "queryId": info["queryId"]}
    arguments = {"servingConfig": DEMO_CONFIG, "query": asked, "session": info["name"]}
    response = call(ANSWER, arguments)
    assert "36 months" in response["answer"]["answerText"]
    assert len(response["answer"]["references"]) == 3
    (turn,) = response["session"]["turns"]
    assert turn["query"] == {"queryId": info["queryId"], "text": query}


def test_an_answer_reads_all_of_the_documents_that_were_found(http: httpx.Client) -> None:
    """They are found by their last chunk, and what is asked stands in the first."""
    said = "The warranty of the grinder covers parts for 24 months."
    text = f"{said}\n\n{'A sentence about nothing. ' * 160}\n\nThere are forty settings."
    store = made.data_store(http, [made.document("manual", text)])
    path = f"{store}/servingConfigs/default_search"
    body = {"query": "forty settings", "session": f"{store}/sessions/-"}
    info = made.post(http, f"{path}:search", body)["sessionInfo"]
    query = {"text": "How long is the warranty?", "queryId": info["queryId"]}
    response = made.post(http, f"{path}:answer", {"query": query, "session": info["name"]})
    assert response["answer"]["answerText"] == said
    assert len(response["answer"]["references"]) == 1


def test_answer_sees_the_filter_of_the_search(rpc: Api) -> None:
    config = f"{DEMO}/dataStores/demo-products/servingConfigs/default_search"
    parent = f"{DEMO}/dataStores/demo-products"
    found = search(
        rpc,
        "price",
        f"{parent}/sessions/-",
        serving_config=config,
        filter='sku: ANY("SKY-200", "SKY-300")',
    )
    assert found.results
    response = answer(rpc, "What is the price?", found.session_info, serving_config=config)
    shown = {one.structured_document_info.document for one in response.answer.references}
    assert shown == {result.document.name for result in found.results}


def test_only_so_many_results_are_kept(rpc: Api) -> None:
    spec = {"search_result_persistence_count": 2}
    found = search(rpc, "Skylark 3 warranty", session_spec=spec)
    response = answer(rpc, "How long is the warranty on the Skylark 3?", found.session_info)
    assert len(response.answer.references) == 2
    none = search(rpc, "Skylark 3 warranty", session_spec={"search_result_persistence_count": 0})
    reasons = answer(rpc, "How long is the warranty?", none.session_info).answer
    assert [one.name for one in reasons.answer_skipped_reasons] == ["OUT_OF_DOMAIN_QUERY_IGNORED"]


def test_another_search_takes_the_place_of_what_was_found(rpc: Api) -> None:
    info = search(rpc, "Freiburg shop").session_info
    spec = {"query_id": info.query_id}
    again = search(rpc, "Skylark 3 warranty", info.name, session_spec=spec)
    assert again.session_info == info
    response = answer(rpc, "How long is the warranty on the Skylark 3?", info)
    assert "36 months" in response.answer.answer_text
    assert len(response.session.turns) == 1


def test_chunks_are_kept_too(rpc: Api) -> None:
    mode = rpc.types.SearchRequest.ContentSearchSpec.SearchResultMode.CHUNKS
    store = f"{DEMO}/dataStores/demo-docs"
    config = f"{store}/servingConfigs/default_search"
    found = search(
        rpc,
        "Skylark 3 warranty",
        f"{store}/sessions/-",
        serving_config=config,
        page_size=4,
        content_search_spec={"search_result_mode": mode},
        session_spec={"search_result_persistence_count": 50},
    )
    params = {"search_params": {"search_result_mode": mode}}
    response = answer(
        rpc, "How long is it?", found.session_info, serving_config=config, search_spec=params
    )
    names = {one.chunk_info.chunk for one in response.answer.references}
    assert names == {result.chunk.name for result in found.results}


def test_deleted_documents_are_left_out(http: httpx.Client, rpc: Api) -> None:
    store = made.data_store(
        http,
        [made.document("one", made.FACT), made.document("two", "The warranty has a form.")],
    )
    config = f"{store}/servingConfigs/default_search"
    found = search(rpc, "warranty", f"{store}/sessions/-", serving_config=config)
    assert len(found.results) == 2
    http.delete(f"/v1/{store}/branches/0/documents/two").raise_for_status()
    response = answer(rpc, "How long is the warranty?", found.session_info, serving_config=config)
    assert len(response.answer.references) == 1


def test_answer_to_an_earlier_turn_does_not_see_later_ones(rpc: Api) -> None:
    info = search(rpc, FOLLOW_UP).session_info
    search(rpc, FIRST, info.name)
    response = answer(rpc, FOLLOW_UP, info)
    assert response.answer.steps[0].actions[0].search_action.query == FOLLOW_UP
    assert [bool(turn.answer) for turn in response.session.turns] == [True, False]


def test_turn_that_no_search_made_is_searched_for(rpc: Api) -> None:
    sessions = rpc.client("SessionService")
    turns = [{"query": {"text": "Warranty?"}}]
    kept = sessions.create_session(parent=DEMO_ENGINE, session={"turns": turns})
    info = rpc.types.SearchResponse.SessionInfo(
        name=kept.name, query_id=kept.turns[0].query.query_id
    )
    response = answer(rpc, "How long is the warranty on the Skylark 3?", info)
    assert "36 months" in response.answer.answer_text
    assert [turn.answer for turn in response.session.turns] == [response.answer.name]


def test_further_pages_are_of_the_first_ones_turn(api_v1: Api) -> None:
    info = search(api_v1).session_info
    client = api_v1.client("SearchService")
    request = {
        "serving_config": DEMO_CONFIG,
        "query": FOLLOW_UP,
        "session": info.name,
        "page_size": 3,
    }
    pages = [page for page, _ in zip(client.search(request=request).pages, range(3), strict=False)]
    assert len({page.session_info.query_id for page in pages}) == 1
    shown = [result.document.id for page in pages for result in page.results]
    assert len(set(shown)) == 9
    assert len(session(api_v1, info.name).turns) == 2


def test_pages_of_an_automatic_session_make_one(http: httpx.Client, rpc: Api) -> None:
    engine = made.engine(
        http, [made.data_store(http, [made.document(f"d{n}", made.FACT) for n in range(6)])]
    )
    request = {
        "serving_config": f"{engine}/servingConfigs/default_search",
        "query": "warranty",
        "session": f"{engine}/sessions/-",
        "page_size": 2,
    }
    pages = list(rpc.client("SearchService").search(request=request).pages)
    assert [len(page.results) for page in pages] == [2, 2, 2]
    assert [bool(page.session_info) for page in pages] == [True, False, False]
    assert len(list(rpc.client("SessionService").list_sessions(parent=engine))) == 1


def test_search_that_begins_further_down_is_a_turn_too(rpc: Api) -> None:
    name = search(rpc).session_info.name
    found = search(rpc, "Skylark 3 warranty", name, offset=3, page_size=2)
    turns = session(rpc, name).turns
    assert turns[1].query.query_id == found.session_info.query_id
    response = answer(rpc, "How long is the warranty?", found.session_info)
    assert len(response.answer.references) == 2


def test_browsing_is_a_turn_like_others(rpc: Api) -> None:
    info = search(rpc).session_info
    assert len(search(rpc, "", info.name).results) > 10
    assert [turn.query.text for turn in session(rpc, info.name).turns] == [FIRST, ""]


# What is refused


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"session": f"{DEMO}/engines/other/sessions/-"}, "session"),
        ({"session": "-"}, "session"),
        ({"session": f"{DEMO_ENGINE}/sessions/"}, "session"),
        (
            {"session": AUTO, "session_spec": {"search_result_persistence_count": 11}},
            "session_spec.search_result_persistence_count",
        ),
        (
            {"session": AUTO, "session_spec": {"search_result_persistence_count": -1}},
            "session_spec.search_result_persistence_count",
        ),
        (
            {"session": AUTO, "session_spec": {"query_id": "projects/1/locations/2/questions/3"}},
            "session_spec.query_id",
        ),
        ({"session": "", "session_spec": {"query_id": "x"}}, "session_spec"),
    ],
)
def test_bad_sessions_are_refused(api_v1: Api, fields: Any, field: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=field):
        search(api_v1, **fields)


def test_unknown_session_is_not_found(api_v1: Api) -> None:
    with pytest.raises(exceptions.NotFound, match=r'Session .*/sessions/7" does not exist'):
        search(api_v1, session=f"{DEMO_ENGINE}/sessions/7")


def test_question_of_another_session_is_refused(api: Api) -> None:
    ours, theirs = search(api).session_info, search(api).session_info
    mixed = api.types.SearchResponse.SessionInfo(name=ours.name, query_id=theirs.query_id)
    with pytest.raises(exceptions.BadRequest, match=r"query\.query_id"):
        answer(api, FIRST, mixed)


def test_question_without_its_session_is_refused(api_v1: Api) -> None:
    info = search(api_v1).session_info
    alone = api_v1.types.SearchResponse.SessionInfo(query_id=info.query_id)
    with pytest.raises(exceptions.BadRequest, match=r"query\.query_id"):
        answer(api_v1, FIRST, alone)


def test_session_deleted_after_the_search_is_not_found(api_v1: Api) -> None:
    info = search(api_v1).session_info
    api_v1.client("SessionService").delete_session(name=info.name)
    with pytest.raises(exceptions.NotFound, match="Session"):
        answer(api_v1, FIRST, info)
