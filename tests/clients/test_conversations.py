"""Conversations: the multi-turn API before sessions and answers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from google.api_core import exceptions
from google.protobuf.field_mask_pb2 import FieldMask

from tests.clients import made
from tests.clients.stores import unique
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, TRANSPORTS, Api, Server

QUESTION = "How long is the warranty on the Skylark 3?"
FACT = "The Skylark 3 weather station has a warranty of 36 months."
STRANGE = "What is the capital of Mongolia?"
AUTO = f"{DEMO_ENGINE}/conversations/-"
CITED = {"summary_result_count": 3, "include_citations": True}


@pytest.fixture
def client(api: Api) -> Any:
    return api.client("ConversationalSearchService")


def converse(client: Any, text: str, name: str = AUTO, **fields: Any) -> Any:
    return client.converse_conversation(request={"name": name, "query": {"input": text}, **fields})


# Converse


def test_dash_makes_a_conversation(client: Any) -> None:
    response = converse(client, QUESTION, conversation={"user_pseudo_id": "visitor"})
    conversation = response.conversation
    assert "/collections/default_collection/engines/demo/conversations/" in conversation.name
    assert conversation.name.rpartition("/")[2].isdecimal()
    assert conversation.user_pseudo_id == "visitor"
    assert conversation.state == type(conversation).State.IN_PROGRESS
    assert conversation.start_time <= conversation.end_time
    asked, answered = conversation.messages
    assert asked.user_input.input == QUESTION
    assert asked.create_time <= answered.create_time
    assert "reply" in answered
    assert client.get_conversation(name=conversation.name) == conversation


def test_number_that_is_no_state_is_refused(client: Any) -> None:
    text = "'conversation.state': 77 is not one of its values"
    with pytest.raises(exceptions.BadRequest, match=text):
        converse(client, QUESTION, conversation={"state": 77})
    with pytest.raises(exceptions.BadRequest, match=text):
        client.create_conversation(parent=DEMO_ENGINE, conversation={"state": 77})


def test_name_of_the_conversation_given_for_dash_is_ignored(client: Any) -> None:
    given = {"name": f"{DEMO_ENGINE}/conversations/77", "user_pseudo_id": "visitor"}
    conversation = converse(client, QUESTION, conversation=given).conversation
    assert not conversation.name.endswith("/77")


def test_each_exchange_appends_two_messages(client: Any) -> None:
    name = client.create_conversation(parent=DEMO_ENGINE, conversation={}).name
    for count, text in enumerate(["What is a Rook?", "And a Plover?", QUESTION], start=1):
        conversation = converse(client, text, name).conversation
        assert len(conversation.messages) == 2 * count
        assert conversation.messages[-2].user_input.input == text
    times = [message.create_time for message in conversation.messages]
    assert times == sorted(times)
    assert client.get_conversation(name=name) == conversation


def test_earlier_messages_are_what_a_question_refers_to(client: Any) -> None:
    first = converse(client, "What is the range of the Skylark 3?").conversation
    response = converse(client, "How long is its warranty?", first.name, summary_spec=CITED)
    assert "36 months" in response.reply.summary.summary_text


def test_context_is_kept_with_the_message(client: Any) -> None:
    documents = [f"{DEMO}/dataStores/demo-docs/branches/0/documents/policy-warranty"]
    context = {"context_documents": documents, "active_document": documents[0]}
    request = {"name": AUTO, "query": {"input": QUESTION, "context": context}}
    conversation = client.converse_conversation(request=request).conversation
    kept = conversation.messages[0].user_input.context
    assert list(kept.context_documents) == documents
    assert kept.active_document == documents[0]


def test_summary_only_when_asked_for(client: Any) -> None:
    response = converse(client, QUESTION)
    assert "reply" in response
    assert "summary" not in response.reply
    plain = converse(client, QUESTION, summary_spec={}).reply.summary
    assert plain.summary_text.startswith(FACT)
    assert "[1]" not in plain.summary_text


def test_bad_summary_spec_is_refused(client: Any) -> None:
    with pytest.raises(exceptions.BadRequest, match=r"summary_spec\.summary_result_count"):
        converse(client, QUESTION, summary_spec={"summary_result_count": -1})


def test_summary_has_markers_and_metadata(client: Any) -> None:
    response = converse(client, QUESTION, summary_spec=CITED)
    summary = response.reply.summary
    metadata = summary.summary_with_metadata
    assert summary.summary_text.startswith(f"{FACT} [1]")
    assert metadata.summary.startswith(FACT)
    assert "[" not in metadata.summary
    citation = metadata.citation_metadata.citations[0]
    assert (citation.start_index, citation.end_index) == (0, len(FACT))
    assert citation.sources[0].reference_index == 0
    shown = [result.document.name for result in response.search_results]
    assert [reference.document for reference in metadata.references] == shown[:3]
    assert response.conversation.messages[-1].reply.summary == summary


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("version", ["v1beta", "v1alpha"])
def test_related_questions_come_with_a_summary(
    server: Server, transport: str, version: str
) -> None:
    api = Api(server, transport, version)
    client = api.client("ConversationalSearchService")
    assert not converse(client, QUESTION).related_questions
    response = converse(client, QUESTION, summary_spec=CITED)
    assert 0 < len(response.related_questions) <= 5
    assert QUESTION not in response.related_questions
    for question in response.related_questions:
        summary = converse(client, question, summary_spec=CITED).reply.summary
        assert not summary.summary_skipped_reasons, question


def test_skipped_summary_says_why(api: Api, client: Any) -> None:
    summary = converse(client, STRANGE, summary_spec=CITED).reply.summary
    reason = api.types.SearchResponse.Summary.SummarySkippedReason.OUT_OF_DOMAIN_QUERY_IGNORED
    assert list(summary.summary_skipped_reasons) == [reason]


@pytest.mark.parametrize("text", [QUESTION, STRANGE])
def test_a_reply_has_its_text_where_it_was_before_there_were_summaries(
    api: Api, client: Any, text: str
) -> None:
    """Programs of the time read it there; v1 never had it."""
    response = converse(client, text, summary_spec=CITED)
    if api.version == "v1":
        assert "reply" not in type(response.reply).to_dict(response.reply)
        return
    assert response.reply.reply == response.reply.summary.summary_text
    assert response.conversation.messages[-1].reply == response.reply
    assert not converse(client, text).reply.reply


@pytest.mark.parametrize(("version", "fields"), [("v1", 1), ("v1beta", 2), ("v1alpha", 2)])
def test_the_text_of_a_reply_on_the_wire(http: httpx.Client, version: str, fields: int) -> None:
    body = {"query": {"input": STRANGE}, "summarySpec": {}}
    found = http.post(f"/{version}/{AUTO}:converse", json=body).json()
    reply = found["reply"]
    assert len(reply) == fields
    text = "No results could be found. Try rephrasing the search query."
    assert reply.get("reply", text) == reply["summary"]["summaryText"] == text
    assert http.get(f"/v1/{found['conversation']['name']}").json()["messages"][1][
        "reply"
    ].keys() == {"summary"}


def test_results_hold_what_clients_read_without_looking(client: Any) -> None:
    results = converse(client, QUESTION).search_results
    assert results
    for result in results:
        data = result.document.derived_struct_data
        assert isinstance(data["link"], str)
        assert data["snippets"][0]["snippet"]
        assert data["snippets"][0]["snippet_status"] in ("SUCCESS", "NO_SNIPPET_AVAILABLE")
        assert data["extractive_answers"][0]["content"]
        assert data["extractive_answers"][0]["pageNumber"] == "1"
        assert result.id == result.document.id


def test_documents_without_address_or_sentences_have_them_too(
    http: httpx.Client, rest: Api
) -> None:
    documents = [made.document("bare", "kettle"), made.document("list", "# kettle\n\n- kettle\n")]
    store = made.data_store(http, documents)
    name = f"{store}/conversations/-"
    client = rest.client("ConversationalSearchService")
    results = converse(client, "Which kettle?", name).search_results
    assert len(results) == 2
    for result in results:
        data = result.document.derived_struct_data
        assert data["link"] == ""
        assert data["title"]
        assert data["extractive_answers"][0]["content"]


def test_serving_config_may_be_named(client: Any) -> None:
    config = DEMO_CONFIG.replace("default_search", "default_config")
    assert converse(client, QUESTION, serving_config=config, safe_search=True).search_results
    other = f"{DEMO}/dataStores/demo-docs/servingConfigs/default_config"
    for named in (other, f"{DEMO_ENGINE}/servingConfigs/"):
        with pytest.raises(exceptions.BadRequest, match="serving_config"):
            converse(client, QUESTION, serving_config=named)
    with pytest.raises(exceptions.NotFound, match="ServingConfig"):
        converse(client, QUESTION, serving_config=f"{DEMO_ENGINE}/servingConfigs/none")


def test_data_store_converses_with_and_without_collection(client: Any) -> None:
    short = "projects/demo/locations/global/dataStores/demo-docs"
    first = converse(client, QUESTION, f"{short}/conversations/-").conversation
    assert "/collections/default_collection/dataStores/demo-docs/conversations/" in first.name
    name = f"{short}/conversations/{first.name.rpartition('/')[2]}"
    assert len(converse(client, QUESTION, name).conversation.messages) == 4


def test_missing_input_is_refused(client: Any) -> None:
    for text in ("", "  "):
        with pytest.raises(exceptions.BadRequest, match=r"query\.input"):
            converse(client, text)
    with pytest.raises(exceptions.BadRequest, match="query"):
        client.converse_conversation(request={"name": AUTO})


def test_unknown_conversation_is_not_found(client: Any) -> None:
    name = f"{DEMO_ENGINE}/conversations/123"
    for call in (
        lambda: converse(client, QUESTION, name),
        lambda: client.get_conversation(name=name),
        lambda: client.delete_conversation(name=name),
        lambda: client.update_conversation(conversation={"name": name, "user_pseudo_id": "x"}),
    ):
        with pytest.raises(exceptions.NotFound, match=r"Conversation .*/123 not found"):
            call()


def test_boosts_change_what_comes_first(http: httpx.Client) -> None:
    boosts = [{"condition": 'category: ANY("release-notes")', "boost": 1}]
    body = {"query": {"input": QUESTION}, "boostSpec": {"conditionBoostSpecs": boosts}}
    found = made.post(http, f"{AUTO}:converse", body)["searchResults"]
    assert found[0]["id"].startswith("release-")


def test_bad_boost_is_refused(http: httpx.Client) -> None:
    body = {"query": {"input": QUESTION}, "boostSpec": {"conditionBoostSpecs": [{"boost": 2}]}}
    response = http.post(f"/v1/{AUTO}:converse", json=body)
    assert response.status_code == 400
    assert "boost_spec.condition_boost_specs[0].boost" in response.json()["error"]["message"]


def test_refused_call_leaves_no_conversation(http: httpx.Client) -> None:
    engine = made.engine(http)
    long = {"userPseudoId": "u" * 129}
    body = {"query": {"input": QUESTION}, "conversation": long}
    assert http.post(f"/v1/{engine}/conversations/-:converse", json=body).status_code == 400
    assert http.get(f"/v1/{engine}/conversations").json() == {}


def test_same_call_answers_the_same(http: httpx.Client) -> None:
    body = {"query": {"input": QUESTION}, "summarySpec": {"includeCitations": True}}
    first, second = (made.post(http, f"{AUTO}:converse", body) for _ in range(2))
    assert first["reply"] == second["reply"]
    assert first["searchResults"] == second["searchResults"]


def test_exchanges_at_once_are_all_kept(rpc: Api) -> None:
    client = rpc.client("ConversationalSearchService")
    name = client.create_conversation(parent=DEMO_ENGINE, conversation={}).name
    texts = [f"What is a Skylark {number}?" for number in range(16)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: converse(client, text, name), texts))
    messages = client.get_conversation(name=name).messages
    assert sorted(message.user_input.input for message in messages[::2]) == sorted(texts)
    assert all("reply" in message for message in messages[1::2])


# Create, get, list, update, delete


def test_created_conversation_is_stored_as_answered(client: Any) -> None:
    wanted = {"user_pseudo_id": "visitor", "messages": [{"user_input": {"input": "Hello"}}]}
    conversation = client.create_conversation(parent=DEMO_ENGINE, conversation=wanted)
    assert conversation.user_pseudo_id == "visitor"
    assert conversation.messages[0].user_input.input == "Hello"
    assert conversation.messages[0].create_time
    assert conversation.state == type(conversation).State.IN_PROGRESS
    assert client.get_conversation(name=conversation.name) == conversation


def test_a_conversation_has_the_id_in_the_name_it_is_given(client: Any) -> None:
    name = f"{DEMO_ENGINE}/conversations/{unique('mine')}"
    conversation = client.create_conversation(parent=DEMO_ENGINE, conversation={"name": name})
    assert conversation.name.endswith(name.partition("/locations/")[2])
    assert client.get_conversation(name=name) == conversation
    assert converse(client, QUESTION, name).conversation.name == conversation.name
    with pytest.raises(exceptions.Conflict, match="already exists"):
        client.create_conversation(parent=DEMO_ENGINE, conversation={"name": name})
    for bad in ("mine", f"{DEMO}/engines/other/conversations/mine", AUTO.replace("-", "Mine")):
        with pytest.raises(exceptions.BadRequest, match=r"'conversation\.name'"):
            client.create_conversation(parent=DEMO_ENGINE, conversation={"name": bad})


def test_empty_body_creates_a_conversation(http: httpx.Client) -> None:
    response = http.post(f"/v1/{DEMO_ENGINE}/conversations", content=b"")
    assert response.status_code == 200
    assert response.json().keys() == {"name", "state", "startTime"}


def test_parent_must_exist(client: Any) -> None:
    with pytest.raises(exceptions.NotFound, match='engines/none" does not exist'):
        client.create_conversation(parent=f"{DEMO}/engines/none", conversation={})
    with pytest.raises(exceptions.NotFound, match='engines/none" does not exist'):
        client.list_conversations(parent=f"{DEMO}/engines/none")


def test_conversation_can_be_completed(client: Any) -> None:
    conversation = converse(client, QUESTION).conversation
    completed = type(conversation).State.COMPLETED
    changed = client.update_conversation(
        conversation={"name": conversation.name, "state": completed, "user_pseudo_id": "x"},
        update_mask=FieldMask(paths=["state"]),
    )
    assert changed.state == completed
    assert changed.user_pseudo_id == ""
    assert changed.messages == conversation.messages
    assert client.get_conversation(name=conversation.name) == changed


def test_messages_can_be_replaced(client: Any) -> None:
    conversation = converse(client, QUESTION).conversation
    changed = client.update_conversation(
        conversation={"name": conversation.name, "messages": conversation.messages[:1]},
        update_mask=FieldMask(paths=["messages"]),
    )
    assert changed.messages == conversation.messages[:1]
    assert client.get_conversation(name=conversation.name) == changed


def test_bad_updates_are_refused(client: Any) -> None:
    name = client.create_conversation(parent=DEMO_ENGINE, conversation={}).name
    with pytest.raises(exceptions.BadRequest, match="no_field"):
        client.update_conversation(
            conversation={"name": name}, update_mask=FieldMask(paths=["no_field"])
        )
    with pytest.raises(exceptions.BadRequest, match="user_pseudo_id"):
        client.update_conversation(conversation={"name": name, "user_pseudo_id": "u" * 129})
    with pytest.raises(exceptions.BadRequest, match="user_pseudo_id"):
        client.create_conversation(parent=DEMO_ENGINE, conversation={"user_pseudo_id": "u" * 129})


def test_deleted_conversation_is_gone(client: Any) -> None:
    name = converse(client, QUESTION).conversation.name
    assert client.delete_conversation(name=name) is None
    with pytest.raises(exceptions.NotFound):
        client.get_conversation(name=name)
    with pytest.raises(exceptions.NotFound):
        converse(client, QUESTION, name)


@pytest.fixture(scope="module")
def listed(http: httpx.Client, engine: str) -> dict[str, str]:
    """Five conversations by a letter, created in this order; c and e are completed."""
    made_in_order = {}
    for letter in "abcde":
        body = {"userPseudoId": "ann" if letter in "ad" else "ben"}
        made_in_order[letter] = made.post(http, f"{engine}/conversations", body)["name"]
    for letter in "ce":
        body = {"state": "COMPLETED"}
        http.patch(f"/v1/{made_in_order[letter]}?updateMask=state", json=body).raise_for_status()
    return made_in_order


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"orderBy": "create_time"}, "abcde"),
        ({"orderBy": "createTime desc"}, "edcba"),
        ({"orderBy": "update_time"}, "abdce"),
        ({}, "ecdba"),
        ({"filter": "user_pseudo_id = ann", "orderBy": "create_time"}, "ad"),
        ({"filter": 'userPseudoId = "ben"', "orderBy": "create_time"}, "bce"),
        ({"filter": "state = COMPLETED", "orderBy": "create_time"}, "ce"),
        ({"filter": "NOT state = COMPLETED", "orderBy": "create_time"}, "abd"),
        ({"filter": "state=IN_PROGRESS AND user_pseudo_id=ben"}, "b"),
        ({"pageSize": "2", "orderBy": "create_time"}, "ab"),
    ],
)
def test_list(
    http: httpx.Client, engine: str, listed: dict[str, str], query: dict[str, str], expected: str
) -> None:
    response = http.get(f"/v1/{engine}/conversations", params=query)
    letters = {name: letter for letter, name in listed.items()}
    names = [one["name"] for one in response.json()["conversations"]]
    assert "".join(letters[name] for name in names) == expected


def test_order_by_name(http: httpx.Client, engine: str, listed: dict[str, str]) -> None:
    response = http.get(f"/v1/{engine}/conversations?orderBy=conversation_name")
    names = [one["name"] for one in response.json()["conversations"]]
    assert names == sorted(listed.values())


def test_all_are_deleted_page_by_page(rpc: Api, http: httpx.Client) -> None:
    engine, client = made.engine(http), rpc.client("ConversationalSearchService")
    for _ in range(5):
        made.post(http, f"{engine}/conversations", {})
    for one in client.list_conversations(request={"parent": engine, "page_size": 2}):
        client.delete_conversation(name=one.name)
    assert not list(client.list_conversations(parent=engine))


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_pages_together_are_the_whole(
    api: Api, engine: str, listed: dict[str, str], size: int
) -> None:
    client = api.client("ConversationalSearchService")
    request = {"parent": engine, "page_size": size, "order_by": "create_time"}
    pages = list(client.list_conversations(request=request).pages)
    names = [one.name for page in pages for one in page.conversations]
    assert names == list(listed.values())
    assert len(pages) == -(-5 // size)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"filter": "messages = 1"}, "filter"),
        ({"filter": "state = DONE"}, "filter"),
        ({"orderBy": "messages"}, "order_by"),
        ({"pageSize": "-1"}, "page_size"),
        ({"pageToken": "x"}, "page_token"),
    ],
)
def test_bad_lists_are_refused_by_name(
    http: httpx.Client, engine: str, query: dict[str, str], field: str
) -> None:
    response = http.get(f"/v1/{engine}/conversations", params=query)
    assert response.status_code == 400
    assert field in response.json()["error"]["message"]


# The documents that the user sees


def document(number: str) -> str:
    return f"{DEMO}/dataStores/demo-products/branches/default_branch/documents/{number}"


@pytest.mark.parametrize(
    "context",
    [
        {"active_document": document("skylark-3")},
        {"context_documents": [document("skylark-3")]},
        {
            "context_documents": [document("skylark-2"), document("skylark-3")],
            "active_document": document("skylark-3"),
        },
    ],
)
def test_question_may_speak_of_the_document_that_is_open(client: Any, context: Any) -> None:
    def found(text: str, **query: Any) -> list[str]:
        request = {"name": AUTO, "query": {"input": text, **query}}
        results = client.converse_conversation(request=request).search_results
        return [result.id for result in results]

    text = "How long is its warranty?"
    assert found(text, context=context) == found("How long is Skylark 3's warranty?")
    assert found(text, context=context) != found(text)


@pytest.mark.parametrize(
    ("context", "error", "text"),
    [
        (
            {"context_documents": [document("none")]},
            exceptions.NotFound,
            'documents/none" does not exist',
        ),
        (
            {"active_document": document("none")},
            exceptions.NotFound,
            'documents/none" does not exist',
        ),
        ({"context_documents": ["x"]}, exceptions.BadRequest, r"context_documents\[0\]"),
        (
            {"context_documents": [document("skylark-3"), ""]},
            exceptions.BadRequest,
            r"context_documents\[1\]",
        ),
        (
            {"active_document": document("skylark-3").replace("demo-products", "other")},
            exceptions.BadRequest,
            "active_document",
        ),
        (
            {"context_documents": [document("skylark-3")] * 101},
            exceptions.BadRequest,
            "at most 100",
        ),
    ],
)
def test_documents_that_are_not_there_are_refused(
    client: Any, context: Any, error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        converse_with(client, context)


def converse_with(client: Any, context: Any) -> Any:
    request = {"name": AUTO, "query": {"input": QUESTION, "context": context}}
    return client.converse_conversation(request=request)


def test_question_that_starts_anew_is_left_as_it_is(client: Any) -> None:
    def found(text: str, name: str = AUTO) -> list[str]:
        return [result.id for result in converse(client, text, name).search_results]

    name = converse(client, "What is the range of the Skylark 3?").conversation.name
    assert found("When is payday?", name) == found("When is payday?")
    assert found("How long is its warranty?", name) == found("How long is Skylark 3's warranty?")
