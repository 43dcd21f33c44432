"""Which tool a text is for."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Say
from emulator.ces.runtime.planning.memory import Memory
from tests.ces.planning.deciding import (
    BOOK,
    CANCEL,
    ORDER,
    PAY,
    agent,
    client_function,
    decide,
    documents,
    open_call,
)


def test_the_tool_is_called_that_shares_the_most_words() -> None:
    decided = decide("Pay my bill over 12.50", ORDER, PAY, documents())
    assert decided == Call(PAY, {"amount": 12.5})


def test_a_tool_that_is_named_is_called_whatever_else_would_fit() -> None:
    ship = client_function("ship", "Does what it says.", order_number="STRING")
    for named in (ORDER, ship):
        told = f"{named.display_name} order_number=7 pay my bill amount=12"
        assert decide(told, PAY, ORDER, ship) == Call(named, {"order_number": "7"})


VISITS = client_function("list_visits", "Lists visits.")


def test_a_verb_that_asks_for_a_tool_tells_though_most_tools_have_it() -> None:
    find = client_function("find_sailings", "Finds sailings that one may book.", date="STRING")
    book = client_function("book_sailing", "Books a sailing.", sailing_id="STRING")
    show = client_function("get_booking", "Shows a booking.", reference="STRING")
    decided = decide("Book sailing S-17", find, book, show)
    assert decided == Call(book, {"sailing_id": "S-17"})


def test_a_value_that_is_one_of_a_few_tells_what_tool_is_meant() -> None:
    status = client_function("tell_status", "Tells of a car here.", plate="STRING")
    book = client_function("set_date", "Sets a date.", service="STRING")
    book.client_function.parameters.properties["service"].enum.extend(["oil_change", "repair"])
    said = decide("My car needs an oil change", status, book)
    assert said.asks == open_call(book, service="oil_change")


def test_a_verb_for_telling_tells_less_than_a_noun() -> None:
    check = client_function("check_rooms", "Checks which rooms are free.", nights="INTEGER")
    text = "When can we check in?"
    assert decide(text, check, documents()) == Call(documents(), {"query": text})


def test_two_words_may_be_one_in_a_name() -> None:
    fetch = client_function("pickup_car", "?", street="STRING")
    assert decide("Pick it up, my car", ORDER, fetch).asks.tool == fetch.name


def test_who_has_done_it_already_asks_for_nothing() -> None:
    send = client_function("send_receipt", "Sends a receipt.", code="STRING")
    told = decide("I already sent the receipt A-7", send, documents())
    assert told.tool == documents()
    assert decide("I already paid, cancel order A-7", CANCEL).args == {"order_number": "A-7"}


def test_words_that_nothing_has_stand_for_those_of_the_same_meaning() -> None:
    reserve = client_function("reserve_table", "Reserves a table.", party_size="INTEGER")
    call_off = client_function("cancel_table", "Cancels a table.", code="STRING")
    decided = decide("book a table for four", call_off, reserve)
    assert decided == Call(reserve, {"party_size": 4})


def test_what_a_text_refers_to_is_read_out_of_the_question() -> None:
    question = "Pay for order A-7"
    decided = decide("Look up that order", ORDER, standalone_text=question)
    assert decided == Call(ORDER, {"order_number": "A-7"})
    said = decide("Look up order B-8", ORDER, standalone_text=question)
    assert said == Call(ORDER, {"order_number": "B-8"})


def test_a_text_that_goes_on_from_a_question_calls_its_tool_with_what_is_new() -> None:
    again = "What is the state of order A2?"
    assert decide("and A2?", ORDER, standalone_text="Look up order A2") == Call(
        ORDER, {"order_number": "A2"}
    )
    assert decide("And today?", ORDER, standalone_text=f"And today ({again})?") != Call(
        ORDER, {"order_number": "A2"}
    )
    assert decide("Is it blue?", ORDER, standalone_text=again) == Say(replies.NO_CAPABILITY)


def test_of_tools_that_fit_equally_well_a_question_takes_one_that_can_answer() -> None:
    assert decide("Which visits do I have?", BOOK, VISITS) == Call(VISITS, {})
    assert decide("I need a visit", BOOK, VISITS).asks.tool == BOOK.name


def test_a_tool_is_called_by_its_name_with_arguments_by_theirs() -> None:
    decided = decide("look_up_order order_number=7", ORDER, PAY)
    assert decided == Call(ORDER, {"order_number": "7"})


@pytest.mark.parametrize("name", ["get_order", "get_order_lines", "order"])
def test_a_tool_is_called_by_its_name_among_those_that_share_its_words(name: str) -> None:
    of_tools = ("get_order_lines", "get_order", "order")
    tools = {one: client_function(one, "Shows an order.", id="STRING") for one in of_tools}
    assert decide(f"{name} id=7", *tools.values()) == Call(tools[name], {"id": "7"})


def test_a_tool_is_called_by_a_plain_name_with_arguments() -> None:
    ping = client_function("ping", "Asks a station whether it is there.", station="STRING")
    assert decide("ping station=7", ping, documents()) == Call(ping, {"station": "7"})


def test_a_text_with_all_of_a_short_description_is_enough() -> None:
    poem = client_function("ask_poet", "Writes a poem.")
    assert decide("Please write a poem about rain", poem, documents()) == Call(poem, {})


def test_a_tool_that_has_something_to_do_with_it_is_called_where_nothing_else_helps() -> None:
    asks = client_function("ask_geo", "Asks about capital cities")
    assert decide("What about capital cities?", asks) == Call(asks, {})
    assert decide("What about capital letters?", asks) == Say(replies.NO_CAPABILITY)
    searched = decide("What about capital cities?", asks, documents())
    assert searched.tool == documents()


def test_a_code_calls_the_tool_that_needs_nothing_else() -> None:
    ticket = client_function("find_ticket", "Finds a fine.", ticket="STRING")
    ticket.client_function.parameters.properties["ticket"].description = "PT and five digits"
    for text in ("PT10001", "I have got PT10001 here in my hand", "What about PT10001?"):
        assert decide(text, PAY, ticket, documents()) == Call(ticket, {"ticket": "PT10001"})


def test_what_is_known_of_a_call_but_for_one_code_asks_for_it_if_it_is_confirmed() -> None:
    move = client_function("move_parcel", "Moves a parcel.", parcel="STRING", point="STRING")
    for name, about in (("parcel", "SW and eight digits"), ("point", "PP- and two digits")):
        move.client_function.parameters.properties[name].description = about
    known = Memory(lasting={"parcel": "SW12345678"})
    args = {"parcel": "SW12345678", "point": "PP-31"}
    for others in ((), (PAY, ORDER)):
        decided = decide("Then take PP-31", move, *others, memory=known)
        assert decided.asks == open_call(move, **args)
    assert not isinstance(decide("Then take PP-31", move), Call)
    asked = "What happens if SW12345678 goes to PP-31?"
    assert decide(asked, move) == Say(replies.NO_CAPABILITY)


def test_a_verb_of_the_description_asks_for_what_it_describes() -> None:
    make = client_function("create_reservation", "Book a table for a guest.", phone="STRING")
    find = client_function("search_tables", "Find free tables by the phone.", phone="STRING")
    args = {"phone": "555-201-3344"}
    assert decide("Great, book it, my phone is 555-201-3344", find, make) == Call(make, args)
    assert decide("I'd like to reserve one, 555-201-3344", find, make) == Call(make, args)


STOCK = client_function("check_availability", "Tells whether it is in stock.", product_id="STRING")


def test_a_code_tells_that_a_tool_is_meant_which_has_a_word_of_the_question() -> None:
    decided = decide("Is soil-456 in stock?", STOCK, documents())
    assert decided == Call(STOCK, {"product_id": "soil-456"})
    for question in ("What does error E-42 mean?", "Is soil in stock?"):
        assert decide(question, STOCK, documents()) == Call(documents(), {"query": question})


def test_a_verb_that_means_the_same_asks_for_a_tool_that_is_told_what_with() -> None:
    transfer = client_function(
        "transfer_money", "Transfers money.", amount="NUMBER", payee="STRING"
    )
    decided = decide("Send 200 dollars to Lena Ortiz", transfer, documents())
    assert decided == Call(transfer, {"amount": 200.0, "payee": "Lena Ortiz"})
    text = "Send me the rules"
    assert decide(text, transfer, documents()) == Call(documents(), {"query": text})


def test_a_noun_of_a_tools_name_after_to_is_no_verb() -> None:
    update = client_function("update_seat", "Updates a seat.", confirmation="STRING", seat="STRING")
    decided = decide("Please move me to seat 3A, confirmation ABC123", update, is_new_here=True)
    assert decided == Call(update, {"confirmation": "ABC123", "seat": "3A"})


def test_what_the_session_knows_calls_no_tool_for_what_documents_may_answer() -> None:
    balance = client_function("leave_balance", "Days of vacation.", employee_id="STRING")
    question = "Do I need a certificate for sick leave?"
    known = {"employee_id": "E-100"}
    for tools in ((balance, documents()), (documents(), balance)):
        assert decide(question, *tools, variables=known) == Call(documents(), {"query": question})
    assert decide("What is my balance of leave?", balance, documents(), variables=known) == Call(
        balance, known
    )


def test_what_only_the_session_knows_is_told_after_the_documents() -> None:
    balance = client_function("lunch_balance", "Tells the balance of lunch.", child="STRING")
    known = {"child": "Milo"}
    question = "How much does lunch cost?"
    asked = decide(question, balance, documents(), variables=known)
    assert asked == Call(documents(), {"query": question})
    for text, tools in (
        (question, (balance,)),
        ("What is my balance of lunch?", (balance, documents())),
        ("What is the balance of lunch, child=Milo?", (balance, documents())),
    ):
        assert decide(text, *tools, variables=known) == Call(balance, known)


def test_a_deed_that_went_wrong_is_only_done_again_with_consent() -> None:
    desk = agent("Desk", instruction="Ask the user to confirm before you call {@TOOL: pay_bill}.")
    failed = Memory(tool=PAY.name, args={"amount": 9000.0}, has_failed=True)
    decided = decide("then 4000", PAY, agent=desk, memory=failed)
    assert decided.asks == open_call(PAY, amount=4000.0)
    assert decide("then 4000", PAY, memory=failed) == Call(PAY, {"amount": 4000.0})


def test_who_looks_for_something_is_for_a_tool_that_searches_for_any_text() -> None:
    search = client_function("search_products", "Searches the catalog.", query="STRING")
    branch = client_function("find_branch", "Finds a branch.", city="STRING")
    text = "I'm looking for running shoes"
    assert decide(text, branch, search, documents()) == Call(search, {"query": text})
    assert decide(text, branch, documents()) == Call(documents(), {"query": text})


def test_a_verb_for_telling_may_be_a_noun_of_the_users_own() -> None:
    tasks = client_function("list_tasks", "Lists tasks.")
    assert decide("What's on my list?", tasks) == Call(tasks, {})
    assert decide("List what is new", tasks) == Say(replies.NO_CAPABILITY)


def test_a_code_alone_asks_for_nothing_to_be_done() -> None:
    text = "Slot S-2 is too early"
    reserve = client_function("book_place", "Books a place for a slot.", slot_id="STRING")
    assert decide(text, reserve, documents()) == Call(documents(), {"query": text})
    decided = decide("And slot S-2 too, please", reserve, documents())
    assert decided == Call(reserve, {"slot_id": "S-2"})


def test_what_is_denied_of_the_question_before_is_not_done() -> None:
    freeze = client_function("freeze_card", "Freezes a card.", card="STRING")
    freeze.client_function.parameters.properties["card"].enum.extend(["debit", "credit"])
    text, question = "and now not the debit card", "freeze my debit card"
    assert decide(text, freeze, standalone_text=question).asks == open_call(freeze, card="debit")
    denied = decide("and not A-7", CANCEL, standalone_text="cancel order A-7")
    assert not isinstance(denied, Call)
    assert decide("and A-7", CANCEL, standalone_text="cancel order A-7") == Call(
        CANCEL, {"order_number": "A-7"}
    )
    decided = decide("and the debit card", freeze, standalone_text=question)
    assert decided == Call(freeze, {"card": "debit"})


def test_a_variable_is_no_new_value_of_what_is_changed() -> None:
    plans = client_function("change_plan", "Changes the plan.", plan="STRING")
    plans.client_function.parameters.properties["plan"].enum.extend(["Volt S", "Volt M"])
    known = {"plan": "Volt M"}
    asked = decide("Please change my plan", plans, variables=known)
    assert asked.text == "Which plan?"
    chosen = decide("Please change my plan to Volt S", plans, variables=known)
    assert chosen == Call(plans, {"plan": "Volt S"})


@pytest.mark.parametrize(
    ("text", "name"), [("show my orders", "list_orders"), ("show my order A-7", "get_order")]
)
def test_many_are_listed_and_one_is_shown(text: str, name: str) -> None:
    one = client_function("get_order", "Gets an order.", order_number="STRING")
    many = client_function("list_orders", "Gets all orders.")
    assert decide(text, one, many).tool.display_name == name


MENU = client_function("get_menu", "Gets the dishes.")
HOURS = client_function("get_hours", "Gets the hours.", day="STRING")
CASES = """<step><trigger>They ask about allergies.</trigger>Call {@TOOL: get_menu}.</step>
<step><trigger>They ask when it opens.</trigger>Call {@TOOL: get_hours}.</step>"""


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("what do you have for people with allergies?", MENU),
        ("what do you have for dogs?", None),
        ("is it a nice place to ask?", None),
    ],
)
def test_the_lookup_of_a_case_is_called_for_a_question_about_it(text: str, tool: Any) -> None:
    decided = decide(text, MENU, HOURS, agent=agent("Host", instruction=CASES))
    assert decided == (Call(tool, {}) if tool else Say(replies.NO_CAPABILITY))


def test_a_verb_for_one_tool_is_no_noun_of_another() -> None:
    create = client_function("create_reservation", "Creates one.", guests="INTEGER")
    change = client_function("update_reservation", "Changes a reservation.", reference="STRING")
    says = "To change a reservation, call {@TOOL: update_reservation}."
    desk = agent("Host", instruction=says)
    decided = decide("I'd like to reserve for 5", change, create, agent=desk)
    assert decided == Call(create, {"guests": 5})
    decided = decide("Please update reservation 77", change, create, agent=desk)
    assert decided == Call(change, {"reference": "77"})
