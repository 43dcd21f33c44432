"""What tools answer, in words."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning import replies, tool_results
from emulator.surface.messages import ces
from tests.ces.planning.deciding import PAY, agent


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ({"output": "Done that."}, "Done that."),
        ({"message": "Hi", "other": 1}, "Hi"),
        (
            {"output": {"status": "sent", "day_of_arrival": "Monday"}},
            "status: sent; day of arrival: Monday",
        ),
        ({"output": ["a", {"b": True}]}, "a\nb: yes"),
        ({"error": "no luck"}, "do_it failed: no luck"),
        ({"error": True, "reason": "no luck"}, "do_it failed: reason: no luck"),
        ({"error": True, "agent_action": "Offer tea.", "code": 1}, "do_it failed: Offer tea."),
        ({"error": None, "tea": "green"}, "tea: green"),
        ({"error": False, "tea": "green"}, "tea: green"),
        ({"output": {"error": "no luck"}}, "error: no luck"),
        ({"agent_action": "Offer it.", "tea": "green"}, "tea: green"),
        ({"status": "success", "tea": "green"}, "tea: green"),
        ({"status": "sent", "tea": "green"}, "status: sent; tea: green"),
        ({"mood": "ok"}, "mood: ok"),
        ({"openParts": "in_review", "item_id": "a_b"}, "open parts: in review; item id: a_b"),
        ({"status": "ok"}, "Done."),
        ({}, "Done."),
        ({"result": []}, "There are none."),
        ({"status": "ok", "outages": []}, "There are none."),
        ({"outages": [], "note": None}, "Done."),
        ({"result": ["a", None, "b"]}, "a\nb"),
        ({"output": ["result"]}, "result"),
        (
            {"message": "Booked.", "visit_id": "V-7", "seat": "4", "room_id": 5, "ticket": ""},
            "Booked. (visit id: V-7)",
        ),
        ({"message": "V-7 is booked.", "visit_id": "V-7"}, "V-7 is booked."),
        ({"output": {"answer": "", "snippets": []}}, tool_results.NOTHING_FOUND),
        ({"output": {"answer": "", "snippets": [{"text": "A text."}]}}, "A text."),
    ],
)
def test_a_response_is_put_into_words(response: dict[str, Any], text: str) -> None:
    assert tool_results.in_words(ces.Tool(display_name="do_it"), response) == text


def test_lists_of_objects_are_told_apart() -> None:
    lines = [{"item": "pen", "price": 1.0}, {"name": "cup"}, {"name": "pot", "price": 2.5}, {}]
    response = {"total": 3, "lines": lines, "tags": ["a", None, "b"]}
    said = "total: 3; tags: a, b\nlines:\n- item: pen; price: 1\n- cup\n- pot (price: 2.5)"
    assert tool_results.in_words(PAY, response) == said


@pytest.mark.parametrize(
    ("description", "text"),
    [
        ("", "Hello, this is Desk. How can I help you?"),
        ("Helps with orders.", "This is Desk: helps with orders. How can I help you?"),
        ("IT help", "This is Desk: IT help. How can I help you?"),
    ],
)
def test_an_agent_says_what_it_is_there_for(description: str, text: str) -> None:
    assert replies.introduction(agent("Desk", description), {}) == text


def test_what_is_asked_for_is_described_if_its_name_does_not_say_it() -> None:
    asked, kind = "Which order number?", ces.Schema
    described = kind(description="It has 5 digits.")
    assert replies.question_for("order_number", described) == f"{asked} It has 5 digits."
    assert replies.question_for("order_number", kind(description="The order number.")) == asked


def test_what_is_empty_is_not_confirmed() -> None:
    said = replies.confirmation("send_card", {"note": "", "day": "Monday"})
    assert said == "Please confirm: shall I send card (day: Monday)?"


def test_what_is_done_with_nothing_is_confirmed_without_brackets() -> None:
    assert replies.confirmation("restart_router", {}) == "Please confirm: shall I restart router?"
