"""`:answer` in sessions, and the answers it leaves behind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.answering import QUESTION, answer, paths
from tests.clients.recordings import recorded
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api


def test_dash_makes_a_session_named_by_its_question(api: Api, engine: str) -> None:
    response = answer(
        api,
        serving_config=f"{engine}/servingConfigs/default_search",
        session=f"{engine}/sessions/-",
        user_pseudo_id="visitor",
    )
    session = response.session
    assert session.name.partition("/sessions/")[2].isdecimal()
    assert session.display_name == QUESTION
    assert session.user_pseudo_id == "visitor"
    assert session.state == type(session).State.IN_PROGRESS
    assert session.start_time <= session.end_time
    assert [turn.query.text for turn in session.turns] == [QUESTION]
    turn = session.turns[0]
    location = session.name.partition("/collections/")[0]
    prefix, _, number = turn.query.query_id.rpartition("/")
    assert prefix == f"{location}/questions"
    assert number.isdecimal()
    assert turn.answer == response.answer.name
    assert response.answer.name.startswith(f"{session.name}/answers/")
    assert response.answer.name.rpartition("/")[2].isdecimal()
    assert response.answer.create_time <= response.answer.complete_time
    assert api.client("SessionService").get_session(name=session.name) == session


def test_recorded_shape_of_a_session(http: httpx.Client) -> None:
    body = {"query": {"text": QUESTION}, "session": f"{DEMO_ENGINE}/sessions/-"}
    response = made.post(http, f"{DEMO_CONFIG}:answer", body)
    known = recorded("answer_docs_session_followup.json")["response"]
    assert response.keys() == known.keys()
    shape = paths(response["session"])
    assert paths(known["session"]) - {".userPseudoId"} <= shape
    assert shape - paths(known["session"]) == {".displayName"}


def test_turns_accumulate_and_the_session_goes_on(api: Api) -> None:
    sessions = api.client("SessionService")
    session = sessions.create_session(parent=DEMO_ENGINE, session={"user_pseudo_id": "visitor"})
    start, ends = session.start_time, [session.end_time]
    texts = ["What is the range of the Skylark 3?", "How long is its warranty?", QUESTION]
    for count, text in enumerate(texts, start=1):
        session = answer(api, text, session=session.name, user_pseudo_id="other").session
        assert [turn.query.text for turn in session.turns] == texts[:count]
        ends.append(session.end_time)
    assert ends == sorted(set(ends))
    assert session.start_time == start
    assert session.user_pseudo_id == "visitor"
    assert len({turn.answer for turn in session.turns}) == 3
    assert len({turn.query.query_id for turn in session.turns}) == 3
    changed = f'update_time > "{ends[-2].rfc3339()}" AND user_pseudo_id = visitor'
    found = sessions.list_sessions(request={"parent": DEMO_ENGINE, "filter": changed})
    assert session.name in [one.name for one in found]


@pytest.mark.parametrize(
    ("text", "searched"),
    [
        ("What is the pension?", "What is the pension?"),
        ("What is the price?", "What is the price for the Skylark 3?"),
    ],
)
def test_what_is_found_tells_whether_a_question_goes_on(api: Api, text: str, searched: str) -> None:
    first = answer(api, QUESTION, session=f"{DEMO_ENGINE}/sessions/-")
    shown = answer(api, text, session=first.session.name).answer
    assert shown.steps[0].actions[0].search_action.query == searched


def test_earlier_turns_are_what_a_question_refers_to(api: Api) -> None:
    first = answer(api, "What is the range of the Skylark 3?", session=f"{DEMO_ENGINE}/sessions/-")
    second = answer(api, "How long is its warranty?", session=first.session.name).answer
    assert "Skylark 3" in second.steps[0].actions[0].search_action.query
    assert "36 months" in second.answer_text
    alone = answer(api, "How long is its warranty?").answer
    assert alone.steps[0].actions[0].search_action.query == "How long is its warranty?"


def test_a_question_that_names_its_thing_is_answered_as_the_first_would_be(api: Api) -> None:
    asked = "How much does the Skylark 3 cost?"
    session = f"{DEMO_ENGINE}/sessions/-"
    for text in ("What is the warranty on the Rook 2?", "Is lightning damage covered?"):
        session = answer(api, text, session=session).session.name
    in_session, alone = (answer(api, asked, **more).answer for more in ({"session": session}, {}))
    assert in_session.answer_text == alone.answer_text


def test_disabled_rephraser_searches_for_the_words_as_typed(api: Api) -> None:
    first = answer(api, "What is the range of the Skylark 3?", session=f"{DEMO_ENGINE}/sessions/-")
    spec = {"query_rephraser_spec": {"disable": True}}
    text = "How long is its warranty?"
    second = answer(api, text, session=first.session.name, query_understanding_spec=spec)
    assert second.answer.steps[0].actions[0].search_action.query == text


def test_project_may_be_spelled_differently_in_session_and_config(api: Api) -> None:
    session = api.client("SessionService").create_session(parent=DEMO_ENGINE, session={})
    number = session.name.split("/")[1]
    assert number != "demo"
    for project in ("demo", number):
        config = DEMO_CONFIG.replace("projects/demo/", f"projects/{project}/")
        for name in (session.name, session.name.replace(f"/{number}/", "/demo/")):
            assert answer(api, session=name, serving_config=config).session.name == session.name


def test_data_store_has_sessions_of_its_own(api: Api) -> None:
    store = "projects/demo/locations/global/dataStores/demo-docs"
    config = f"{store}/servingConfigs/default_search"
    response = answer(api, serving_config=config, session=f"{store}/sessions/-")
    assert "/collections/default_collection/dataStores/demo-docs/sessions/" in response.session.name


@pytest.mark.parametrize(
    "session",
    [
        f"{DEMO}/engines/other/sessions/-",
        f"{DEMO}/engines/other/sessions/1",
        f"{DEMO}/dataStores/demo-docs/sessions/-",
        f"{DEMO_ENGINE}/conversations/-",
        f"{DEMO_ENGINE}/sessions/1/answers/2",
        f"{DEMO_ENGINE}/sessions/",
        "sessions/-",
        "-",
    ],
)
def test_session_of_another_parent_is_refused(api_v1: Api, session: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="session"):
        answer(api_v1, session=session)


def test_unknown_session_is_not_found(api: Api) -> None:
    with pytest.raises(exceptions.NotFound, match=r'Session .*/sessions/123" does not exist'):
        answer(api, session=f"{DEMO_ENGINE}/sessions/123")


def test_answers_at_once_in_one_session_are_all_kept(rpc: Api) -> None:
    sessions = rpc.client("SessionService")
    name = sessions.create_session(parent=DEMO_ENGINE, session={}).name

    def ask(number: int) -> Any:
        return answer(rpc, f"What is the warranty on the Skylark {number}?", session=name)

    with ThreadPoolExecutor(8) as pool:
        asked = pool.map(ask, range(24))
        sessions.update_session(session={"name": name, "display_name": "kept"})
        answers = {response.answer.name for response in asked}
    session = sessions.get_session(name=name)
    assert {turn.answer for turn in session.turns} == answers
    assert len(session.turns) == 24
    assert session.display_name == "kept"


def test_session_deleted_meanwhile_is_not_found(rpc: Api) -> None:
    sessions = rpc.client("SessionService")
    created = [sessions.create_session(parent=DEMO_ENGINE, session={}).name for _ in range(10)]
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(answer, rpc, session=name) for name in created]
        for name in created:
            sessions.delete_session(name=name)
    failures = {type(one.exception()) for one in asked if one.exception()}
    assert failures <= {exceptions.NotFound}


# Stored answers


def test_get_answer_returns_what_was_answered(api: Api) -> None:
    response = answer(
        api,
        session=f"{DEMO_ENGINE}/sessions/-",
        answer_generation_spec={"include_citations": True},
    )
    client = api.client("ConversationalSearchService")
    assert client.get_answer(name=response.answer.name) == response.answer
    short = response.answer.name.replace(response.answer.name.split("/")[1], "demo", 1)
    assert client.get_answer(name=short) == response.answer


def test_unknown_answer_is_not_found(api: Api) -> None:
    name = f"{DEMO_ENGINE}/sessions/1/answers/2"
    with pytest.raises(exceptions.NotFound, match=r"Answer .*/answers/2 not found"):
        api.client("ConversationalSearchService").get_answer(name=name)
