"""What is done only for who wants it."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Say
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.session.state import PendingCall
from tests.ces.planning.deciding import (
    CANCEL,
    CHECK,
    PAY,
    RENEW,
    agent,
    client_function,
    decide,
    documents,
    end,
    instructed,
    open_call,
)

RETURN = client_function("register_return", "Registers a return.", serial_number="STRING")


@pytest.mark.parametrize(
    "text", ["Return TM-2006", "Return TM-2006. Bye", "Please return TM-2006!"]
)
def test_the_verb_for_what_a_tool_makes_asks_for_it(text: str) -> None:
    decided = decide(text, RETURN, documents(), end())
    assert decided == Call(RETURN, {"serial_number": "TM-2006"})


def test_what_a_tool_makes_is_not_asked_for_by_another_word() -> None:
    assert decide("I returned TM-2006. Bye", RETURN, documents(), end()).tool == end()
    decided = decide("Return policy of TM-2006, please", RETURN, documents(), end())
    assert not isinstance(decided, Call) or decided.tool == documents()


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
        assert answered(text) == Say(replies.ABANDONED)
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


@pytest.mark.parametrize(
    "text",
    [
        "cancel",
        "ok, cancel it",
        "ok no",
        "yes, stop",
        "yeah, no",
        "ok forget it",
        "right, leave it",
        "yes, I changed my mind",
        "ok, another time",
    ],
)
def test_who_calls_it_off_after_all_wants_no_deed(text: str) -> None:
    desk = instructed("pay_bill", after=" when they confirm it")
    decided = decide(text, PAY, agent=desk, open_call=open_call(PAY, amount=5))
    assert isinstance(decided, Say)
    assert decided.asks is None


@pytest.mark.parametrize(
    "text",
    [
        "I do have a question",
        "I confirm nothing",
        "I agree to none of that",
        "yes, I have a question",
        "ok, tell me the price first",
        "ok except the fee",
        "right it is Friday",
    ],
)
def test_who_wants_something_else_first_is_asked_again(text: str) -> None:
    desk = instructed("pay_bill", after=" when they confirm it")
    waiting = open_call(PAY, amount=5)
    assert decide(text, PAY, agent=desk, open_call=waiting).asks == waiting


@pytest.mark.parametrize(
    ("waiver", "is_called"),
    [
        (" without asking for a confirmation", True),
        (". There is no need to ask users to confirm", True),
        (". Do not ask for the number again", False),
        ("", False),
    ],
)
def test_who_only_tells_of_it_gets_what_is_done_without_a_confirmation(
    waiver: str, is_called: bool
) -> None:
    report = client_function("report_leak", "Reports a leak.", street="STRING")
    desk = agent("Desk", instruction=f"Call {{@TOOL: report_leak}}{waiver}.")
    decided = decide("There is a leak, it is at 14 Mill Lane", report, agent=desk)
    assert isinstance(decided, Call) is is_called


REPAIR = client_function("create_work_order", "Creates a work order.", street="STRING")


@pytest.mark.parametrize(
    ("trigger", "text", "is_done"),
    [
        ("Something is leaking or wet", "My sink is leaking at 14 Mill Lane", True),
        ("Something is leaking or wet", "My sink is broken at 14 Mill Lane", False),
        ("The user wants a leak fixed", "My sink has a leak at 14 Mill Lane", False),
        ("Something is leaking or wet", "Maybe it is leaking at 14 Mill Lane", False),
    ],
)
def test_what_is_done_in_a_case_is_done_for_who_reports_it(
    trigger: str, text: str, is_done: bool
) -> None:
    said = f"<step><trigger>{trigger}</trigger>Call {{@TOOL: create_work_order}}.</step>"
    desk = agent("Desk", instruction=said)
    assert (decide(text, REPAIR, agent=desk) == Call(REPAIR, {"street": "14 Mill Lane"})) is is_done


def test_who_reports_a_case_is_asked_for_what_is_missing() -> None:
    said = "<step><trigger>Something is leaking</trigger>Call {@TOOL: create_work_order}.</step>"
    desk = agent("Desk", instruction=said)
    decided = decide("My sink is leaking", REPAIR, documents(), agent=desk)
    assert decided.asks == open_call(REPAIR)


def test_what_tells_something_in_a_case_is_called_for_who_reports_it() -> None:
    report = client_function("report_leak", "Reports a leak.")
    said = "<step><trigger>Something is leaking</trigger>Call {@TOOL: report_leak}.</step>"
    desk = agent("Desk", instruction=said)
    assert decide("My sink in the kitchen is leaking", report, agent=desk) == Call(report, {})
    assert decide("My sink is blocked", report, agent=desk) != Call(report, {})


def test_a_yes_to_nothing_does_nothing() -> None:
    decided = decide("yes, order A-7", CANCEL)
    assert decided.asks == open_call(CANCEL, order_number="A-7")


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("Yes, and what is the fee?", "what is the fee?"),
        ("Sure! Also, can you cancel order A-7", "can you cancel order A-7"),
        ("yes please, and also I need a receipt", "I need a receipt"),
        ("Yes, and also find a seat on Friday", "find a seat on Friday"),
        ("yes and thanks", ""),
        ("Yes, go ahead", ""),
    ],
)
def test_a_yes_may_have_a_request_beside_it(text: str, beside: str) -> None:
    waiting = open_call(PAY, amount=5)
    decided = decide(text, PAY, CANCEL, documents(), open_call=waiting)
    assert decided == Call(PAY, {"amount": 5}, beside=beside)


@pytest.mark.parametrize(
    "text", ["Yes, and is it paid if I go?", "yes, and make it 6", "yes, but wait", "no, and why?"]
)
def test_a_yes_with_a_reserve_or_another_value_beside_it_is_none(text: str) -> None:
    decided = decide(text, PAY, documents(), open_call=open_call(PAY, amount=5))
    assert not isinstance(decided, Call) or decided.tool != PAY


@pytest.mark.parametrize(
    "text",
    [
        "no problem, go ahead",
        "Good. Yes, pay it",
        "Fine, do it",
        "Thank you, yes",
        "yes, no problem",
        "please go ahead",
        "Certainly!",
        "that works",
        "sounds great",
        "let's do it",
        "right, do it",
    ],
)
def test_a_yes_may_be_said_in_many_ways(text: str) -> None:
    desk = instructed("pay_bill", after=" when they confirm it")
    decided = decide(text, PAY, agent=desk, open_call=open_call(PAY, amount=5))
    assert decided == Call(PAY, {"amount": 5})


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


def test_a_deed_that_is_only_asked_about_is_no_answer() -> None:
    waiting = open_call(RENEW)
    asked = decide("How is KA-1234 renewed?", RENEW, documents(), open_call=waiting)
    assert asked.tool == documents()


def test_who_wants_no_deed_is_not_led_to_it() -> None:
    permits = instructed("check_permit", "renew_permit")
    refused = decide("Don't renew it again", RENEW, CHECK, agent=permits)
    assert refused.asks == PendingCall("", CHECK.name, {})
    told = decide("It is worn out again", RENEW, CHECK, agent=permits)
    assert told.asks.then == open_call(RENEW)


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


def test_who_asks_what_can_be_done_by_what_a_tool_makes_is_asked_too() -> None:
    memory = Memory(lasting={"serialnumber": "TM-1"})
    decided = decide("Can I return a used one?", RETURN, memory=memory)
    assert decided.text == "Please confirm: shall I register return (serial number: TM-1)?"
    assert decide("Can I return it?", RETURN, memory=memory).tool == RETURN


@pytest.mark.parametrize(
    "text",
    [
        "Could you cancel an order? It is A-7",
        "Cancel order A-7 and let me know if it worked",
        "Please cancel order A-7 and tell me if that costs anything",
        "There is no hurry, so please cancel order A-7 by no later than Friday",
    ],
)
def test_who_asks_for_it_without_a_doubt_is_not_asked_again(text: str) -> None:
    assert decide(text, CANCEL) == Call(CANCEL, {"order_number": "A-7"})


@pytest.mark.parametrize(
    ("instruction", "asks"),
    [
        ("Pay with {@TOOL: pay_bill}; make sure the user confirms.", True),
        ("Pay with {@TOOL: pay_bill}. Ask the user to confirm first.", True),
        ("Pay with {@TOOL: pay_bill}; be sure that the reader is certain.", True),
        ("Pay with {@TOOL: pay_bill}; make sure that the user wants it.", True),
        ("Pay with {@TOOL: pay_bill}. Make sure to be polite.", False),
        ("Pay with {@TOOL: pay_bill}. Be sure to be polite.", False),
        ("Pay with {@TOOL: pay_bill} in certain cases.", False),
        ("Pay with {@TOOL: pay_bill}.\n\nConfirm nothing else.", False),
        ("Pay with {@TOOL: pay_bill} without asking for a confirmation.", False),
        ("Pay with {@TOOL: pay_bill}. Do not ask users to confirm.", False),
        ("Pay with {@TOOL: pay_bill}. No confirmation is needed.", False),
        ("Pay with {@TOOL: pay_bill}, but never without asking for a confirmation.", True),
    ],
)
def test_what_comes_after_a_tool_may_ask_for_consent(instruction: str, asks: bool) -> None:
    decided = decide("Pay my bill of 12", PAY, agent=agent("Desk", instruction=instruction))
    assert isinstance(decided, Say) is asks


@pytest.mark.parametrize(
    "text", ["Maybe cancel order A-7", "cancel order A-7, but not yet", "My order is A-7"]
)
def test_who_is_undecided_or_only_tells_the_number_is_asked_whether_to_do_it(text: str) -> None:
    decided = decide(text, CANCEL, documents())
    assert isinstance(decided, Say)
    assert decided.asks == open_call(CANCEL, order_number="A-7")


def test_a_number_alone_does_nothing_that_was_spoken_of_before() -> None:
    decided = decide("A-7", CANCEL, standalone_text="cancel order A-7")
    assert decided.asks == open_call(CANCEL, order_number="A-7")


@pytest.mark.parametrize(
    ("before", "asks"),
    [
        ("1. Repeat it and ask the user to confirm.\n2. ", True),
        ("Ask for confirmation. Then ", True),
        ("1. Ask for the number.\n2. ", False),
        ("Ask them to confirm. Call {@TOOL: check_permit}. ", False),
    ],
)
def test_what_comes_before_a_tool_may_ask_for_consent(before: str, asks: bool) -> None:
    desk = agent("Desk", instruction=f"{before}Call {{@TOOL: cancel_order}}.")
    decided = decide("Cancel order A-7", CANCEL, CHECK, agent=desk)
    assert isinstance(decided, Say) is asks
