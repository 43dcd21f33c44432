"""What guardrails stop, and where they send instead."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ces.runtime.parts import chunks, run
from tests.ces.talking import Builder, talk, texts


@pytest.mark.parametrize(
    ("content", "said", "stopped"),
    [
        ({"banned_contents": ["tesla"], "match_type": "SIMPLE_STRING_MATCH"}, "My TESLAs", True),
        (
            {"banned_contents": ["tesla"], "match_type": "WORD_BOUNDARY_STRING_MATCH"},
            "My teslas",
            False,
        ),
        ({"banned_contents": ["te.la"], "match_type": "SIMPLE_STRING_MATCH"}, "A tesla", False),
        (
            {"banned_contents_in_user_input": [r"t\w+la"], "match_type": "REGEXP_MATCH"},
            "A tesla",
            True,
        ),
        (
            {
                "banned_contents": [r"caf[éè]s?"],
                "match_type": "REGEXP_MATCH",
                "disregard_diacritics": True,
            },
            "A CAFE",
            True,
        ),
        ({"banned_contents": [r"^caf[éè]$"], "match_type": "REGEXP_MATCH"}, "cafe", False),
        (
            {
                "banned_contents": ["cafe"],
                "match_type": "SIMPLE_STRING_MATCH",
                "disregard_diacritics": True,
            },
            "A café",
            True,
        ),
        (
            {"banned_contents_in_agent_response": ["help"], "match_type": "SIMPLE_STRING_MATCH"},
            "Hello",
            True,
        ),
    ],
)
def test_a_content_filter_stops_what_is_banned(
    sessions: Any, app: Builder, content: dict[str, Any], said: str, stopped: bool
) -> None:
    responses = [{"text": "off", "disabled": True}, {"text": "Not that."}]
    action = {"respond_immediately": {"responses": responses}}
    name = app.guardrail("no-cars", content_filter=content, action=action)
    one = run(sessions, app, app.agent("Support", guardrails=[name]))
    outputs = one.say(said)
    assert (texts(outputs) == "Not that.") is stopped
    spans = outputs[-1].diagnostic_info.root_span
    assert ("no-cars" in str(spans)) is stopped


def test_a_guardrail_of_the_app_transfers(sessions: Any, app: Builder) -> None:
    other = app.agent("Security")
    content = {"banned_contents": ["hack"], "match_type": "SIMPLE_STRING_MATCH"}
    action = {"transfer_agent": {"agent": other}}
    name = app.guardrail("no-hacks", content_filter=content, action=action)
    root = app.agent("Support")
    app.update(root_agent=root, guardrails=[name])
    outputs = talk(sessions, app.name).say("hack it")
    assert outputs[-1].diagnostic_info.messages[-1].role == "Security"


def test_a_guardrail_transfers_nobody_to_who_is_there(sessions: Any, app: Builder) -> None:
    expert = app.agent("Expert")
    rude = app.guardrail(
        "No-rudeness",
        content_filter={"banned_contents": ["damn"], "match_type": "SIMPLE_STRING_MATCH"},
        action={"transfer_agent": {"agent": expert}},
    )
    app.update(guardrails=[rude])
    outputs = run(sessions, app, expert).say("Hello, damn")
    assert texts(outputs)
    assert not chunks(outputs, "agent_transfer")


def test_code_of_a_guardrail_stands_around_the_model(sessions: Any, app: Builder) -> None:
    text = (
        "def check(callback_context):\n"
        "    said = callback_context.get_last_user_input()[0].text\n"
        "    return {'decision': 'TRIGGER' if said == 'stop' else 'OK', 'reason': 'because'}\n"
    )
    action = {"respond_immediately": {"responses": [{"text": "Stopped."}]}}
    callback = {"before_model_callback": {"python_code": text}}
    name = app.guardrail("by-code", code_callback=callback, action=action)
    one = run(sessions, app, app.agent("Support", guardrails=[name]))
    assert texts(one.say("stop")) == "Stopped."
    assert texts(one.say("go")) != "Stopped."


def test_a_guardrail_stops_results_and_what_is_said_beside_them_once(
    sessions: Any, app: Builder
) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    parts = [part for content in llm_request.contents for part in content.parts]\n"
        "    stops = any(part.text == 'And now?' for part in parts)\n"
        "    return {'decision': 'TRIGGER' if stops else 'OK', 'reason': 'x'}\n"
    )
    callback = {"before_model_callback": {"python_code": text}}
    action = {"respond_immediately": {"responses": [{"text": "Enough."}]}}
    name = app.guardrail("by-code", code_callback=callback, action=action)
    bell = app.tool("bell-tool", {"client_function": {"name": "ring_bell"}})
    one = run(sessions, app, app.agent("Support", tools=[bell], guardrails=[name]))
    (asked,) = one.say("ring_bell")
    result = {"id": asked.tool_calls.tool_calls[0].id, "response": {"message": "Ding."}}
    outputs = one.send({"tool_responses": {"tool_responses": [result]}}, {"text": "And now?"})
    assert [one.text for one in outputs] == ["Enough."]


@pytest.mark.parametrize(
    ("stage", "seen"),
    [
        ("before_model", "llm_request.contents[-1].parts[0].text == 'stop'"),
        ("after_model", "'else' in llm_response.content.parts[0].text"),
    ],
)
def test_code_of_a_guardrail_sees_what_callbacks_see(
    sessions: Any, app: Builder, stage: str, seen: str
) -> None:
    about = seen.partition(".")[0].removeprefix("'else' in ")
    text = (
        "def helper(x):\n    return {'decision': 'TRIGGER' if x else 'OK', 'reason': 'seen'}\n"
        f"def {stage}_callback(callback_context, {about}):\n    return helper({seen})\n"
    )
    action = {"respond_immediately": {"responses": [{"text": "Stopped."}]}}
    callback = {f"{stage}_callback": {"python_code": text}}
    name = app.guardrail("by-code", code_callback=callback, action=action)
    one = run(sessions, app, app.agent("Support", guardrails=[name]))
    assert texts(one.say("stop")) == "Stopped."


def test_a_guardrail_may_be_code(sessions: Any, app: Builder) -> None:
    text = "def check(callback_context):\n    return {'decision': 'TRIGGER', 'reason': 'because'}\n"
    callback = {"before_agent_callback": {"python_code": text}}
    action = {"generative_answer": {}}
    name = app.guardrail("by-code", code_callback=callback, action=action)
    outputs = run(sessions, app, app.agent("Support", guardrails=[name])).say("Hello")
    assert "because" in str(outputs[-1].diagnostic_info.root_span)
