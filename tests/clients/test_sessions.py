"""Sessions, through SessionService and through ConversationalSearchService, which share URLs."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import httpx
import pytest
from google.api_core import exceptions
from google.protobuf.field_mask_pb2 import FieldMask

from tests.clients import made
from tests.clients.stores import unique
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, TRANSPORTS, VERSIONS, Api, Server

SERVICES = ("SessionService", "ConversationalSearchService")
QUESTION = "How long is the warranty on the Skylark 3?"


@pytest.fixture(
    params=[
        *(
            ("SessionService", transport, version)
            for transport in TRANSPORTS
            for version in VERSIONS
        ),
        *(("ConversationalSearchService", transport, "v1") for transport in TRANSPORTS),
    ],
    ids="-".join,
)
def client(request: pytest.FixtureRequest, server: Server) -> Any:
    """SessionService everywhere; the other service is the same code behind the same URLs."""
    service, transport, version = request.param
    return Api(server, transport, version).client(service)


@pytest.fixture(scope="module")
def parent(http: httpx.Client) -> str:
    """An engine whose sessions are all of this module."""
    return made.engine(http)


@pytest.fixture
def beta(server: Server) -> Any:
    return Api(server, "rest", "v1beta")


def ids(sessions: Any) -> list[str]:
    return [session.name.rpartition("/")[2] for session in sessions]


# Create and get


def test_created_session_is_stored_as_answered(client: Any) -> None:
    turns = [{"query": {"text": "What is a Rook?"}}, {"query": {"text": "And a Plover?"}}]
    wanted = {"user_pseudo_id": "visitor", "display_name": "Stations", "turns": turns}
    session = client.create_session(parent=DEMO_ENGINE, session=wanted)

    assert session.user_pseudo_id == "visitor"
    assert session.display_name == "Stations"
    assert [turn.query.text for turn in session.turns] == ["What is a Rook?", "And a Plover?"]
    assert session.state == type(session).State.IN_PROGRESS
    assert session.start_time == session.end_time
    assert client.get_session(name=session.name) == session


def test_names_carry_number_collection_and_a_decimal_uint64(client: Any) -> None:
    session = client.create_session(parent=DEMO_ENGINE, session={})
    prefix, _, session_id = session.name.partition(
        "/locations/global/collections/default_collection/engines/demo/sessions/"
    )
    project, _, number = prefix.partition("/")
    assert project == "projects"
    assert number.isdecimal()
    assert session_id.isdecimal()
    assert 10**16 <= int(session_id) < 2**64


@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_labels_and_pin_are_kept(rest: Api, version: str) -> None:
    client = replace(rest, version=version).client("SessionService")
    session = client.create_session(
        parent=DEMO_ENGINE, session={"labels": ["hidden", "Größe"], "is_pinned": True}
    )
    stored = client.get_session(name=session.name)
    assert list(stored.labels) == ["hidden", "Größe"]
    assert stored.is_pinned


def test_turns_name_the_session_and_get_question_ids(client: Any) -> None:
    turns = [{"query": {"text": "First?", "query_id": "mine"}}, {"query": {"text": "Second?"}}]
    session = client.create_session(parent=DEMO_ENGINE, session={"turns": turns})
    location = session.name.partition("/collections/")[0]
    questions = [turn.query.query_id for turn in session.turns]
    assert session.display_name == "First?"
    assert len(set(questions)) == 2
    assert all(question.startswith(f"{location}/questions/") for question in questions)


def test_times_of_the_client_are_ignored(http: httpx.Client) -> None:
    body = {"startTime": "2001-01-01T00:00:00Z"}
    assert made.post(http, f"{DEMO_ENGINE}/sessions", body)["startTime"] > "2026"


def test_a_session_has_the_id_in_the_name_it_is_given(client: Any) -> None:
    name = f"{DEMO_ENGINE}/sessions/{unique('mine')}"
    session = client.create_session(parent=DEMO_ENGINE, session={"name": name})
    assert ids([session]) == [name.rpartition("/")[2]]
    assert client.get_session(name=name) == session
    with pytest.raises(exceptions.Conflict, match="already exists"):
        client.create_session(parent=DEMO_ENGINE, session={"name": name})
    auto = {"name": f"{DEMO_ENGINE}/sessions/-"}
    [new] = ids([client.create_session(parent=DEMO_ENGINE, session=auto)])
    assert new.isdecimal()


@pytest.mark.parametrize(
    "name", ["mine", "projects/demo/sessions/mine", f"{DEMO}/engines/other/sessions/mine"]
)
def test_a_name_of_another_parent_is_refused(client: Any, name: str) -> None:
    for bad in (name, f"{DEMO_ENGINE}/sessions/Mine", f"{DEMO_ENGINE}/sessions/a/answers/b"):
        with pytest.raises(exceptions.BadRequest, match=r"'session\.name'"):
            client.create_session(parent=DEMO_ENGINE, session={"name": bad})


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_empty_body_creates_a_session(http: httpx.Client, version: str) -> None:
    for body in (b"", b"{}"):
        response = http.post(f"/{version}/{DEMO_ENGINE}/sessions", content=body)
        assert response.status_code == 200, response.text
        assert response.json().keys() == {"name", "state", "startTime", "endTime"}


@pytest.mark.parametrize("service", SERVICES)
def test_session_id_of_v1beta(beta: Api, service: str) -> None:
    client = beta.client(service)
    wanted = unique("mine")
    request = {"parent": DEMO_ENGINE, "session": {}, "session_id": wanted}
    session = client.create_session(request=request)
    assert session.name.endswith(f"/engines/demo/sessions/{wanted}")
    with pytest.raises(exceptions.Conflict, match=f"{wanted} already exists"):
        client.create_session(request=request)


@pytest.mark.parametrize("bad", ["-", "Upper", "ends-", "-starts", "a_b", "a" * 64, "ä"])
def test_bad_session_id_is_refused_by_name(beta: Api, bad: str) -> None:
    request = {"parent": DEMO_ENGINE, "session": {}, "session_id": bad}
    with pytest.raises(exceptions.BadRequest, match="session_id"):
        beta.client("SessionService").create_session(request=request)


def test_parent_must_exist(client: Any) -> None:
    with pytest.raises(exceptions.NotFound, match='engines/none" does not exist'):
        client.create_session(parent=f"{DEMO}/engines/none", session={})
    with pytest.raises(exceptions.NotFound, match="dataStores/none not found"):
        client.list_sessions(parent=f"{DEMO}/dataStores/none")


def test_long_user_pseudo_id_is_refused(client: Any) -> None:
    fits = client.create_session(parent=DEMO_ENGINE, session={"user_pseudo_id": "ü" * 128})
    assert fits.user_pseudo_id == "ü" * 128
    long = {"user_pseudo_id": "u" * 129}
    with pytest.raises(exceptions.BadRequest, match="user_pseudo_id"):
        client.create_session(parent=DEMO_ENGINE, session=long)
    with pytest.raises(exceptions.BadRequest, match="user_pseudo_id"):
        client.update_session(session={"name": fits.name, **long})


def test_number_that_is_no_state_is_refused(client: Any) -> None:
    name = client.create_session(parent=DEMO_ENGINE, session={}).name
    text = "'session.state': 9 is not one of its values"
    with pytest.raises(exceptions.BadRequest, match=text):
        client.create_session(parent=DEMO_ENGINE, session={"state": 9})
    with pytest.raises(exceptions.BadRequest, match=text):
        client.update_session(session={"name": name, "state": 9})


def test_data_store_has_sessions_with_and_without_collection(client: Any) -> None:
    short = "projects/demo/locations/global/dataStores/demo-docs"
    session = client.create_session(parent=short, session={"user_pseudo_id": "reader"})
    assert "/collections/default_collection/dataStores/demo-docs/sessions/" in session.name
    name = f"{short}/sessions/{ids([session])[0]}"
    assert client.get_session(name=name) == session
    assert session in client.list_sessions(parent=f"{DEMO}/dataStores/demo-docs").sessions
    client.delete_session(name=name)
    with pytest.raises(exceptions.NotFound):
        client.get_session(name=session.name)


def test_both_services_see_the_same_sessions(api: Api) -> None:
    first, second = (api.client(service) for service in SERVICES)
    session = first.create_session(parent=DEMO_ENGINE, session={})
    assert second.get_session(name=session.name) == session
    second.delete_session(name=session.name)
    with pytest.raises(exceptions.NotFound):
        first.get_session(name=session.name)


def test_unknown_session_is_not_found(client: Any) -> None:
    for session_id in ("12345", "-"):
        name = f"{DEMO_ENGINE}/sessions/{session_id}"
        with pytest.raises(exceptions.NotFound, match=f'Session .*/{session_id}" does not exist'):
            client.get_session(name=name)


def test_answer_details_come_when_asked_for(api: Api) -> None:
    client = api.client("ConversationalSearchService")
    types = api.types
    request = types.AnswerQueryRequest(
        serving_config=DEMO_CONFIG,
        query=types.Query(text=QUESTION),
        session=f"{DEMO_ENGINE}/sessions/-",
    )
    name = client.answer_query(request).session.name
    plain = client.get_session(name=name)
    detailed = client.get_session(request={"name": name, "include_answer_details": True})
    assert not plain.turns[0].detailed_answer.answer_text
    answer = client.get_answer(name=plain.turns[0].answer)
    assert detailed.turns[0].detailed_answer == answer
    assert "36 months" in answer.answer_text


# Update and delete


def test_mask_changes_only_what_it_names(client: Any) -> None:
    session = client.create_session(
        parent=DEMO_ENGINE, session={"user_pseudo_id": "one", "display_name": "Before"}
    )
    changed = client.update_session(
        session={"name": session.name, "user_pseudo_id": "two", "display_name": "After"},
        update_mask=FieldMask(paths=["display_name"]),
    )
    assert changed.display_name == "After"
    assert changed.user_pseudo_id == "one"
    assert client.get_session(name=session.name) == changed


def test_empty_mask_changes_all_that_is_set(client: Any) -> None:
    session = client.create_session(parent=DEMO_ENGINE, session={"user_pseudo_id": "one"})
    changed = client.update_session(
        session={"name": session.name, "display_name": "After", "is_pinned": True}
    )
    assert changed.display_name == "After"
    assert changed.is_pinned
    assert changed.start_time == session.start_time


def test_masked_field_that_is_not_given_is_cleared(client: Any) -> None:
    session = client.create_session(parent=DEMO_ENGINE, session={"display_name": "Before"})
    changed = client.update_session(
        session={"name": session.name}, update_mask=FieldMask(paths=["display_name"])
    )
    assert changed.display_name == ""


@pytest.mark.parametrize("path", ["name", "start_time", "end_time"])
def test_what_the_server_sets_stays(client: Any, path: str) -> None:
    session = client.create_session(parent=DEMO_ENGINE, session={})
    changed = client.update_session(
        session={"name": session.name, "start_time": "2001-01-01T00:00:00Z"},
        update_mask=FieldMask(paths=[path]),
    )
    assert changed == session


@pytest.mark.parametrize("path", ["state", "*"])
def test_session_goes_on_whatever_is_cleared(client: Any, path: str) -> None:
    session = client.create_session(parent=DEMO_ENGINE, session={})
    mask = FieldMask(paths=[path])
    changed = client.update_session(session={"name": session.name}, update_mask=mask)
    assert changed.state == session.state == type(session).State.IN_PROGRESS
    assert client.get_session(name=session.name) == changed


def test_unknown_path_in_the_mask_is_refused(client: Any) -> None:
    session = client.create_session(parent=DEMO_ENGINE, session={})
    with pytest.raises(exceptions.BadRequest, match="no_field"):
        client.update_session(
            session={"name": session.name}, update_mask=FieldMask(paths=["no_field"])
        )


def test_spelling_of_json_in_a_mask_of_messages_is_refused_with_the_right_one(
    server: Server,
) -> None:
    client = Api(server, "grpc", "v1").client("SessionService")
    name = client.create_session(parent=DEMO_ENGINE, session={}).name
    with pytest.raises(exceptions.InvalidArgument, match=r"'displayName' .* it has 'display_name'"):
        client.update_session(session={"name": name}, update_mask={"paths": ["displayName"]})


def test_masks_are_spelled_in_either_case(http: httpx.Client) -> None:
    name = made.post(http, f"{DEMO_ENGINE}/sessions", {})["name"]
    for mask in ("userPseudoId,displayName", "user_pseudo_id,display_name"):
        body = {"userPseudoId": mask[:4], "displayName": mask[-4:]}
        response = http.patch(f"/v1/{name}?updateMask={mask}", json=body)
        assert response.status_code == 200, response.text
        assert response.json().items() >= body.items()


def test_turns_can_be_written_back(client: Any) -> None:
    turns = [{"query": {"text": "First?"}}, {"query": {"text": "Second?"}}]
    session = client.create_session(parent=DEMO_ENGINE, session={"turns": turns})
    mask = FieldMask(paths=["turns"])
    same = client.update_session(session=session, update_mask=mask)
    assert same.turns == session.turns
    kept = {"name": session.name, "turns": [session.turns[1], {"query": {"text": "Third?"}}]}
    changed = client.update_session(session=kept, update_mask=mask)
    assert changed.turns[0] == session.turns[1]
    assert changed.turns[1].query.query_id
    assert client.get_session(name=session.name) == changed


def test_answers_written_back_in_turns_are_not_stored_twice(rpc: Api) -> None:
    client = rpc.client("ConversationalSearchService")
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": QUESTION},
        "session": f"{DEMO_ENGINE}/sessions/-",
    }
    name = client.answer_query(request=request).session.name
    detailed = client.get_session(request={"name": name, "include_answer_details": True})
    client.update_session(session=detailed, update_mask=FieldMask(paths=["turns"]))
    assert not client.get_session(name=name).turns[0].detailed_answer.answer_text


def test_deleted_session_is_gone_with_its_answers(api: Api) -> None:
    client = api.client("ConversationalSearchService")
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": QUESTION},
        "session": f"{DEMO_ENGINE}/sessions/-",
    }
    session = client.answer_query(request=request).session
    assert client.delete_session(name=session.name) is None
    gone = (
        lambda: client.get_session(name=session.name),
        lambda: client.delete_session(name=session.name),
        lambda: client.update_session(session={"name": session.name, "display_name": "x"}),
        lambda: client.get_answer(name=session.turns[0].answer),
        lambda: client.answer_query(request={**request, "session": session.name}),
    )
    for call in gone:
        with pytest.raises(exceptions.NotFound, match=r"not found|does not exist"):
            call()


def test_delete_answers_an_empty_object(http: httpx.Client) -> None:
    name = made.post(http, f"{DEMO_ENGINE}/sessions", {})["name"]
    response = http.delete(f"/v1/{name}")
    assert (response.status_code, response.json()) == (200, {})


# List: filters


@pytest.fixture(scope="module")
def listed(http: httpx.Client, parent: str) -> dict[str, str]:
    """Five sessions by a letter, created in this order."""
    sessions = {
        "a": {"userPseudoId": "ann", "displayName": "Alpha", "isPinned": True},
        "b": {"userPseudoId": "ben", "displayName": "Beta two", "labels": ["hidden"]},
        "c": {"userPseudoId": "cid", "displayName": "Gamma", "labels": ["hidden-not", "x"]},
        "d": {"userPseudoId": "ann", "displayName": "Delta", "labels": ["x"], "isPinned": True},
        "e": {"userPseudoId": "e_e", "displayName": 'quoted "name"'},
    }
    return {
        letter: made.post(http, f"{parent}/sessions", body)["name"]
        for letter, body in sessions.items()
    }


def found(http: httpx.Client, parent: str, listed: dict[str, str], **query: str) -> str:
    """The letters of the sessions that a list answers, in its order."""
    response = http.get(f"/v1/{parent}/sessions", params=query)
    assert response.status_code == 200, response.text
    letters = {name: letter for letter, name in listed.items()}
    return "".join(letters[one["name"]] for one in response.json().get("sessions", []))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "abcde"),
        ("user_pseudo_id = ann", "ad"),
        ('user_pseudo_id="ann"', "ad"),
        ("userPseudoId=ann AND state=IN_PROGRESS", "ad"),
        ("user_pseudo_id != ann", "bce"),
        ("user_pseudo_id = e_e", "e"),
        ("user_pseudo_id = none", ""),
        ('display_name = "Beta two"', "b"),
        ("displayName = 'Beta two'", "b"),
        (r'display_name = "quoted \"name\""', "e"),
        ("display_name:beta", "b"),
        ('display_name:"a t"', "b"),
        ("labels:*", "bcd"),
        ("NOT labels:*", "ae"),
        ("is_pinned:*", "ad"),
        ("user_pseudo_id:*", "abcde"),
        ("collaborative_project:*", ""),
        ("create_time:*", "abcde"),
        ('state="IN_PROGRESS"', "abcde"),
        ("state = 1", "abcde"),
        ("state = STATE_UNSPECIFIED", ""),
        ("is_pinned=true", "ad"),
        ("isPinned = false", "bce"),
        ("starred = true", "ad"),
        ("labels:hidden", "b"),
        ("labels:x", "cd"),
        ("labels:hid", ""),
        ("NOT labels:hidden", "acde"),
        ("-labels:hidden", "acde"),
        ("is_pinned=true AND (NOT labels:x)", "a"),
        ("is_pinned=true AND NOT labels:x", "a"),
        ("is_pinned=true, labels:x", "d"),
        ("user_pseudo_id=ben OR user_pseudo_id=cid", "bc"),
        ("user_pseudo_id=ben OR user_pseudo_id=cid AND labels:x", "c"),
        ("user_pseudo_id=ben OR (user_pseudo_id=cid AND labels:x)", "bc"),
        ("NOT (is_pinned=true OR labels:hidden)", "ce"),
        ('create_time > "1970-01-01T12:00:00Z"', "abcde"),
        ('create_time < "1970-01-01T12:00:00Z"', ""),
        ('update_time >= "2999-01-01T00:00:00+01:00"', ""),
        ("create_time > 1970-01-01T12:00:00Z AND is_pinned=true", "ad"),
        ("user_pseudo_id = user:5, create_time<2999-01-01T00:00:00+01:00", ""),
        ('collaborative_project = "projects/123/collaborative_projects/cp1"', ""),
        (" ( ( is_pinned = true ) ) ", "ad"),
    ],
)
def test_filter(
    http: httpx.Client, parent: str, listed: dict[str, str], text: str, expected: str
) -> None:
    assert found(http, parent, listed, filter=text, orderBy="create_time") == expected


def test_filter_by_the_times_of_a_session(
    http: httpx.Client, parent: str, listed: dict[str, str]
) -> None:
    start = http.get(f"/v1/{listed['c']}").json()["startTime"]
    for comparison, expected in (
        ("<", "ab"),
        ("<=", "abc"),
        ("=", "c"),
        (">=", "cde"),
        (">", "de"),
    ):
        text = f'create_time {comparison} "{start}"'
        assert found(http, parent, listed, filter=text, orderBy="create_time") == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("turns = 1", "cannot filter by 'turns'"),
        ("user_pseudo_id", "expected an operator instead of the end at position 14"),
        ("user_pseudo_id = ", "expected a value instead of the end at position 16"),
        ("(is_pinned = true", r"expected '\)' instead of the end at position 17"),
        ("is_pinned = true)", r"unexpected '\)' at position 16"),
        ("is_pinned = maybe", "'maybe' is not a value of 'is_pinned' at position 12"),
        ("state = DONE", "'DONE' is not a value of 'state' at position 8"),
        ('create_time > "yesterday"', "at position 14"),
        ("create_time > 12:00:00", "'12:00:00' is not a value of 'create_time' at position 14"),
        ("= true", "expected a field instead of '=' at position 0"),
        ("is_pinned = true AND", "at position 20"),
        ('display_name = "open', "unexpected character at position 1[45]"),
    ],
)
@pytest.mark.parametrize("service", SERVICES)
def test_malformed_filter_names_the_position(
    rpc: Api, service: str, text: str, reason: str
) -> None:
    client = rpc.client(service)
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        client.list_sessions(request={"parent": DEMO_ENGINE, "filter": text})


# List: order and pages


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("create_time", "abcde"),
        ("createTime desc", "edcba"),
        ("update_time", "abcde"),
        ("", "edcba"),
        ("is_pinned desc,update_time desc", "daecb"),
        ("is_pinned, create_time", "bcead"),
        ("display_name", "abdce"),
        ("displayName desc , create_time", "ecdba"),
    ],
)
def test_order(
    http: httpx.Client, parent: str, listed: dict[str, str], order: str, expected: str
) -> None:
    assert found(http, parent, listed, orderBy=order) == expected


def test_order_by_name(http: httpx.Client, parent: str, listed: dict[str, str]) -> None:
    by_name = "".join(sorted(listed, key=lambda letter: listed[letter]))
    assert found(http, parent, listed, orderBy="session_name") == by_name
    assert found(http, parent, listed, orderBy="sessionName desc") == by_name[::-1]


@pytest.mark.parametrize("order", ["turns", "update_time down", "update_time desc desc", "name"])
def test_unknown_order_is_refused(client: Any, order: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="order_by"):
        client.list_sessions(request={"parent": DEMO_ENGINE, "order_by": order})


def test_changed_session_moves_to_the_front(http: httpx.Client) -> None:
    parent = made.engine(http)
    first, second = (made.post(http, f"{parent}/sessions", {})["name"] for _ in range(2))
    listed = {"1": first, "2": second}
    assert found(http, parent, listed) == "21"
    http.patch(f"/v1/{first}", json={"displayName": "changed"})
    assert found(http, parent, listed) == "12"


@pytest.fixture(scope="module")
def many(http: httpx.Client) -> str:
    """An engine with 57 sessions of three users."""
    parent = made.engine(http)
    shuffled = random.Random(7)
    for _ in range(57):
        body = {"userPseudoId": shuffled.choice("xyz"), "isPinned": shuffled.random() < 0.3}
        made.post(http, f"{parent}/sessions", body)
    return parent


@pytest.mark.parametrize("size", [1, 7, 19, 56, 57, 58])
@pytest.mark.parametrize("order", ["", "is_pinned desc, session_name", "display_name"])
@pytest.mark.parametrize("text", ["", "user_pseudo_id = x OR is_pinned = true"])
def test_pages_together_are_the_whole_in_order(
    rpc: Api, many: str, size: int, order: str, text: str
) -> None:
    client = rpc.client("SessionService")
    request = {"parent": many, "order_by": order, "filter": text}
    whole = client.list_sessions(request={**request, "page_size": 1000})
    assert not whole.next_page_token
    pages = list(client.list_sessions(request={**request, "page_size": size}).pages)
    assert [one.name for page in pages for one in page.sessions] == [one.name for one in whole]
    assert all(len(page.sessions) == size for page in pages[:-1])
    assert not pages[-1].next_page_token


@pytest.mark.parametrize("order", ["", "is_pinned, create_time desc"])
def test_all_are_deleted_page_by_page(rpc: Api, http: httpx.Client, order: str) -> None:
    parent, client = made.engine(http), rpc.client("SessionService")
    for number in range(5):
        made.post(http, f"{parent}/sessions", {"isPinned": number % 2 == 0})
    request = {"parent": parent, "page_size": 2, "order_by": order}
    for one in client.list_sessions(request=request):
        client.delete_session(name=one.name)
    assert not list(client.list_sessions(parent=parent))


def test_page_size_defaults_to_50_and_ends_at_1000(api: Api, many: str) -> None:
    client = api.client("SessionService")
    pages = client.list_sessions(parent=many).pages
    assert [len(page.sessions) for page in pages] == [50, 7]
    request = {"parent": many, "page_size": 5000}
    assert len(next(client.list_sessions(request=request).pages).sessions) == 57


def test_negative_page_size_is_refused(client: Any) -> None:
    with pytest.raises(exceptions.BadRequest, match="page_size"):
        client.list_sessions(request={"parent": DEMO_ENGINE, "page_size": -1})


@pytest.mark.parametrize(
    "change",
    [
        {"filter": "user_pseudo_id = x"},
        {"orderBy": "create_time"},
        {"pageToken": "x"},
        {"pageToken": "AAAA"},
        {"pageToken": "Ä"},
    ],
)
def test_token_of_another_list_is_refused(
    http: httpx.Client, many: str, change: dict[str, str]
) -> None:
    path = f"/v1/{many}/sessions"
    token = http.get(path, params={"pageSize": "2"}).json()["nextPageToken"]
    response = http.get(path, params={"pageSize": "2", "pageToken": token, **change})
    assert response.status_code == 400
    assert "page_token" in response.json()["error"]["message"]


def test_versions_show_the_same_session(rest: Api) -> None:
    session = rest.client("SessionService").create_session(parent=DEMO_ENGINE, session={})
    for version in ("v1beta", "v1alpha"):
        other = replace(rest, version=version).client("SessionService")
        assert other.get_session(name=session.name).start_time == session.start_time
