"""What an agent decides by rules, without a server."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.ces.conditions import is_true
from emulator.ces.runtime.arguments import read_answer, read_arguments
from emulator.ces.runtime.guardrails import banned_content
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Say, Situation, Transfer
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.planning.planner import instead, plan
from emulator.ces.runtime.planning.preparing import told_then
from emulator.ces.runtime.state import MOST_READ, PendingCall, SessionState
from emulator.ces.runtime.tools.declarations import input_schema
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces
from tests.pace import within


def client_function(name: str, description: str, **parameters: str) -> Any:
    tool = ces.Tool(name=f"app/tools/{name}", display_name=name)
    function = tool.client_function
    function.name, function.description = name, description
    function.parameters.type = ces.Schema.OBJECT
    for parameter, kind in parameters.items():
        function.parameters.properties[parameter].type = ces.Schema.Type.Value(kind)
        function.parameters.required.append(parameter)
    return tool


def documents(name: str = "search_docs") -> Any:
    tool = ces.Tool(name=f"app/tools/{name}", display_name=name)
    tool.data_store_tool.name = name
    return tool


def end() -> Any:
    tool = ces.Tool(name="app/tools/end_session", display_name="end_session")
    tool.system_tool.name = "end_session"
    return tool


def agent(name: str, description: str = "", instruction: str = "") -> Any:
    return ces.Agent(
        name=f"app/agents/{name}",
        display_name=name,
        description=description,
        instruction=instruction,
    )


def below(text: str, child: Any, *tools: Any) -> Situation:
    return Situation(child, text, text, [(tool, input_schema(tool)) for tool in tools])


def decide(text: str, *tools: Any, children: Any = (), **fields: Any) -> Any:
    fields["children"] = [
        one if isinstance(one, Situation) else below(text, one) for one in children
    ]
    situation: dict[str, Any] = {
        "agent": agent("Support"),
        "text": text,
        "question": text,
        **fields,
    }
    return plan(Situation(tools=[(tool, input_schema(tool)) for tool in tools], **situation))


ORDER = client_function("look_up_order", "Looks up an order by its number.", order_number="STRING")
PAY = client_function("pay_bill", "Pays a bill of the customer.", amount="NUMBER")


def test_the_tool_is_called_that_shares_the_most_words() -> None:
    decided = decide("Pay my bill over 12.50", ORDER, PAY, documents())
    assert decided == Call(PAY, {"amount": 12.5})


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("What is the weather forecast for Oslo?", "Oslo"),
        ("Tell me the weather forecast of New York on Monday", "New York"),
        ("The weather forecast, please, and Bergen?", "Bergen"),
    ],
)
def test_a_place_is_read_out_of_a_question(text: str, city: str) -> None:
    forecast = client_function("forecast", "Tells the weather forecast of a city.", city="STRING")
    assert decide(text, forecast, documents()) == Call(forecast, {"city": city})


def test_a_day_is_no_place() -> None:
    forecast = client_function("forecast", "Tells the weather forecast of a city.", city="STRING")
    decided = decide("Show the weather forecast for Monday", forecast)
    assert isinstance(decided, Say)
    assert decided.asks is not None


IDENTIFY = client_function("identify", "Finds a patient.", full_name="STRING", born_date="STRING")
BOOK = client_function("book_visit", "Books a visit.", day="STRING")
VISITS = client_function("list_visits", "Lists visits.")


def open_call(tool: Any, **args: Any) -> PendingCall:
    return PendingCall("", tool.name, args)


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("I was born on 1980-05-17", {"born_date": "1980-05-17"}),
        ("Maria Lopez, 17 May 1980", {"full_name": "Maria Lopez", "born_date": "1980-05-17"}),
        ("maria lopez", {"full_name": "maria lopez"}),
    ],
)
def test_what_was_asked_for_is_taken_in_any_order(text: str, args: dict[str, Any]) -> None:
    decided = decide(text, IDENTIFY, open_call=open_call(IDENTIFY))
    assert (decided.args if isinstance(decided, Call) else decided.asks.args) == args


def test_small_talk_is_no_answer() -> None:
    waiting = open_call(IDENTIFY)
    greeting = Say("Hello, this is Support. How can I help you?")
    assert decide("Hello", IDENTIFY, open_call=waiting) == greeting
    assert decide("never mind", IDENTIFY, open_call=waiting) == Say(replies.ELSE)


def test_what_makes_no_sense_of_a_question_is_asked_again() -> None:
    waiting = open_call(BOOK)
    asked = decide("31 February", BOOK, documents(), open_call=waiting)
    assert asked == Say("Which day?", waiting)
    assert decide("I pressed the button already", BOOK, open_call=waiting) == asked
    assert decide("How deep is it?", BOOK, documents(), open_call=waiting).tool == documents()


def test_nothing_is_done_for_who_only_asks_about_it() -> None:
    cancel = client_function("cancel_order", "Cancels an order.", order_number="STRING")
    args = {"order_number": "A-7"}
    status = client_function("order_status", "Tells the status of an order.", order_number="STRING")
    assert decide("Cancel order A-7", cancel, status) == Call(cancel, args)
    assert decide("How do I cancel order A-7?", cancel, documents()).tool == documents()
    assert decide("Was order A-7 cancelled?", cancel, status) == Call(status, args)
    assert decide("It is order A-7", cancel, status) == Call(status, args)
    assert decide("Thanks for cancelling order A-7!", cancel, status) == Say(replies.WELCOME)
    more = "Thanks for that, now cancel order A-7"
    assert decide(more, cancel, status) == Call(cancel, args)
    asked = "Was order A-7 cancelled?"
    assert decide(asked, cancel, is_new_here=True, open_call=open_call(cancel)).text


FIND = client_function("find_slots", "Finds free slots.", kind="STRING", day="STRING")
TAKE = client_function("take_slot", "Books a slot.", kind="STRING", day="STRING", time="STRING")
VERIFY = client_function("verify_user", "Verifies who it is.", born_date="STRING")


def instructed(*names: str, after: str = "") -> Any:
    return agent("Desk", instruction="\n".join(f"Call {{@TOOL: {name}}}{after}." for name in names))


def test_what_tells_more_of_the_same_comes_before_what_does_something() -> None:
    desk, said = instructed("find_slots", "take_slot"), "Book a slot, kind=eyes, tomorrow"
    today = {"current_date": "2026-11-21"}
    decided = decide(said, FIND, TAKE, agent=desk, variables=today)
    args = {"kind": "eyes", "day": "2026-11-22"}
    assert decided == Call(FIND, args, PendingCall("", TAKE.name, args))
    known = Memory(called=[FIND.name])
    decided = decide(said, FIND, TAKE, agent=desk, variables=today, memory=known)
    assert decided.asks == PendingCall("", TAKE.name, args)


def test_who_the_user_is_comes_before_all_else() -> None:
    desk = instructed("verify_user", "look_up_order")
    decided = decide("Look up order A-7", VERIFY, ORDER, agent=desk)
    goal = PendingCall("", ORDER.name, {"order_number": "A-7"})
    assert decided.asks == PendingCall("", VERIFY.name, {}, goal)
    who = client_function("verify_user", "Verifies who it is.", customer_id="STRING")
    assert decide("Look up order A-7", who, ORDER, agent=desk).asks == decided.asks
    decided = decide("1980-05-17", VERIFY, ORDER, agent=desk, open_call=decided.asks)
    assert decided == Call(VERIFY, {"born_date": "1980-05-17"}, goal)


CANCEL = client_function("cancel_order", "Cancels an order.", order_number="STRING")


def test_what_users_have_to_confirm_is_done_for_who_says_yes() -> None:
    desk = instructed("cancel_order", after=" when they confirm it")
    asked = decide("Cancel order A-7", CANCEL, agent=desk)
    waiting = open_call(CANCEL, order_number="A-7")
    assert asked == Say("Please confirm: shall I cancel order (order number: A-7)?", waiting)

    def answered(text: str) -> Any:
        return decide(text, CANCEL, agent=desk, open_call=waiting)

    for text in (
        "yes",
        "Yes, go ahead",
        "ok do it",
        "That's right",
        "Yes, thanks",
        "cancel it now",
    ):
        assert answered(text) == Call(CANCEL, {"order_number": "A-7"})
    for text in ("no", "hmm wait, no, don't cancel it", "I don't want that"):
        assert answered(text) == Say(replies.LEFT)
    reserved = (
        "ok wait",
        "please wait",
        "I do not know",
        "sure, is it free?",
        "yes, if it is free",
        "right now?",
    )
    for text in ("why?", "Is it far?", "What would happen?", *reserved):
        assert not isinstance(answered(text), Call)
        assert answered(text).asks == waiting
    assert answered("no, A-8").asks.args == {"order_number": "A-8"}


def test_what_is_taken_back_is_called_once_more() -> None:
    last = Memory(tool=PAY.name, args={"amount": 15.0})
    for text in ("sorry, make it 20", "I meant 20"):
        assert decide(text, PAY, memory=last) == Call(PAY, {"amount": 20.0})
    for text in ("Actually, would 20 be possible?", "sorry"):
        assert not isinstance(decide(text, PAY, memory=last), Call)
    told = decide("Sorry, I never got the 20 of last year", PAY, memory=last)
    assert told.asks == PendingCall("", PAY.name, {"amount": 20.0})
    failed = Memory(tool=PAY.name, args={"amount": 15.0}, has_failed=True)
    assert decide("ok then 20", PAY, memory=failed) == Call(PAY, {"amount": 20.0})


def test_what_only_tells_of_a_deed_is_asked_about_before_it_is_done() -> None:
    report = client_function("report_outage", "Opens a ticket by number.", phone_number="STRING")
    decided = decide("a ticket has my number 0151 2345678 by then", report)
    assert decided.asks.args == {"phone_number": "0151 2345678"}
    assert isinstance(decide("I need a ticket, my number is 0151 2345678", report), Call)
    visit = client_function("book_visit", "Books a visit.", day="STRING", time="STRING")
    assert decide("Order A-7 is broken", CANCEL).asks == open_call(CANCEL, order_number="A-7")
    assert isinstance(decide("Order A-7", CANCEL), Call)
    today = {"current_date": "2026-11-21"}
    assert isinstance(decide("on Dec 3 at 14:30", visit, variables=today), Call)
    assert decide("My dog was ill on Dec 3 at 14:30", visit, variables=today).asks


def test_what_may_be_any_text_may_begin_with_no() -> None:
    returns = client_function("return_order", "Registers a return.", reason="STRING")
    waiting = open_call(returns)
    for text in ("No sound", "I don't like the colour"):
        assert decide(text, returns, open_call=waiting) == Call(returns, {"reason": text})
    for text in ("no", "I don't want that", "no, leave it"):
        assert decide(text, returns, open_call=waiting) == Say(replies.LEFT)


def test_what_comes_first_is_not_called_again_when_it_has_failed() -> None:
    desk = instructed("find_slots", "take_slot")
    failed = Memory(tool=FIND.name, args={"kind": "eyes"}, has_failed=True)
    tools = [(one, input_schema(one)) for one in (FIND, TAKE)]
    situation = Situation(desk, "Book it", "Book it", tools, memory=failed)
    goal = PendingCall("", TAKE.name, {"kind": "eyes", "day": "2026-11-22"})
    assert told_then(situation, [FIND], "find_slots failed", goal) == Say("find_slots failed")


@pytest.mark.parametrize(
    ("instruction", "is_asked"),
    [
        ("Use {@TOOL: look_up_order} first.", True),
        ("Use {@TOOL: look_up_order} when somebody asks for a parcel. Else search.", False),
        ("1. If a parcel is late, call `look_up_order`.\n2. Search.", False),
    ],
)
def test_a_complaint_is_answered_by_how_an_instruction_begins_in_all_cases(
    instruction: str, is_asked: bool
) -> None:
    desk = agent("Desk", instruction=instruction)
    decided = decide("My valve does not close", ORDER, documents(), agent=desk)
    assert isinstance(decided, Say) is is_asked


def test_what_was_just_told_is_not_told_again_for_a_general_question() -> None:
    told = Memory(tool=ORDER.name, args={"order_number": "A-7"}, lasting={"ordernumber": "A-7"})
    for question, last, tool in [
        ("How are orders looked up?", told, documents()),
        ("How are orders looked up?", replace(told, tool=PAY.name), ORDER),
        ("Can you look up my order?", told, ORDER),
    ]:
        assert decide(question, ORDER, documents(), memory=last).tool == tool


def test_an_agent_below_that_waits_gets_what_is_told_after_a_question_beside_it() -> None:
    below = agent("Passwords")
    below.tools.append(BOOK.name)
    decided = decide("by mail", documents(), children=[below], open_call=open_call(BOOK))
    assert decided == Transfer(below)


def test_words_that_nothing_has_stand_for_those_of_the_same_meaning() -> None:
    reserve = client_function("reserve_table", "Reserves a table.", party_size="INTEGER")
    call_off = client_function("cancel_table", "Cancels a table.", code="STRING")
    decided = decide("book a table for four", call_off, reserve)
    assert decided == Call(reserve, {"party_size": 4})


def test_a_session_knows_the_codes_that_it_had_but_nothing_old_is_new() -> None:
    known = Memory(lasting={"ordernumber": "A-7"})
    assert decide("Cancel that order", CANCEL, memory=known) == Call(
        CANCEL, {"order_number": "A-7"}
    )
    assert isinstance(decide("Cancel another order", CANCEL, memory=known), Say)
    changed = client_function("change_order", "Changes an order.", new_order_number="STRING")
    known = Memory(lasting={"newordernumber": "A-7"})
    assert isinstance(decide("Change the order", changed, memory=known), Say)


def test_what_was_said_for_one_thing_is_not_said_for_the_next() -> None:
    said = Memory(passing={"borndate": "1980-05-17"}, said=["I was born on 1980-05-17"])
    decided = decide("Book a visit", BOOK, memory=said, earlier=said.said)
    assert decided.asks == PendingCall("", BOOK.name, {})


def test_a_state_is_read_as_it_was_written_and_from_before_there_was_a_memory() -> None:
    state = SessionState(open_call=PendingCall("", "a", {}, PendingCall("", "b", {"c": 1})))
    state.memory.hear("Hi")
    assert SessionState.read(state.written()) == state
    old = json.loads(SessionState().written())
    del old["memory"]
    assert SessionState.read(json.dumps(old).encode()) == SessionState()


def test_a_memory_keeps_only_so_much_of_what_tools_give() -> None:
    memory = Memory()
    for turn in range(20):
        given = {f"row_{turn}_{row}_id": str(row) for row in range(20)}
        memory.learn(ORDER, input_schema(ORDER), {}, {**given, "code": "x" * 10_000})
        memory.hear("")
    assert memory.said == []
    assert len(memory.lasting) == 50
    assert "row1919id" in memory.lasting
    assert "code" not in memory.lasting


def test_what_a_text_refers_to_is_read_out_of_the_question() -> None:
    question = "Pay for order A-7"
    decided = decide("Look up that order", ORDER, question=question)
    assert decided == Call(ORDER, {"order_number": "A-7"})
    said = decide("Look up order B-8", ORDER, question=question)
    assert said == Call(ORDER, {"order_number": "B-8"})


def test_a_text_that_goes_on_from_a_question_calls_its_tool_with_what_is_new() -> None:
    again = "What is the state of order A2?"
    assert decide("and A2?", ORDER, question="Look up order A2") == Call(
        ORDER, {"order_number": "A2"}
    )
    assert decide("And today?", ORDER, question=f"And today ({again})?") != Call(
        ORDER, {"order_number": "A2"}
    )
    assert decide("Is it blue?", ORDER, question=again) == Say(replies.NO_CAPABILITY)


def test_of_tools_that_fit_equally_well_a_question_takes_one_that_can_answer() -> None:
    assert decide("Which visits do I have?", BOOK, VISITS) == Call(VISITS, {})
    assert decide("I need a visit", BOOK, VISITS).asks.tool == BOOK.name


def test_an_agent_that_was_sent_here_begins_with_its_only_tool() -> None:
    assert decide("It hurts", IDENTIFY, end(), is_new_here=True).asks.tool == IDENTIFY.name
    assert decide("It is Maria Lopez", IDENTIFY).asks.args == {"full_name": "Maria Lopez"}
    assert decide("Is it blue?", IDENTIFY) == Say(replies.NO_CAPABILITY)


def test_a_statement_goes_where_it_has_something_to_do_with_before_the_documents() -> None:
    children = [agent("Sales", "Keeps the cart."), agent("Complaints", "For the unhappy.")]
    assert decide("I complain", documents(), children=children) == Transfer(children[1])
    assert decide("Fill a cart", documents(), children=children) == Transfer(children[0])
    for text in ("Is there a cart?", "Tell me of carts", "I want to know of a cart"):
        assert decide(text, documents(), children=children).tool == documents()


def test_a_statement_goes_to_the_documents_before_much_is_asked_for_it() -> None:
    asks = client_function("ask_geo", "Asks about capital cities", country="STRING")
    knows = client_function("ask_geo", "Asks about capital cities")
    assert decide("Some capital cities", asks, documents()).tool == documents()
    assert decide("Some capital cities", knows, documents()) == Call(knows, {})


def test_what_no_document_answers_goes_where_it_has_something_to_do_with() -> None:
    sales = agent("Sales", "Keeps the cart.")
    for text, expected in (("Is there a cart?", Transfer(sales)), ("How deep is it?", None)):
        tools = [(documents(), input_schema(documents()))]
        desk = Situation(agent("Desk"), text, text, tools, [below(text, sales)])
        assert instead(desk) == expected


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


def test_a_tool_is_called_by_its_name_with_arguments_by_theirs() -> None:
    decided = decide("look_up_order order_number=7", ORDER, PAY)
    assert decided == Call(ORDER, {"order_number": "7"})


def test_a_tool_is_called_by_a_plain_name_with_arguments() -> None:
    ping = client_function("ping", "Asks a station whether it is there.", station="STRING")
    assert decide("ping station=7", ping, documents()) == Call(ping, {"station": "7"})


def test_a_text_with_all_of_a_short_description_is_enough() -> None:
    poem = client_function("ask_poet", "Writes a poem.")
    assert decide("Please write a poem about rain", poem, documents()) == Call(poem, {})


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("Thanks!", replies.WELCOME),
        ("ok, thank you very much", replies.WELCOME),
        ("Great, perfect.", replies.ELSE),
        ("no", replies.ELSE),
        ("No, forget it.", replies.ELSE),
        ("sorry, I changed my mind", replies.ELSE),
        ("Hello", "Hello, this is Desk. How can I help you?"),
        ("What can you do?", "This is Desk: answers customers. How can I help you?"),
        (
            "And what else can you do for me?",
            "This is Desk: answers customers. How can I help you?",
        ),
    ],
)
def test_small_talk(said: str, answered: str) -> None:
    desk = agent("Desk", "Answers customers.")
    assert plan(Situation(desk, said, said)) == Say(answered)


def test_an_agent_is_chosen_by_its_description() -> None:
    billing = agent("Billing", "Answers questions about invoices and payments.")
    sales = agent("Sales", "Answers questions about products.")
    decided = decide("I have questions about invoices", ORDER, children=[sales, billing])
    assert decided == Transfer(billing)


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
        above = Situation(agent("Desk"), text, text, [(PAY, input_schema(PAY))])
        decided = decide(text, documents(), parents=[above])
        assert isinstance(decided, Transfer) is goes_up


@pytest.mark.parametrize("text", ["Hello", "Thanks!", "<event>welcome</event>", ""])
def test_small_talk_and_events_are_greeted(text: str) -> None:
    assert isinstance(decide(text, ORDER, documents()), Say)


def test_a_tool_that_has_something_to_do_with_it_is_called_where_nothing_else_helps() -> None:
    asks = client_function("ask_geo", "Asks about capital cities")
    assert decide("What about capital cities?", asks) == Call(asks, {})
    assert decide("What about capital letters?", asks) == Say(replies.NO_CAPABILITY)
    searched = decide("What about capital cities?", asks, documents())
    assert searched.tool == documents()


@pytest.mark.parametrize(
    "text",
    [
        "Bye",
        "ok, goodbye!",
        "Thank you, bye",
        "End the chat",
        "great thank you bye",
        "not interested then. goodbye",
        "no, that's everything. Thanks!",
        "cool, see you then!",
        "nope that's all",
    ],
)
def test_a_farewell_ends_the_session_if_the_agent_may(text: str) -> None:
    assert decide(text, documents(), end()).tool.display_name == "end_session"


def test_a_farewell_is_no_argument_of_what_an_agent_waits_for() -> None:
    renew = client_function("renew_permit", "Renews a permit.", begins_on="STRING", note="STRING")
    waiting = open_call(renew)
    said = {"question": "Renew my permit", "open_call": waiting}
    assert decide("That's all, bye", renew, **said) == Say(replies.GOODBYE)
    office = agent("Office")
    above = Situation(office, "", "", [(end(), input_schema(end()))])
    assert decide("That's all, bye", renew, parents=[above], **said) == Transfer(office)
    polite = agent("Desk", instruction='If the user says bye, say "Drive safely!"')
    assert decide("That's all, bye", renew, agent=polite) == Say("Drive safely!")


def test_saying_goodbye_in_a_question_ends_nothing() -> None:
    decided = decide("What happens if I end the session early?", documents(), end())
    assert decided.tool.display_name == "search_docs"


def test_who_only_asks_for_a_deed_has_not_said_what_about() -> None:
    appeal = client_function(
        "file_appeal", "Files an appeal against a ticket.", ticket="STRING", reason="STRING"
    )
    for text in ("I want to appeal", "Please file an appeal for PT-10001, please"):
        asked = decide(text, appeal).asks
        assert asked is not None
        assert "reason" not in asked.args, text
    said = "File an appeal for PT-10001, I was ill"
    assert decide(said, appeal) == Call(appeal, {"ticket": "PT-10001", "reason": said})
    said = "I'd like to appeal PT-10001 because I was ill"
    told = decide(said, appeal, earlier=["Thanks for renewing it"])
    assert told == Call(appeal, {"ticket": "PT-10001", "reason": said})
    assert decide("My ticket is PT-10001", appeal, earlier=["I want to appeal"]).asks == open_call(
        appeal, ticket="PT-10001"
    )
    before = ["I got a fine last Monday"]  # That is no reason.
    assert decide("Please file an appeal", appeal, earlier=before).asks == open_call(appeal)


def test_who_asks_why_is_asked_once_more() -> None:
    for text in ("Why?", "but what for?", "what do you mean by that"):
        assert decide(text, BOOK, documents(), open_call=open_call(BOOK)).asks == open_call(BOOK)
    beside = decide("Why is the sea salty and so very deep?", BOOK, documents())
    assert beside.tool == documents()


def test_another_question_is_no_answer() -> None:
    text = "Tell me how deep the sea is"
    assert decide(text, BOOK, documents(), open_call=open_call(BOOK)).tool == documents()


def test_who_takes_back_a_call_may_want_another_tool() -> None:
    last = Memory(tool=ORDER.name, args={"order_number": "A-7"})
    decided = decide("Actually, cancel A-8", ORDER, CANCEL, memory=last)
    assert decided == Call(CANCEL, {"order_number": "A-8"})


def test_a_deed_that_is_only_asked_about_is_no_answer() -> None:
    waiting = open_call(RENEW)
    asked = decide("How is KA-1234 renewed?", RENEW, documents(), open_call=waiting)
    assert asked.tool == documents()


def test_a_code_calls_the_tool_that_needs_nothing_else() -> None:
    ticket = client_function("find_ticket", "Finds a fine.", ticket="STRING")
    ticket.client_function.parameters.properties["ticket"].description = "PT and five digits"
    for text in ("PT10001", "I have got PT10001 here in my hand"):
        assert decide(text, PAY, ticket, documents()) == Call(ticket, {"ticket": "PT10001"})


def test_who_wants_no_deed_is_not_led_to_it() -> None:
    permits = instructed("check_permit", "renew_permit")
    refused = decide("Don't renew it again", RENEW, CHECK, agent=permits)
    assert refused.asks == PendingCall("", CHECK.name, {})
    told = decide("It is worn out again", RENEW, CHECK, agent=permits)
    assert told.asks.then == open_call(RENEW)


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


RENEW = client_function("renew_permit", "Renews a resident permit.", plate_number="STRING")
CHECK = client_function("check_permit", "Tells when a permit ends.", plate_number="STRING")


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


def schema(**properties: Any) -> Any:
    made = ces.Schema(type=ces.Schema.OBJECT)
    for name, fields in properties.items():
        made.properties[name].CopyFrom(ces.Schema(**fields))
        made.required.append(name)
    return made


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        ({"type": "INTEGER"}, "Send 3 of them", 3),
        ({"type": "NUMBER"}, "It costs 3.5 euros", 3.5),
        ({"type": "STRING", "enum": ["red", "dark blue"]}, "The Dark Blue one", "dark blue"),
        ({"type": "STRING", "description": "E-mail"}, "I am a.b@c.example, ok", "a.b@c.example"),
        ({"type": "STRING", "description": "The date"}, "On 2025-03-01 then", "2025-03-01"),
        ({"type": "STRING", "description": "The order number"}, "It is TL-1042.", "TL-1042"),
        ({"type": "STRING", "description": "A comment"}, "It is broken.", "It is broken."),
        ({"type": "STRING"}, 'Call it "my tent" now', "my tent"),
        ({"type": "STRING"}, "value: abc", "abc"),
        ({"type": "STRING"}, "Is it value=A-7?", "A-7"),
        ({"type": "NUMBER"}, "A refund of 1,000.50 euros", 1000.5),
        ({"type": "INTEGER"}, "value: 12,000, please", 12000),
        ({"type": "BOOLEAN"}, "value=yes", True),
        (
            {"type": "STRING", "description": "The patient's name"},
            "I am Maria Lopez.",
            "Maria Lopez",
        ),
        ({"type": "STRING", "description": "The patient's name"}, "Maria Lopez", "Maria Lopez"),
        ({"type": "STRING", "description": "The SKU"}, "Send 2 of BK-7", "BK-7"),
        ({"type": "STRING", "description": "Its code. It begins with TM."}, "S3, tm-9", "tm-9"),
        ({"type": "STRING", "description": "basic or premium"}, "A Premium one", "premium"),
        (
            {"type": "STRING", "description": "The reason: damaged, wrong_item or not_wanted."},
            "They sent a wrong item",
            "wrong_item",
        ),
        ({"type": "STRING", "description": "The date"}, "On 3 March please", "2027-03-03"),
        ({"type": "STRING", "description": "The time of the day"}, "Tomorrow, 2:30 pm", "14:30"),
    ],
)
def test_an_argument_is_read_out_of_the_text(parameter: Any, text: str, value: Any) -> None:
    variables = {"current_date": "2026-11-21"}
    assert read_arguments(schema(value=parameter), text, variables).found == {"value": value}


@pytest.mark.parametrize("number", ["9" * 400, "9" * 5000, "1e999", "nan", "-inf"])
@pytest.mark.parametrize("kind", ["INTEGER", "NUMBER"])
def test_a_number_out_of_all_range_is_asked_for_again(kind: str, number: str) -> None:
    tool = client_function("order", "Orders.", count=kind)
    assert decide(f"order count={number}", tool).asks.args == {}


@pytest.mark.parametrize(
    ("text", "instruction"),
    [
        ("what can you " * 160, ""),
        ("Hello", "{@TOOL:" + " " * 5_000),
        ("talk to " * 250, ""),
        ("is A" * 500, ""),
        ("no " * 660, ""),
        ("Aa " * 666, ""),
        (", Aa Bb" * 280 + "?", ""),
        ("thanks for " + "a" * 1_980 + ",", ""),
        ("n: " + "1, " * 650, ""),
    ],
)
def test_no_text_takes_long_to_decide_on(text: str, instruction: str) -> None:
    with within(0.5):
        decide(text, documents(), IDENTIFY, agent=agent("Support", instruction=instruction))
        decide(text, IDENTIFY, is_new_here=True)
        decide(text, agent=agent("Support", instruction=instruction))


def test_only_the_latest_questions_are_remembered_and_their_beginnings() -> None:
    state = SessionState()
    state.ask("first", "", *["x" * 5_000] * 10)
    state.ask("last")
    assert len(state.questions) == 10
    assert {len(one) for one in state.questions[:-1]} == {MOST_READ}
    assert state.questions[-1] == "last"


def test_one_number_is_not_read_twice() -> None:
    numbers = schema(first={"type": "INTEGER"}, second={"type": "INTEGER"})
    assert read_arguments(numbers, "From 3 to 8", {}).found == {"first": 3, "second": 8}


@pytest.mark.parametrize("text", ["On 3 March at 7 pm for 4", "2026-12-03, 19:30, 4 of us"])
def test_the_numbers_of_dates_and_times_count_nothing(text: str) -> None:
    assert read_arguments(schema(people={"type": "INTEGER"}), text, {}).found == {"people": 4}


def test_a_number_may_be_that_of_a_date() -> None:
    assert read_arguments(schema(year={"type": "INTEGER"}), "May 1980", {}).found == {"year": 1980}


def test_a_name_tells_what_a_parameter_is_about_before_its_description() -> None:
    parts = schema(
        reason={"type": "STRING", "description": "Why the order comes back."},
        order_id={"type": "STRING", "description": "See the delivery note."},
    )
    text = "A-7 is broken"
    assert read_arguments(parts, text, {}).found == {"reason": text, "order_id": "A-7"}
    assert read_answer(parts, "I lost it", {}, {"reason": text}) == {}


def test_any_text_that_is_named_goes_to_the_next_name() -> None:
    parts = schema(reason={"type": "STRING"}, order={"type": "STRING"})
    for text in ("reason: it is broken, order: A-7", "reason=it is broken order=A-7."):
        assert read_arguments(parts, text, {}).found == {"reason": "it is broken", "order": "A-7"}


def test_variables_and_what_is_missing() -> None:
    wanted = schema(plan={"type": "STRING"}, colour={"type": "STRING"})
    read = read_arguments(wanted, "Please", {"plan": "gold", "colour": ""})
    assert read.found == {"plan": "gold"}
    assert read.missing == ["colour"]


def test_an_answer_has_to_fit_what_was_asked_for() -> None:
    def answer(name: str, text: str, **kind: Any) -> Any:
        return read_answer(schema(**{name: kind}), text, {}, {}).get(name)

    assert answer("n", "some", type="INTEGER") is None
    assert answer("n", "four", type="INTEGER") == 4
    assert answer("city", " Berlin ", type="STRING") == "Berlin"
    assert answer("city", "What is the weather like?", type="STRING") is None
    assert answer("order_number", "I do not know it", type="STRING") is None
    assert answer("order_number", "It is TL-7", type="STRING") == "TL-7"
    assert answer("letter", "b", type="STRING", enum=["a"]) is None
    assert answer("day", "31 February", type="STRING") is None
    assert answer("day", "whenever you can", type="STRING") == "whenever you can"


@given(st.text(max_size=60))
@settings(max_examples=100)
def test_any_text_is_decided_on(text: str) -> None:
    decided = decide(text, ORDER, PAY, documents(), end(), children=[agent("Billing", "Bills.")])
    assert isinstance(decided, Call | Say | Transfer)


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


@given(st.text(min_size=1, max_size=20), st.text(max_size=20), st.text(max_size=20))
@settings(max_examples=100)
def test_what_is_banned_is_found_wherever_it_stands(banned: str, before: str, after: str) -> None:
    content = ces.Guardrail.ContentFilter(match_type="SIMPLE_STRING_MATCH")
    assert banned_content(content, [banned], before + banned + after) == banned


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('plan = "gold"', True),
        ("variables.plan == 'gold' && visits > 2", True),
        ('$session.params.plan = "free" OR isKnown = true', True),
        ('NOT (plan = "gold") AND visits >= 3', False),
        ('visits = 3 AND plan != "free"', True),
        ("visits < 3", False),
        ('text = "a && b == c"', True),
        ('missing = "x"', False),
        ("cart.totalPrice > 9 AND cart.city = 'Oslo'", True),
        ("plan.length > 0", False),
        ('missing != "x"', True),
        ("", True),
        ("true", True),
        (" false", False),
        ("NOT false", True),
        ("variables.isKnown", True),
        ("!isKnown", False),
        ("missing", False),
        ("!missing", True),
    ],
)
def test_an_expression_is_true_of_variables(expression: str, expected: bool) -> None:
    variables = {"plan": "gold", "visits": 3, "isKnown": True, "text": "a && b == c"}
    variables["cart"] = {"totalPrice": 10, "city": "Oslo"}
    assert is_true(expression, variables) is expected


@pytest.mark.parametrize("expression", ["plan =", "(plan = 1", "= 3", "plan = 1 AND", "1plan"])
def test_an_expression_that_is_none_is_refused(expression: str) -> None:
    with pytest.raises(ApiError):
        is_true(expression, {"plan": 1})


def test_lists_of_objects_are_told_apart() -> None:
    lines = [{"item": "pen", "price": 1}, {"item": "cup"}]
    response = {"total": 3, "lines": lines, "tags": ["a", "b"]}
    said = "total: 3; lines: (item: pen; price: 1), (item: cup); tags: a, b"
    assert replies.in_words(PAY, response) == said


@pytest.mark.parametrize(
    "text",
    [
        "Can you cancel orders, or is that not possible?",
        "Can you cancel orders?",
        "Can you also cancel orders?",
        "Can you cancel an order or not?",
        "You can cancel orders, can't you?",
        "So you can cancel it?",
        "Could you cancel it if it is late?",
        "Can I cancel orders here?",
    ],
)
def test_who_asks_what_can_be_done_is_asked_whether_to_do_it(text: str) -> None:
    cancel = client_function("cancel_order", "Cancels an order.", order_number="STRING")
    memory = Memory(lasting={"ordernumber": "A-7"})
    decided = decide(text, cancel, memory=memory)
    assert decided.text == "Please confirm: shall I cancel order (order number: A-7)?"
    assert decide("Can you cancel my order?", cancel, memory=memory).tool == cancel


def test_another_thing_that_is_asked_for_is_no_correction() -> None:
    book = client_function("create_visit", "Books a visit.", day="STRING", guest="STRING")
    cancel = client_function("cancel_visit", "Cancels a visit.", visit_id="STRING")
    memory = Memory(
        tool=book.name, args={"day": "2026-03-14", "guest": "Ann Lee"}, lasting={"visitid": "V-7"}
    )
    decided = decide("Actually, please cancel my visit", book, cancel, memory=memory)
    assert decided == Call(cancel, {"visit_id": "V-7"})


def test_a_verb_of_the_description_asks_for_what_it_describes() -> None:
    make = client_function("create_reservation", "Book a table for a guest.", phone="STRING")
    find = client_function("search_tables", "Find free tables by the phone.", phone="STRING")
    args = {"phone": "555-201-3344"}
    assert decide("Great, book it, my phone is 555-201-3344", find, make) == Call(make, args)
    assert decide("I'd like to reserve one, 555-201-3344", find, make) == Call(make, args)


def test_a_number_that_answers_a_question_is_no_other_number() -> None:
    loan = client_function("loan", "Reckons a loan.", amount="NUMBER", years="INTEGER")
    waiting = open_call(loan, amount=12000)
    assert decide("4", loan, open_call=waiting) == Call(loan, {"amount": 12000, "years": 4})
    assert decide("4 years", loan, open_call=waiting) == Call(loan, {"amount": 12000, "years": 4})


@pytest.mark.parametrize(
    "text", ["get me a human", "I need a manager", "agent please", "I want to talk to an agent"]
)
def test_who_asks_for_a_person_is_handed_over(text: str) -> None:
    assert decide(text, end(), documents()).args["session_escalated"] is True


def test_no_more_questions_are_the_end() -> None:
    assert decide("No more questions, thank you", end(), documents()).tool == end()


def test_to_tell_comes_before_the_question_for_what_does_something() -> None:
    make = client_function("create_ticket", "Opens a ticket of the team.", title="STRING")
    show = client_function("get_ticket", "Shows a ticket of the team.", ticket_id="STRING")
    assert decide("show ticket TCK-1000", make, show) == Call(show, {"ticket_id": "TCK-1000"})
    assert decide("the ticket TCK-1000 of the team", make, show).tool == show


@pytest.mark.parametrize(
    ("instruction", "asks"),
    [
        ("Pay with {@TOOL: pay_bill}; make sure the user confirms.", True),
        ("Pay with {@TOOL: pay_bill}. Ask the user to confirm first.", True),
        ("Pay with {@TOOL: pay_bill}. Make sure to be polite.", False),
        ("Pay with {@TOOL: pay_bill}.\n\nConfirm nothing else.", False),
    ],
)
def test_what_comes_after_a_tool_may_ask_for_consent(instruction: str, asks: bool) -> None:
    decided = decide("Pay my bill of 12", PAY, agent=agent("Desk", instruction=instruction))
    assert isinstance(decided, Say) is asks
