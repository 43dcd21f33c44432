"""Any request as a chat that models take."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.ces.runtime.chat.conversation import chat_messages, with_plain_names

IDS = st.sampled_from(["", "call-1", "call-2"])
NAMES = st.sampled_from(["look up", "book"])
PARTS = st.one_of(
    st.builds(lambda text: {"text": text}, st.text(max_size=5)),
    st.builds(
        lambda id, name: {"function_call": {"id": id, "name": name, "args": {"a": 1}}}, IDS, NAMES
    ),
    st.builds(
        lambda id, name: {"function_response": {"id": id, "name": name, "response": {"b": 2}}},
        IDS,
        NAMES,
    ),
    st.just({"inline_data": {"mime_type": "image/png", "data": "AA=="}}),
    st.just({"text": None, "function_call": None}),
)
CONTENTS = st.lists(
    st.builds(
        lambda role, parts: {"role": role, "parts": parts},
        st.sampled_from(["user", "model"]),
        st.lists(PARTS, max_size=3),
    ),
    max_size=6,
)


def chat(*contents: Any) -> list[dict[str, Any]]:
    return chat_messages({"contents": [*contents]}, "Be kind.", "", {})[1:]


def said(role: str, *parts: Any) -> dict[str, Any]:
    return {"role": role, "parts": [*parts]}


def call(name: str, **fields: Any) -> dict[str, Any]:
    return {"function_call": {"name": name, "args": {}, **fields}}


def response(name: str, value: Any, **fields: Any) -> dict[str, Any]:
    return {"function_response": {"name": name, "response": value, **fields}}


@given(CONTENTS)
def test_the_order_is_one_that_models_take(contents):
    system, *rest = chat_messages({"contents": contents}, "Be kind.", "", {})
    assert system == {"role": "system", "content": "Be kind."}
    assert rest[-1]["role"] in ("user", "tool")
    for before, after in pairwise([system, *rest]):
        if after["role"] == "tool":
            (asked,) = before["tool_calls"]
            assert after["tool_call_id"] == asked["id"]
        else:
            assert "tool_calls" not in before
            assert before["role"] != after["role"]


@given(CONTENTS)
def test_nothing_that_is_said_or_called_is_lost(contents):
    parts = [part for content in contents for part in content["parts"]]
    messages = chat_messages({"contents": contents}, "", "", {})
    shown = "".join(str(one["content"]) for one in messages)
    assert all(part["text"] in shown for part in parts if part.get("text"))
    made = [one for one in messages if "tool_calls" in one]
    assert len(made) == sum(bool(part.get("function_call")) for part in parts)


def test_a_response_stands_behind_its_call_wherever_it_came():
    messages = chat(
        said("user", {"text": "Hi"}),
        said("model", call("book", id="1"), call("book", id="2")),
        said("user", response("book", {"n": 2}, id="2"), {"text": "So?"}),
        said("user", response("book", {"n": 1}, id="1")),
    )
    assert [one["role"] for one in messages] == ["user", *("assistant", "tool") * 2, "user"]
    assert [json.loads(messages[place]["content"])["n"] for place in (2, 4)] == [1, 2]


def test_without_ids_responses_are_found_by_name():
    _, _, first, _, second = chat(
        said("user", {"text": "Hi"}),
        said("model", call("find"), call("book")),
        said("user", response("book", {"n": 2}), response("find", {"n": 1})),
    )
    assert [json.loads(one["content"])["n"] for one in (first, second)] == [1, 2]


def test_a_call_without_a_response_says_so():
    told = chat(said("user", {"text": "Hi"}), said("model", call("book", id="1")))[-1]
    assert json.loads(told["content"]) == {"error": "There is no response."}


@pytest.mark.parametrize(
    "request_",
    [None, {}, {"contents": None}, {"contents": [None, {"role": "user", "parts": None}]}, "x"],
)
def test_what_callbacks_leave_of_a_request_is_read(request_):
    assert chat_messages(request_, "Be kind.", "Today is Monday.", {}) == [
        {"role": "system", "content": "Be kind.\n\nToday is Monday."},
        {"role": "user", "content": "(Go on.)"},
    ]


def test_references_are_names():
    told = "Call {@TOOL: Look up}, then transfer to {@AGENT: Front desk}. {plan}"
    assert with_plain_names(told, {}) == "Call Look_up, then transfer to Front desk. {plan}"
