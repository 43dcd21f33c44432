"""Conversations: what sessions leave behind, read back as messages."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.ces.conftest import call, client
from tests.ces.talking import Builder, Talk, kinds, lookup_order, search_docs, talk
from tests.conftest import Server

QUESTION = "How long is the warranty of a Skylark 3?"


@pytest.fixture(scope="module")
def builder(server: Server) -> Builder:
    made = Builder(client(server, "grpc", "v1"))
    tools = [made.tool("docs-tool", search_docs()), made.tool("order-tool", lookup_order())]
    made.update(root_agent=made.agent("Support", tools=tools))
    return made


@pytest.fixture(scope="module")
def plain(server: Server) -> Builder:
    """An app whose conversations no test counts."""
    made = Builder(client(server, "grpc", "v1"))
    made.update(root_agent=made.agent("Support"))
    return made


@pytest.fixture(scope="module")
def sessions(server: Server) -> Any:
    return client(server, "grpc", "v1", "SessionService")


@pytest.fixture(scope="module")
def told(builder: Builder, sessions: Any) -> list[str]:
    """The conversations of a question, of a call of the client's and of live traffic."""
    deployment = builder.agents.create_deployment(
        request={
            "parent": builder.name,
            "deployment_id": "on-the-web",
            "deployment": {
                "display_name": "Web",
                "channel_profile": {"channel_type": "WEB_UI"},
                "app_version": f"{builder.name}/versions/-",
            },
        }
    )
    first, second, live = (talk(sessions, builder.name) for _ in range(3))
    first.say(QUESTION)
    first.say("Thanks")
    (asked,) = second.say("Where is my order TL-1042?")
    result = {"id": asked.tool_calls.tool_calls[0].id, "response": {"output": "Nearly there."}}
    second.send({"tool_responses": {"tool_responses": [result]}})
    live.say("Hello", deployment=deployment.name)
    return [conversation(one) for one in (first, second, live)]


def conversation(one: Talk) -> str:
    return one.session.replace("/sessions/", "/conversations/")


def listed(agents: Any, builder: Builder, **fields: Any) -> list[str]:
    found = agents.list_conversations(request={"parent": builder.name, **fields})
    return [one.name for one in found]


def test_a_conversation_is_read_back_as_messages(agents: Any, told: list[str]) -> None:
    found = agents.get_conversation(name=told[0])
    assert found.turn_count == 2
    assert len(found.turns) == 2
    assert kinds(found.turns[0].messages) == [
        ("user", "text"),
        ("Support", "default_variables"),
        ("Support", "tool_call"),
        ("Support", "tool_response"),
        ("Support", "text"),
    ]
    assert kinds(found.turns[1].messages) == [("user", "text"), ("Support", "text")]
    assert [one.event_time for one in found.turns[0].messages] == sorted(
        one.event_time for one in found.turns[0].messages
    )
    assert list(found.messages) == [m for turn in found.turns for m in turn.messages]
    assert found.turns[0].root_span.child_spans[0].name == "Agent"


def test_a_conversation_says_where_it_came_from(agents: Any, told: list[str]) -> None:
    simulated, with_results, live = (agents.get_conversation(name=name) for name in told)
    assert simulated.source.name == "SIMULATOR"
    assert simulated.channel_type.name == "TEXT"
    assert [one.name for one in with_results.input_types] == [
        "INPUT_TYPE_TEXT",
        "INPUT_TYPE_TOOL_RESPONSE",
    ]
    assert live.source.name == "LIVE"
    assert live.deployment.endswith("/deployments/on-the-web")
    assert live.entry_agent.endswith("/agents/Support")
    assert live.start_time <= live.end_time


def test_conversations_are_listed_newest_first(
    agents: Any, builder: Builder, told: list[str]
) -> None:
    assert listed(agents, builder) == told[::-1]
    assert listed(agents, builder, page_size=1) == told[::-1]


def test_all_are_deleted_page_by_page(server: Server, sessions: Any) -> None:
    made = Builder(client(server, "grpc", "v1"))
    made.update(root_agent=made.agent("Support"))
    for _ in range(5):
        talk(sessions, made.name).say("Hello")
    for one in made.agents.list_conversations({"parent": made.name, "page_size": 2}):
        made.agents.delete_conversation(name=one.name)
    assert not list(made.agents.list_conversations(parent=made.name))


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"source": "LIVE"}, [2]),
        ({"sources": ["SIMULATOR"]}, [1, 0]),
        ({"source": "LIVE", "sources": ["SIMULATOR"]}, [1, 0]),
        ({"sources": ["SIMULATOR", "LIVE"]}, [2, 1, 0]),
        ({"sources": ["EVAL"]}, []),
        ({"filter": 'ces_transcript.search("nearly THERE")'}, [1]),
        ({"filter": 'ces_transcript.search("100%")'}, []),
        ({"filter": 'NOT ces_transcript.search("order") AND source=SIMULATOR'}, [0]),
        ({"filter": 'start_time > "2020-01-01T00:00:00Z"'}, [2, 1, 0]),
        ({"filter": 'startTime > "2090-01-01T00:00:00Z"'}, []),
    ],
)
def test_conversations_are_found(
    agents_v1: Any, builder: Builder, told: list[str], fields: dict[str, Any], wanted: list[int]
) -> None:
    assert listed(agents_v1, builder, **fields) == [told[place] for place in wanted]


def test_a_conversation_is_found_by_the_id_that_the_client_chose(
    agents_v1: Any, builder: Builder, told: list[str]
) -> None:
    asked = f'customer_conversation_id="{told[1].rpartition("/")[2]}"'
    assert listed(agents_v1, builder, filter=asked) == [told[1]]


@pytest.mark.parametrize(
    "text", ["ces_transcript.search", "ces_transcript.search(", "ces_transcript=1", "other=1"]
)
def test_filters_that_are_none_are_refused(agents_v1: Any, builder: Builder, text: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="filter"):
        listed(agents_v1, builder, filter=text)


def test_a_deleted_conversation_is_gone(agents: Any, plain: Builder, sessions: Any) -> None:
    one = talk(sessions, plain.name)
    one.say("Hello")
    agents.delete_conversation(name=conversation(one))
    with pytest.raises(exceptions.NotFound):
        agents.get_conversation(name=conversation(one))
    with pytest.raises(exceptions.NotFound):
        agents.delete_conversation(name=conversation(one))
    assert one.say("Hello")[-1].turn_index == 1


def test_a_conversation_of_another_source_is_not_found(
    agents: Any, plain: Builder, sessions: Any
) -> None:
    one = talk(sessions, plain.name)
    one.say("Hello")
    for method in (agents.get_conversation, agents.delete_conversation):
        with pytest.raises(exceptions.NotFound):
            method(request={"name": conversation(one), "source": "LIVE"})
    request = {"name": conversation(one), "source": "SIMULATOR"}
    assert agents.get_conversation(request=request).turn_count == 1
    agents.delete_conversation(request=request)
    with pytest.raises(exceptions.NotFound):
        agents.get_conversation(request=request)


def test_several_are_deleted_in_one_go(agents: Any, plain: Builder, sessions: Any) -> None:
    one = talk(sessions, plain.name)
    one.say("Hello")
    missing = f"{plain.name}/conversations/missing"
    request = {"parent": plain.name, "conversations": [conversation(one), missing]}
    done = agents.batch_delete_conversations(request=request).result()
    assert list(done.deleted_conversations) == [conversation(one)]
    assert list(done.failed_conversations) == [missing]
    assert "not found" in done.error_messages[0]


def test_conversations_of_another_app_are_not_deleted(agents_v1: Any, builder: Builder) -> None:
    request = {"parent": builder.name, "conversations": [f"{builder.name}x/conversations/abcde"]}
    with pytest.raises(exceptions.InvalidArgument, match=r"conversations\[0\]"):
        agents_v1.batch_delete_conversations(request=request)


def test_what_is_not_to_be_logged_is_not_shown(server: Server, sessions: Any) -> None:
    quiet = {"conversation_logging_settings": {"disable_conversation_logging": True}}
    made = Builder(client(server, "grpc", "v1"), logging_settings=quiet)
    made.update(root_agent=made.agent("Support"))
    one = talk(sessions, made.name)
    assert one.say("Hello")[-1].turn_index == 1
    assert one.say("Hello")[-1].turn_index == 2
    assert listed(made.agents, made) == []
    with pytest.raises(exceptions.NotFound):
        made.agents.get_conversation(name=conversation(one))


def test_conversations_are_kept_as_long_as_the_app_says(server: Server, sessions: Any) -> None:
    made = Builder(client(server, "grpc", "v1"))
    made.update(root_agent=made.agent("Support"))
    one = talk(sessions, made.name)
    one.say("Hello")
    for window, is_kept in (("0.000001s", False), ("3600s", True)):
        logging = {"conversation_logging_settings": {"retention_window": window}}
        made.update(logging_settings=logging)
        assert bool(listed(made.agents, made)) is is_kept
    assert made.agents.get_conversation(name=conversation(one)).turn_count == 1
    made.update(logging_settings={"conversation_logging_settings": {"retention_window": "0s"}})
    with pytest.raises(exceptions.NotFound):
        made.agents.get_conversation(name=conversation(one))


def test_the_app_takes_its_conversations_with_it(server: Server, sessions: Any) -> None:
    made = Builder(client(server, "grpc", "v1"))
    made.update(root_agent=made.agent("Support"))
    one = talk(sessions, made.name)
    one.say("Hello")
    made.agents.delete_app(name=made.name).result()
    with pytest.raises(exceptions.NotFound):
        made.agents.get_conversation(name=conversation(one))


def test_conversations_are_read_over_mcp(
    http: httpx.Client, builder: Builder, told: list[str]
) -> None:
    arguments = {"parent": builder.name, "sources": ["LIVE"]}
    listing = call(http, "list_conversations", arguments)["structuredContent"]
    assert [one["name"] for one in listing["conversations"]] == [told[2]]
    found = call(http, "get_conversation", {"name": told[0]})["structuredContent"]
    message = found["turns"][0]["messages"][0]
    assert message["role"] == "user"
    assert message["chunks"] == [{"text": QUESTION}]


def test_an_unknown_conversation_is_an_error_over_mcp(http: httpx.Client, builder: Builder) -> None:
    answer = call(http, "get_conversation", {"name": f"{builder.name}/conversations/abcde"})
    assert answer["isError"] is True
    assert "not found" in answer["content"][0]["text"]
