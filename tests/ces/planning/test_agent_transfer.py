"""Which agent a text is for."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation, Transfer
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import (
    BOOK,
    CANCEL,
    IDENTIFY,
    ORDER,
    PAY,
    agent,
    below,
    client_function,
    decide,
    documents,
    end,
    open_call,
)


def test_an_agent_below_that_waits_gets_what_is_told_after_a_question_beside_it() -> None:
    below = agent("Passwords")
    below.tools.append(BOOK.name)
    decided = decide("by mail", documents(), children=[below], open_call=open_call(BOOK))
    assert decided == Transfer(below)


@pytest.mark.parametrize("text", ["Okay, go ahead", "yes", "no, leave it", "Fine, book it"])
def test_an_agent_below_gets_the_answer_to_what_it_asked_before_a_question_beside_it(
    text: str,
) -> None:
    passwords = agent("Passwords")
    passwords.tools.append(BOOK.name)
    waiting = open_call(BOOK, day="2026-12-03")
    meant = f"{text} (pay a bill)"  # As the question beside it would have it.
    fields = {"children": [below(text, passwords, BOOK)], "open_call": waiting}
    assert decide(text, PAY, standalone_text=meant, **fields) == Transfer(passwords)


def test_an_agent_below_gets_what_is_said_of_one_of_its_list() -> None:
    rooms = {"rooms": [{"room_id": "R1", "price": 90}, {"room_id": "R2", "price": 70}]}
    hotel, find = agent("Hotel"), client_function("find_rooms", "Finds rooms.", day="STRING")
    hotel.tools.append(find.name)
    memory = Memory(tool=find.name, called=[find.name], told=rooms)
    listed: dict[str, Any] = {"children": [hotel], "memory": memory}
    assert decide("I'd like the cheaper one", PAY, **listed) == Transfer(hotel)
    assert decide("I'd like some tea", PAY, **listed) != Transfer(hotel)


def test_words_of_a_wish_lead_to_no_agent() -> None:
    rents = agent("Rents", "Helps people who want to rent and like to know more.")
    decided = decide("I want to know about my neighbor", PAY, children=[rents])
    assert decided != Transfer(rents)


def test_an_agent_that_was_sent_here_begins_with_its_only_tool() -> None:
    assert decide("It hurts", IDENTIFY, end(), is_new_here=True).asks.tool == IDENTIFY.name
    assert decide("It is Maria Lopez", IDENTIFY).asks.args == {"full_name": "Maria Lopez"}
    assert decide("Is it blue?", IDENTIFY) == Say(replies.NO_CAPABILITY)


def test_an_agent_below_fits_as_well_as_its_tools() -> None:
    text = "Cancel order A-7"
    below = Situation(agent("Desk"), text, text, [Offered(CANCEL, input_schema(CANCEL))])
    assert decide(text, BOOK, children=[below]) == Transfer(below.agent)


def test_an_agent_as_a_tool_needs_no_more_words_than_an_agent() -> None:
    expert = client_function("ask_expert", "Knows the weather.", request="STRING")
    assert decide("What is the weather like in Oslo?", ORDER, expert) == Say(replies.NO_CAPABILITY)
    expert.agent_tool.name = "ask_expert"
    expert.agent_tool.description = "Knows the weather."
    decided = decide("What is the weather like in Oslo?", ORDER, expert)
    assert decided == Call(expert, {"request": "What is the weather like in Oslo?"})


def test_an_agent_is_chosen_by_its_description() -> None:
    billing = agent("Billing", "Answers questions about invoices and payments.")
    sales = agent("Sales", "Answers questions about products.")
    decided = decide("I have questions about invoices", ORDER, children=[sales, billing])
    assert decided == Transfer(billing)


def test_words_that_most_tools_share_tell_nothing_of_what_is_meant() -> None:
    tools = [
        client_function("track_parcel", "Tells where a parcel is.", parcel_number="STRING"),
        client_function("show_parcel", "Shows a parcel.", parcel_number="STRING"),
    ]
    claims = agent("Claims", "Takes claims for a damaged parcel.")
    said = "My parcel P-7 arrived damaged"
    assert decide(said, *tools, children=[claims]) == Transfer(claims)
    assert decide("Where is my parcel P-7?", *tools, children=[claims]).tool == tools[0]


def test_a_word_that_tools_share_with_those_of_an_agent_above_does_not_lead_to_it() -> None:
    claim = client_function("parcel_claim", "Takes a claim about a parcel.", id="STRING")
    track = client_function("parcel_track", "Tells where a parcel is.", id="STRING")
    price = client_function("parcel_price", "Tells the price of a parcel.", weight="NUMBER")
    text = "parcel PK-1"
    tools = [Offered(one, input_schema(one)) for one in (track, price)]
    above = Situation(agent("Desk"), text, text, tools)
    assert decide(text, claim, parents=[above]) == Call(claim, {"id": "PK-1"})


def test_who_has_no_tool_sends_to_the_likeliest_agent_below() -> None:
    billing = agent("Billing", "Handles invoices.")
    children = [agent("Sales", "Handles orders."), billing]
    assert decide("Get my invoice now", children=children) == Transfer(billing)
    assert decide("How deep is the sea?", children=children) == Say(replies.NO_CAPABILITY)


def test_who_has_no_tool_asks_the_agent_above() -> None:
    above = agent("Desk")
    parents = [Situation(above, "", "")]
    assert decide("How deep is the sea?", ORDER, parents=parents) == Transfer(above)
    assert decide("How deep is the sea?", ORDER) == Say(replies.NO_CAPABILITY)


def test_an_agent_above_takes_what_its_tools_fit_better() -> None:
    for text, goes_up in (("Pay my bill of 10 euros", True), ("How deep is the sea?", False)):
        above = Situation(agent("Desk"), text, text, [Offered(PAY, input_schema(PAY))])
        decided = decide(text, documents(), parents=[above])
        assert isinstance(decided, Transfer) is goes_up


def test_documents_answer_what_an_agent_with_an_api_could_only_ask_back_about() -> None:
    ride = client_function("get_ride", "Gets the cost of a ride.", ride_id="STRING")
    billing = agent("Billing", "Knows what a ride costs.")
    billing.toolsets.add().toolset = "app/toolsets/rides"
    question = "What does a ride cost?"
    found = below(question, billing)  # A server whose tools are not known may well have the answer.
    assert decide(question, documents(), children=[found]) == Transfer(billing)
    ride.name = "app/toolsets/rides/tools/get_ride"
    known = below(question, billing, ride)
    assert decide(question, documents(), children=[known]).tool == documents()
