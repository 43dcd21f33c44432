"""What tools answer, in words."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning import replies
from emulator.surface.messages import ces
from tests.ces.planning.deciding import PAY


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
        ({"status": "success", "tea": "green"}, "tea: green"),
        ({"status": "sent", "tea": "green"}, "status: sent; tea: green"),
        ({"status": "ok"}, "Done."),
        ({}, "Done."),
        ({"result": []}, "There are none."),
        ({"status": "ok", "outages": []}, "There are none."),
        ({"result": ["a", "b"]}, "a\nb"),
        ({"output": {"answer": "", "snippets": []}}, replies.NOTHING_FOUND),
        ({"output": {"answer": "", "snippets": [{"text": "A text."}]}}, "A text."),
    ],
)
def test_a_response_is_put_into_words(response: dict[str, Any], text: str) -> None:
    assert replies.in_words(ces.Tool(display_name="do_it"), response) == text


def test_lists_of_objects_are_told_apart() -> None:
    lines = [{"item": "pen", "price": 1}, {"item": "cup"}]
    response = {"total": 3, "lines": lines, "tags": ["a", "b"]}
    said = "total: 3; lines: (item: pen; price: 1), (item: cup); tags: a, b"
    assert replies.in_words(PAY, response) == said
