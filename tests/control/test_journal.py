"""How much the journal keeps."""

from __future__ import annotations

import pytest

from emulator.control.call_targets import Target
from emulator.control.journal import Journal
from emulator.control.rendering import shown
from emulator.surface import caller
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import surface

SEARCH = surface.method_by_path["/google.cloud.discoveryengine.v1.SearchService/Search"]
ALL = Target()
MIB = 1024 * 1024


def record(journal: Journal, query: str, answered: str = "") -> None:
    with journal.begin(SEARCH) as call:
        call.asked(de.SearchRequest(query=query))
        call.answered(de.SearchResponse(corrected_query=answered))


def queries(journal: Journal) -> list[str]:
    return [shown(call).get("request", {}).get("query", "") for call in journal.find(ALL)]


def test_the_last_thousand_calls_are_kept() -> None:
    journal = Journal()
    for number in range(1_005):
        record(journal, f"query {number}")
    assert queries(journal) == [f"query {number}" for number in range(5, 1_005)]


def test_large_calls_make_room_sooner() -> None:
    journal = Journal()
    for number in range(40):
        record(journal, f"{number:02}", "x" * (MIB // 2))
    kept = queries(journal)
    assert 16 * 2 - 2 <= len(kept) <= 16 * 2
    assert kept[-1] == "39"


def test_headers_and_messages_of_refused_calls_make_room_too() -> None:
    journal, long = Journal(), "x" * (MIB // 2)
    for number in range(40):
        who = caller.client.set(caller.Client("rest", [(b"x-long", long.encode())]))
        journal.refused(SEARCH, invalid_argument(long, str(number)))
        caller.client.reset(who)
    kept = journal.find(ALL)
    assert 16 - 2 <= len(kept) <= 16
    assert kept[-1].message.endswith("39")


def test_what_is_too_large_is_left_out_and_said_to_be() -> None:
    journal = Journal()
    record(journal, "short", "x" * MIB)
    record(journal, "x" * MIB, "short")
    [long_answer, long_question] = map(shown, journal.find(ALL))
    assert (long_answer["request"], long_answer["truncated"]) == ({"query": "short"}, True)
    assert "response" not in long_answer
    assert (long_question["response"], long_question["truncated"]) == (
        {"correctedQuery": "short"},
        True,
    )
    assert "request" not in long_question


def test_what_was_forgotten_makes_room() -> None:
    journal = Journal()
    for round in range(3):
        for number in range(20):
            record(journal, f"{round}-{number}", "x" * (MIB // 2))
        assert len(queries(journal)) == 20
        journal.clear(ALL)
        assert queries(journal) == []


def test_a_message_may_be_changed_when_it_was_recorded() -> None:
    journal, request = Journal(), de.SearchRequest(query="as it came")
    with journal.begin(SEARCH) as call:
        call.asked(request)
        request.query = "as it became"
    assert queries(journal) == ["as it came"]


def test_a_refusal_is_logged_with_its_reason_for_those_who_ask(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal, error = Journal(), invalid_argument("query", "'a\nb' is too long.")
    journal.refused(SEARCH, error)
    assert caplog.messages == []
    with caplog.at_level("INFO", "emulator.control.journal"):
        journal.refused(SEARCH, error)
        record(journal, "warranty")
    reason = "INVALID_ARGUMENT: Invalid value at 'query': 'a b' is too long."
    assert caplog.messages == [f"google.cloud.discoveryengine.v1.SearchService.Search {reason}"]
