"""What the user says to a question, and takes back."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation, Transfer
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import (
    BOOK,
    CANCEL,
    IDENTIFY,
    ORDER,
    PAY,
    TAKE,
    agent,
    client_function,
    decide,
    documents,
    instructed,
    open_call,
)


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


def test_what_makes_no_sense_of_a_question_is_asked_again() -> None:
    waiting = open_call(BOOK)
    asked = decide("31 February", BOOK, documents(), open_call=waiting)
    assert asked == Say("Which day?", waiting)
    assert decide("I pressed the button already", BOOK, open_call=waiting) == asked
    assert decide("How deep is it?", BOOK, documents(), open_call=waiting).tool == documents()


@pytest.mark.parametrize("text", ["Too dear. I don't want it", "Hmm. Never mind that"])
def test_who_refuses_after_other_words_refuses(text: str) -> None:
    asked = client_function("price_job", "Tells a price.", model="STRING")
    assert decide(text, asked, open_call=open_call(asked)) == Say(replies.ABANDONED)


def test_who_asks_another_agent_for_something_answers_nothing() -> None:
    bring = client_function("request_service", "Brings things.", item="STRING")
    text = "Please book a visit for two"
    above = Situation(agent("Front"), text, text, [Offered(BOOK, input_schema(BOOK))])
    decided = decide(text, bring, parents=[above], open_call=open_call(bring))
    assert decided == Transfer(above.agent)


def test_what_fits_another_tool_corrects_nothing() -> None:
    fetch = client_function("arrange_pickup", "Arranges the pickup of a car.", street="STRING")
    last = Memory(tool=BOOK.name, args={"day": "2026-12-03"})
    text = "Could you pick it up on 2026-12-04 instead?"
    decided = decide(text, BOOK, fetch, memory=last)
    assert decided == Say("Which street?", open_call(fetch))


def test_a_yes_to_something_else_is_none() -> None:
    waiting = open_call(CANCEL, order_number="A-7")
    asked = decide("ok, cancel order B-8", CANCEL, agent=instructed("x"), open_call=waiting)
    assert asked.asks == open_call(CANCEL, order_number="B-8")
    decided = decide("ok, cancel order A-7", CANCEL, agent=instructed("x"), open_call=waiting)
    assert decided == Call(CANCEL, {"order_number": "A-7"})


def test_what_answers_a_question_changes_nothing_else() -> None:
    keep = client_function("keep_wheels", "Keeps wheels.", sets="INTEGER", plate="STRING")
    decided = decide("the plate is MYK-X 900", keep, open_call=open_call(keep, sets=2))
    assert decided == Call(keep, {"sets": 2, "plate": "MYK-X 900"})


def test_a_no_with_another_day_of_the_month_takes_that() -> None:
    skip = client_function("skip_delivery", "Skips a delivery.", date="STRING")
    waiting, today = open_call(skip, date="2026-12-04"), {"current_date": "2026-11-30"}
    decided = decide("no wait, the 8th", skip, open_call=waiting, variables=today)
    assert decided.asks == open_call(skip, date="2026-12-08")


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


def test_who_cannot_make_it_takes_nothing_back() -> None:
    waiting = open_call(TAKE, day="2026-03-11", time="10:00")
    said = "I can't make it, please cancel order A-7"
    assert decide(said, TAKE, CANCEL, open_call=waiting).tool == CANCEL
    assert decide("Actually, cancel order A-7", TAKE, CANCEL, open_call=waiting).tool == CANCEL


def test_nothing_is_done_once_more_for_who_tells_that_it_was_done() -> None:
    last = Memory(tool=CANCEL.name, args={"order_number": "A-7"})
    assert decide("I mean A-8", CANCEL, memory=last) == Call(CANCEL, {"order_number": "A-8"})
    for said in ("I cancelled A-8 instead", "I meant to cancel A-8", "Don't make it A-8"):
        assert not isinstance(decide(said, CANCEL, memory=last), Call)


def test_what_has_to_be_confirmed_is_confirmed_once_more() -> None:
    last, desk = Memory(tool=PAY.name, args={"amount": 15.0}), instructed(PAY.display_name)
    assert decide("Sorry, I meant 20", PAY, memory=last, agent=desk) == Call(PAY, {"amount": 20.0})
    desk = instructed(PAY.display_name, after=" when the user has confirmed it")
    decided = decide("Sorry, I meant 20", PAY, memory=last, agent=desk)
    assert decided.asks == PendingCall("", PAY.name, {"amount": 20.0})


def test_who_asks_for_something_else_gives_no_answer() -> None:
    find = client_function("find_rooms", "Finds rooms.", town="STRING", kind="STRING")
    waiting = open_call(find, town="Bonn")
    assert decide("with a view", find, CANCEL, open_call=waiting).args["kind"] == "with a view"
    decided = decide("Cancel order A-7", find, CANCEL, open_call=waiting)
    assert decided == Call(CANCEL, {"order_number": "A-7"})


def test_what_another_tool_tells_is_no_value_of_what_does_something() -> None:
    waiting = open_call(TAKE, day="2026-03-11", time="10:00")
    decided = decide("Look up order A-7", TAKE, ORDER, open_call=waiting)
    assert decided == Call(ORDER, {"order_number": "A-7"}, waiting)
    again = decide("sorry, look up order A-7", TAKE, ORDER, open_call=waiting)
    assert again == Call(ORDER, {"order_number": "A-7"}, waiting)
    assert decide("eyes", TAKE, ORDER, open_call=waiting).tool == TAKE


@pytest.mark.parametrize("text", ["Why?", "What for?"])
def test_who_asks_back_is_asked_once_more(text: str) -> None:
    waiting = open_call(BOOK)
    assert decide(text, BOOK, documents(), open_call=waiting) == Say("Which day?", waiting)


def test_a_question_fills_in_what_is_missing_and_changes_nothing() -> None:
    waiting = open_call(BOOK, day="2026-03-11")
    for text in ("Is Friday cheaper than that?", "What would a visit on Friday cost?"):
        decided = decide(text, BOOK, documents(), open_call=waiting)
        assert decided == Call(documents(), {"query": text}, waiting)
    for text in ("Could you make it 2026-03-13?", "What about 2026-03-13?", "rather 2026-03-13"):
        decided = decide(text, BOOK, open_call=waiting)
        assert (decided.args if isinstance(decided, Call) else decided.asks.args) == {
            "day": "2026-03-13"
        }
    filled = decide("on 2026-03-13?", BOOK, open_call=open_call(BOOK))
    assert filled == Call(BOOK, {"day": "2026-03-13"})


def test_who_does_not_want_a_deed_is_left_alone_though_it_is_named_with_its_code() -> None:
    left = decide("I do not want to cancel order A-7", CANCEL, open_call=open_call(CANCEL))
    assert left == Say(replies.ABANDONED)
    other = decide("no, A-8", CANCEL, open_call=open_call(CANCEL, order_number="A-7"))
    assert not isinstance(other, Say) or other.asks is not None


def test_who_corrects_a_day_to_what_it_is_is_asked_for_the_rest() -> None:
    waiting = open_call(TAKE, kind="eyes", day="2026-03-16")
    said = decide("no wait, 2026-03-16", TAKE, open_call=waiting)
    assert said == Say("Which time?", waiting)


def test_what_is_one_of_a_few_is_asked_again_if_it_is_none_of_them() -> None:
    tool = client_function("rate_it", "Sets a rating.", rating="STRING")
    tool.client_function.parameters.properties["rating"].description = "The rating: good or bad."
    waiting = open_call(tool)
    assert decide("My screen flickers", tool, open_call=waiting).asks == waiting
    assert decide("bad", tool, open_call=waiting) == Call(tool, {"rating": "bad"})


def test_what_may_be_any_text_may_begin_with_no() -> None:
    returns = client_function("return_order", "Registers a return.", reason="STRING")
    waiting = open_call(returns)
    for text in ("No sound", "I don't like the colour"):
        assert decide(text, returns, open_call=waiting) == Call(returns, {"reason": text})
    for text in ("no", "I don't want that", "no, leave it"):
        assert decide(text, returns, open_call=waiting) == Say(replies.ABANDONED)


def test_who_only_asks_for_a_deed_has_not_said_what_about() -> None:
    appeal = client_function(
        "file_appeal", "Files an appeal against a ticket.", ticket="STRING", reason="STRING"
    )
    for text in (
        "I want to appeal",
        "Please submit an appeal",
        "Please file an appeal for PT-10001, please",
    ):
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


def test_what_is_said_of_a_deed_in_words_of_its_description_is_said() -> None:
    about = "Files a complaint about late parcels."
    complain = client_function("file_complaint", about, problem="STRING")
    said = "Please file a complaint: late parcels"
    assert decide(said, complain) == Call(complain, {"problem": said})


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


def test_another_thing_that_is_asked_for_is_no_correction() -> None:
    book = client_function("create_visit", "Books a visit.", day="STRING", guest="STRING")
    cancel = client_function("cancel_visit", "Cancels a visit.", visit_id="STRING")
    memory = Memory(
        tool=book.name, args={"day": "2026-03-14", "guest": "Ann Lee"}, lasting={"visitid": "V-7"}
    )
    decided = decide("Actually, please cancel my visit", book, cancel, memory=memory)
    assert decided == Call(cancel, {"visit_id": "V-7"})


def test_a_number_that_answers_a_question_is_no_other_number() -> None:
    loan = client_function("loan", "Reckons a loan.", amount="NUMBER", years="INTEGER")
    waiting = open_call(loan, amount=12000)
    assert decide("4", loan, open_call=waiting) == Call(loan, {"amount": 12000, "years": 4})
    assert decide("4 years", loan, open_call=waiting) == Call(loan, {"amount": 12000, "years": 4})


def test_a_number_that_was_asked_for_is_no_code_of_something_else() -> None:
    pay = client_function("pay_fine", "Pays a fine.", fine_number="STRING", amount="NUMBER")
    decided = decide("40", pay, open_call=open_call(pay, fine_number="F-3310"))
    assert decided == Call(pay, {"fine_number": "F-3310", "amount": 40})


def test_one_digit_over_and_over_is_an_answer() -> None:
    verify = client_function("verify", "Verifies.", order_number="STRING", pin="STRING")
    verify.client_function.parameters.properties["pin"].description = "Four digits."
    waiting = open_call(verify, order_number="A-7")
    known = Memory(called=[verify.name])
    decided = decide("1111", verify, ORDER, open_call=waiting, memory=known)
    assert decided == Call(verify, {"order_number": "A-7", "pin": "1111"})


def test_a_yes_with_the_verb_of_another_tool_is_none() -> None:
    write = client_function("message_teacher", "Sends a message.", teacher="STRING")
    waiting = open_call(BOOK, day="2026-11-22")
    for text in ("yes", "yes, book it"):
        assert decide(text, BOOK, write, open_call=waiting) == Call(BOOK, waiting.args)
    assert decide("yes, send it", BOOK, write, open_call=waiting).asks == open_call(write)


TRIP = client_function("search_trips", "Searches trips.", origin="STRING", destination="STRING")


@pytest.mark.parametrize("text", ["yes, go ahead", "ok, sure"])
def test_a_yes_is_no_name(text: str) -> None:
    decided = decide(text, TRIP, open_call=open_call(TRIP, origin="Oslo"))
    assert isinstance(decided, Say)
    assert decided.asks is not None
    assert decided.asks.args == {"origin": "Oslo"}
    named = decide("ok, Berlin", TRIP, open_call=open_call(TRIP, origin="Oslo"))
    assert named == Call(TRIP, {"origin": "Oslo", "destination": "Berlin"})


def test_what_is_named_in_a_question_in_between_is_no_answer() -> None:
    own, waiting = documents(), open_call(TRIP, origin="Oslo")
    decided = decide("What is a Skylark 3 like?", TRIP, own, open_call=waiting)
    assert decided == Call(own, {"query": "What is a Skylark 3 like?"}, waiting)


@pytest.mark.parametrize("text", ["cancel that visit please", "cancel this", "ok, stop that call"])
def test_what_waits_is_called_off_by_its_name(text: str) -> None:
    asked = decide(text, BOOK, open_call=open_call(BOOK, day="2026-12-01"))
    assert asked == Say(replies.ABANDONED)


def test_not_this_but_that_corrects_a_lookup() -> None:
    slots = client_function("find_slots", "Finds free slots.", day="STRING")
    args = {"day": "2026-11-29"}
    memory = Memory(tool=slots.name, called=[slots.name], args=args, told={"slots": [{"id": 1}]})
    fields: dict[str, Any] = {"memory": memory, "open_call": open_call(BOOK)}
    fields["variables"] = {"current_date": "2026-11-28"}
    decided = decide("no, not tomorrow, on Monday", slots, BOOK, **fields)
    assert decided.tool == slots
    assert decided.args == {"day": "2026-11-30"}
    assert decide("no, not now", slots, BOOK, **fields) == Say(replies.ABANDONED)


def test_what_waits_is_corrected_before_what_was_looked_up() -> None:
    born = client_function("identify_user", "Identifies a user.", born_date="STRING")
    args = {"born_date": "1985-04-15"}
    memory = Memory(tool=born.name, called=[born.name], args=args, told={"identified": True})
    waiting = open_call(BOOK, day="2026-12-20")
    variables = {"current_date": "2026-11-28"}
    fields: dict[str, Any] = {"memory": memory, "open_call": waiting, "variables": variables}
    decided = decide("no sorry, the 21st", born, BOOK, **fields)
    assert decided == Say(
        "Please confirm: shall I book visit (day: 2026-12-21)?", open_call(BOOK, day="2026-12-21")
    )


@pytest.mark.parametrize("text", ["oh it is 18120", "wait, that's 18120"])
def test_what_was_told_wrongly_is_told_anew_and_confirmed(text: str) -> None:
    memory = Memory(tool=PAY.name, called=[PAY.name], args={"amount": 812}, told={"paid": False})
    decided = decide(text, PAY, memory=memory)
    assert isinstance(decided, Say)
    assert decided.asks == open_call(PAY, amount=18120)
    assert decide("oh it is late", PAY, memory=memory) == Say(replies.NO_CAPABILITY)


def test_nothing_is_changed_before_it_is_said_what() -> None:
    change = client_function("update_stay", "Changes a stay.", stay_id="STRING", nights="INTEGER")
    change.client_function.parameters.required[:] = ["stay_id"]
    asked = decide("Please update my stay S-1", change)
    waiting = open_call(change, stay_id="S-1")
    assert asked == Say("What shall I change: nights?", waiting)
    decided = decide("to 5 nights", change, open_call=waiting)
    assert decided.asks == open_call(change, stay_id="S-1", nights=5)
    decided = decide("Please update my stay S-1 to 5 nights", change)
    assert decided == Call(change, {"stay_id": "S-1", "nights": 5})
    assert decide("no, leave it", change, open_call=waiting) == Say(replies.ABANDONED)


@pytest.mark.parametrize("text", ["we'll be late", "it's for my son", "there are more of us"])
def test_what_tells_something_is_no_name(text: str) -> None:
    seat = client_function("book_seat", "Books a seat.", guest_name="STRING")
    asked = decide(text, seat, open_call=open_call(seat))
    assert asked == Say("Which guest name?", open_call(seat))
    for said in ("Ida Poll", "I'm Ida Poll", "it's Ida Poll"):
        decided = decide(said, seat, open_call=open_call(seat))
        assert decided == Call(seat, {"guest_name": "Ida Poll"})


ROOM = client_function("book_room", "Books a room.", guests="INTEGER")
CHANGE_ROOM = client_function("update_room", "Changes a room.", code="STRING", guests="INTEGER")
LEAVE_ROOM = client_function("cancel_room", "Cancels. Make sure of the guest.", code="STRING")


@pytest.mark.parametrize("text", ["can we make it three?", "sorry, make it three"])
def test_what_was_made_is_changed_and_not_made_once_more(text: str) -> None:
    CHANGE_ROOM.client_function.parameters.required[:] = ["code"]
    memory = Memory(tool=ROOM.name, called=[ROOM.name], args={"guests": 2}, told={"code": "R-7"})
    memory.lasting = {"code": "R-7"}
    decided = decide(text, LEAVE_ROOM, ROOM, CHANGE_ROOM, memory=memory)
    asked = "Please confirm: shall I update room (code: R-7; guests: 3)?"
    assert decided == Say(asked, open_call(CHANGE_ROOM, code="R-7", guests=3))
    memory.lasting = {}
    again = decide(text, ROOM, CHANGE_ROOM, memory=memory)
    assert isinstance(again, Call)
    assert again.tool == ROOM


def test_who_asks_for_another_verb_is_led_to_no_deed() -> None:
    memory = Memory(lasting={"code": "R-7"})
    decided = decide("can a guest make noise?", LEAVE_ROOM, memory=memory)
    assert decided == Say(replies.NO_CAPABILITY)
    decided = decide("please make us a guest list", LEAVE_ROOM, memory=memory)
    assert decided == Say(replies.NO_CAPABILITY)
