"""Which questions go to the documents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation, Transfer
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.planning.planner import after_empty_search
from emulator.ces.runtime.planning.understanding.questions import is_general_question
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import (
    BOOK,
    CHECK,
    ORDER,
    PAY,
    RENEW,
    agent,
    below,
    client_function,
    decide,
    documents,
    open_call,
)


def test_a_question_goes_to_the_documents_above() -> None:
    text = "What is on my record?"
    above = Situation(agent("Front"), text, text, [Offered(documents(), input_schema(documents()))])
    assert decide(text, BOOK, parents=[above]) == Transfer(above.agent)
    waiting = open_call(BOOK)
    assert decide(text, BOOK, parents=[above], open_call=waiting) == Transfer(above.agent)


def test_what_was_just_told_is_not_told_again_for_a_general_question() -> None:
    told = Memory(tool=ORDER.name, args={"order_number": "A-7"}, lasting={"ordernumber": "A-7"})
    for question, last, tool in [
        ("How are orders looked up?", told, documents()),
        ("How are orders looked up?", replace(told, tool=PAY.name), ORDER),
        ("Can you look up my order?", told, ORDER),
    ]:
        assert decide(question, ORDER, documents(), memory=last).tool == tool


def test_a_statement_goes_where_it_has_something_to_do_with_before_the_documents() -> None:
    children = [agent("Sales", "Keeps the cart."), agent("Complaints", "For the unhappy.")]
    assert decide("I complain", documents(), children=children) == Transfer(children[1])
    assert decide("Fill a cart", documents(), children=children) == Transfer(children[0])
    for text in ("Is there a cart?", "Tell me of carts", "I want to know of a cart"):
        assert decide(text, documents(), children=children).tool == documents()


@pytest.mark.parametrize(
    ("text", "is_own"),
    [
        ("Which permits do I have?", True),
        ("What do I still owe?", True),
        ("What do I have to bring for the permits?", False),
        ("Do I need a towel for permits?", False),
    ],
)
def test_what_users_have_is_in_no_documents(text: str, is_own: bool) -> None:
    assert is_general_question(text) is not is_own


def test_a_statement_goes_to_the_documents_before_much_is_asked_for_it() -> None:
    asks = client_function("ask_geo", "Asks about capital cities", country="STRING")
    knows = client_function("ask_geo", "Asks about capital cities")
    assert decide("Some capital cities", asks, documents()).tool == documents()
    assert decide("Some capital cities", knows, documents()) == Call(knows, {})


def test_what_no_document_answers_goes_where_it_has_something_to_do_with() -> None:
    sales = agent("Sales", "Keeps the cart.")
    for text, expected in (("Is there a cart?", Transfer(sales)), ("How deep is it?", None)):
        tools = [Offered(documents(), input_schema(documents()))]
        desk = Situation(agent("Desk"), text, text, tools, [below(text, sales)])
        assert after_empty_search(desk, text) == expected


def test_what_no_document_answers_goes_to_what_it_has_all_arguments_for() -> None:
    find = client_function(
        "find_sailings", "?", origin="STRING", destination="STRING", day="STRING"
    )
    text = "Which ferries go from Kiel to Oslo on 2026-12-03?"
    tools = [Offered(one, input_schema(one)) for one in (documents(), find)]
    desk = Situation(agent("Desk"), text, text, tools)
    args = {"origin": "Kiel", "destination": "Oslo", "day": "2026-12-03"}
    assert after_empty_search(desk, text) == Call(find, args)
    text = "Which ferries go from Kiel to Oslo?"
    assert after_empty_search(replace(desk, text=text, standalone_text=text), text) is None


def test_what_no_document_answers_is_searched_for_by_a_tool_that_takes_any_text() -> None:
    find = client_function("search_catalog", "Searches the catalog.", query="STRING")
    text = "Do you have anything by Mira Stone?"
    tools = [Offered(one, input_schema(one)) for one in (documents(), find)]
    desk = Situation(agent("Desk"), text, text, tools)
    assert after_empty_search(desk, text) == Call(find, {"query": text})
    own = replace(desk, text="Where is my coat?", standalone_text="Where is my coat?")
    assert after_empty_search(own, own.text) is None


def test_what_no_document_answers_is_asked_again_as_it_was_said() -> None:
    tools = [Offered(documents(), input_schema(documents()))]
    desk = Situation(agent("Desk"), "Is it free", "Is order A-7 free", tools)
    waiting = open_call(BOOK)
    again = Call(tools[0][0], {"query": "Is it free"}, waiting)
    assert after_empty_search(desk, desk.standalone_text, waiting) == again
    assert after_empty_search(desk, desk.text, waiting) is None
    wish = replace(desk, text="Can you make it free")
    assert after_empty_search(wish, desk.standalone_text, waiting) is None


def test_what_no_document_answers_may_have_been_told_by_a_tool() -> None:
    told = {"status": "late", "open_documents": ["receipt", "photo"], "paid": False}
    text = "Which documents are open?"
    tools = [Offered(documents(), input_schema(documents()))]
    desk = Situation(agent("Desk"), text, text, tools, memory=Memory(told=told))
    assert after_empty_search(desk, text) == Say("open documents: receipt, photo")
    assert after_empty_search(replace(desk, text="Who are you?"), "Who are you?") is None
    assert after_empty_search(replace(desk, text="Is it paid?"), "Is it paid?") == Say("paid: no")


@pytest.mark.parametrize(
    "text",
    ["can i pay by card", "is there a garden", "do students pay less", "until when is it open"],
)
def test_a_question_needs_no_question_mark(text: str) -> None:
    waiting = open_call(BOOK)
    decided = decide(text, BOOK, documents(), open_call=waiting)
    assert decided == Call(documents(), {"query": text}, waiting)


def test_a_question_that_fits_no_tool_goes_to_the_documents() -> None:
    decided = decide("How deep is the sea?", ORDER, documents())
    assert decided.tool.display_name == "search_docs"
    assert decided.args == {"query": "How deep is the sea?"}


def test_a_general_question_goes_to_the_documents_though_it_has_the_words_of_a_tool() -> None:
    decided = decide("How is an order number made up?", ORDER, documents())
    assert decided.tool.display_name == "search_docs"
    assert isinstance(decide("Where is my order?", ORDER, documents()), Say)
    assert isinstance(decide("How is an order number made up?", ORDER), Say)
    assert decide("How do I find an order?", ORDER, documents()).tool.display_name == "search_docs"


def test_a_case_of_the_instruction_comes_before_the_documents() -> None:
    told = agent("Desk", instruction="If asked about side effects, say that a pharmacist calls.")
    for text, said in (("Are there side effects?", True), ("Are there any shops?", False)):
        decided = decide(text, documents(), agent=told)
        assert (decided == Say("A pharmacist calls.")) == said


def test_what_is_near_a_tool_is_asked_about_if_there_are_no_documents() -> None:
    state = client_function("get_state", "Tells where a parcel of a customer is.", code="STRING")
    text = "there is a parcel for a customer"
    assert decide(text, state, PAY).asks == open_call(state)
    assert decide(text, state, PAY, documents()).tool == documents()


def test_a_question_beside_what_waits_goes_to_the_documents_of_the_agent_above() -> None:
    office = agent("Office")
    text, waiting = "How deep is the sea?", open_call(BOOK)
    able = [below(text, office, documents())]
    assert decide(text, BOOK, parents=able, open_call=waiting) == Transfer(office)
    unable = [below(text, office, ORDER)]
    assert decide(text, BOOK, parents=unable, open_call=waiting).asks == waiting


def test_a_general_question_goes_to_the_documents_above_before_the_same_is_told_again() -> None:
    office, text = agent("Office"), "How much is a permit to check?"
    above = [below(text, office, documents())]
    known = Memory(tool=CHECK.name, args={"plate_number": "KA-1"}, lasting={"platenumber": "KA-1"})
    assert decide(text, CHECK, parents=above, memory=known) == Transfer(office)
    assert isinstance(decide(text, CHECK, parents=[], memory=known), Call)
    assert isinstance(decide("When does my permit end?", CHECK, parents=above, memory=known), Call)


@pytest.mark.parametrize(
    ("text", "goes"),
    [
        ("What does a resident permit cost?", False),
        ("When does a resident permit end?", False),
        ("Can you renew permits of residents?", False),
        ("When does the permit of KA-1234 end, a resident permit?", True),
        ("When does my resident permit end?", True),
        ("Could you please renew a resident permit?", True),
        ("I need a resident permit", True),
    ],
)
def test_documents_are_asked_before_an_agent_that_could_only_ask_back(
    text: str, goes: bool
) -> None:
    permits = agent("Permits", "Renews and checks resident permits.")
    decided = decide(text, documents(), children=[below(text, permits, RENEW, CHECK)])
    assert isinstance(decided, Transfer if goes else Call)


def test_an_agent_with_documents_of_its_own_is_asked_before_those_above_it() -> None:
    permits = agent("Permits", "Renews and checks resident permits.")
    text = "What does a resident permit cost?"
    able = below(text, permits, RENEW, documents("permit_docs"))
    assert decide(text, documents(), children=[able]) == Transfer(permits)


def test_who_asks_for_a_deed_politely_is_not_sent_to_the_documents() -> None:
    for text in ("Could you please renew a permit for me?", "Can you renew a permit?"):
        assert decide(text, RENEW, documents()).asks == open_call(RENEW)
    for text in ("Can you renew permits?", "Can I renew a permit?"):
        assert decide(text, RENEW, documents()).tool == documents()


def test_who_asks_whether_there_is_some_is_answered_by_the_tool_that_finds_it() -> None:
    find = client_function("find_spaces", "Finds free spaces in a zone.", zone="STRING")
    assert decide("Are there free spaces?", find, documents()).asks == open_call(find)
    for rules in ("Are spaces free of charge in a zone?", "Is there wifi in the free spaces?"):
        assert decide(rules, find, documents()).tool == documents()


def test_a_question_goes_to_the_documents_below_if_nothing_else_has_any() -> None:
    text = "How big may my carry-on be?"
    faq = below(text, agent("Answers"), documents())
    assert decide(text, children=[faq]) == Transfer(faq.agent)
    said = "It is a big bag"
    assert not isinstance(
        decide(said, children=[below(said, agent("Answers"), documents())]), Transfer
    )


def test_a_short_question_goes_to_no_other_agent_before_the_documents() -> None:
    text, question = "And is there wifi?", "Is there wifi on a seat?"
    seats = agent("Seats", "Changes a seat, has wifi on board.")
    above = below(text, agent("Front"))
    above = replace(above, children=[below(text, seats)])
    decided = decide(text, documents(), parents=[above], standalone_text=question)
    assert decided == Call(documents(), {"query": question})


HEALTH = client_function("check_health", "Checks whether a service is up.", service="STRING")
HEALTH.client_function.parameters.properties["service"].enum.extend(["vpn", "wiki"])


def test_who_asks_how_something_is_done_is_told_by_the_documents() -> None:
    text = "How do I connect to the vpn service?"
    assert decide(text, HEALTH, documents()) == Call(documents(), {"query": text})
    for asked in ("Is the vpn service up?", "How is the vpn service?"):
        assert decide(asked, HEALTH, documents()) == Call(HEALTH, {"service": "vpn"})
    asked = "How can I look up order A-7?"
    assert decide(asked, ORDER, documents()) == Call(ORDER, {"order_number": "A-7"})
