"""What comes before what is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation, Transfer
from emulator.ces.runtime.planning.instructions.steps import text_about
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.planning.planner import results_followed
from emulator.ces.runtime.planning.prerequisites import after_results, transfer_or_prerequisite
from emulator.ces.runtime.planning.verification import denies_identity, identity
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import (
    CANCEL,
    CHECK,
    ORDER,
    PAY,
    RENEW,
    TAKE,
    agent,
    below,
    client_function,
    decide,
    documents,
    instructed,
    open_call,
)

FIND = client_function("find_slots", "Finds free slots.", kind="STRING", day="STRING")
SHOW = client_function("show_permit", "Shows a permit.", plate_number="STRING")
REFUND = client_function("refund_order", "Refunds an order.", order_number="STRING")
VERIFY = client_function("verify_user", "Verifies who it is.", born_date="STRING")


def test_what_tells_more_of_the_same_comes_before_what_does_something() -> None:
    desk, said = instructed("find_slots", "take_slot"), "Book a slot, kind=eyes, tomorrow"
    today = {"current_date": "2026-11-21"}
    decided = decide(said, FIND, TAKE, agent=desk, variables=today)
    args = {"kind": "eyes", "day": "2026-11-22"}
    assert decided == Call(FIND, args, PendingCall("", TAKE.name, args))
    known = Memory(called=[FIND.name])
    decided = decide(said, FIND, TAKE, agent=desk, variables=today, memory=known)
    assert decided.asks == PendingCall("", TAKE.name, args)


def test_what_comes_first_is_told_what_both_are_told() -> None:
    desk = instructed("look_up_order", "cancel_order")
    decided = decide("Cancel order A-7", ORDER, CANCEL, agent=desk)
    args = {"order_number": "A-7"}
    assert decided == Call(ORDER, args, PendingCall("", CANCEL.name, args))


@pytest.mark.parametrize("case", ["To show one, call", "If asked for one,", "1. For a look:"])
def test_what_is_named_for_another_case_does_not_come_first(case: str) -> None:
    instruction = f"{case} {{@TOOL: look_up_order}}. Cancel it with {{@TOOL: cancel_order}}."
    desk = agent("Desk", instruction=instruction)
    decided = decide("Cancel order A-7", ORDER, CANCEL, agent=desk)
    assert decided == Call(CANCEL, {"order_number": "A-7"})


def test_what_was_asked_for_is_not_called_for_itself() -> None:
    waiting = PendingCall("", ORDER.name, {})
    decided = decide("Look up order A-7", ORDER, open_call=waiting)
    assert decided == Call(ORDER, {"order_number": "A-7"})
    text = "Pay, and look up the order with the number A-7"
    children = [below(text, agent("Sales"), PAY)]
    decided = decide(text, ORDER, children=children, open_call=waiting)
    assert decided == Call(ORDER, {"order_number": "A-7"})


@pytest.mark.parametrize(
    ("text", "first", "tool"),
    [
        ("Cancel order A-7", FIND, CANCEL),  # tells nothing of orders
        ("Check the permit of AB-12", SHOW, CHECK),  # tells as much
        ("Cancel order A-7", REFUND, CANCEL),  # does something else
    ],
)
def test_what_need_not_come_first_does_not(text: str, first: Any, tool: Any) -> None:
    desk = instructed(first.display_name, tool.display_name)
    decided = decide(text, first, tool, agent=desk)
    assert isinstance(decided, Call)
    assert decided.tool == tool


def test_what_is_said_beside_a_question_is_kept_for_what_comes_after_it() -> None:
    """Asked for the day, the user says which kind."""
    tell = client_function("list_slots", "Lists the slots of a day.", day="STRING")
    desk, today = instructed("list_slots", "take_slot"), {"current_date": "2026-11-21"}
    take = client_function("take_slot", "Books a slot.", day="STRING", kind="STRING")
    take.client_function.parameters.properties["kind"].enum.extend(["eyes", "ears"])
    tools = {"agent": desk, "variables": today}
    asked = decide("Book a slot", tell, take, **tools)
    assert asked.asks == PendingCall("", tell.name, {}, PendingCall("", take.name, {}))
    goal = PendingCall("", take.name, {"kind": "ears"})
    for question in ("ears", "List the slots of ears"):
        again = decide("ears", tell, take, open_call=asked.asks, standalone_text=question, **tools)
        assert (again.text, again.asks) == (asked.text, PendingCall("", tell.name, {}, goal))
    called = decide("tomorrow", tell, take, open_call=again.asks, **tools)
    assert called == Call(tell, {"day": "2026-11-22"}, goal)
    wondered = decide("Is tomorrow for ears?", tell, take, open_call=asked.asks, **tools)
    assert wondered == Call(tell, {"day": "2026-11-22"}, PendingCall("", take.name, {}))


def test_who_the_user_is_comes_before_all_else() -> None:
    desk = instructed("verify_user", "look_up_order")
    decided = decide("Look up order A-7", VERIFY, ORDER, agent=desk)
    goal = PendingCall("", ORDER.name, {"order_number": "A-7"})
    assert decided.asks == PendingCall("", VERIFY.name, {}, goal)
    who = client_function("verify_user", "Verifies who it is.", customer_id="STRING")
    assert decide("Look up order A-7", who, ORDER, agent=desk).asks == decided.asks
    decided = decide("1980-05-17", VERIFY, ORDER, agent=desk, open_call=decided.asks)
    assert decided == Call(VERIFY, {"born_date": "1980-05-17"}, goal)


@pytest.mark.parametrize(
    ("instruction", "is_first"),
    [
        (
            "For bills call {@TOOL: verify_user}, then go to {@AGENT: Billing}.",
            True,
        ),
        ("Begin with {@TOOL: verify_user}. Bills belong to {@AGENT: Billing}.", True),
        ("If a card is lost, call {@TOOL: verify_user}. Bills are for {@AGENT: Billing}.", False),
        ("Call {@TOOL: verify_user} for {@AGENT: Cards}. Bills are for {@AGENT: Billing}.", False),
        ("Bills belong to {@AGENT: Billing}. Or call {@TOOL: verify_user}.", False),
        (
            "<step><trigger>The user asks for a balance.</trigger>{@TOOL: verify_user}</step>"
            "<step><trigger>Bills.</trigger>{@AGENT: Billing}</step>",
            False,
        ),
    ],
)
def test_who_the_user_is_comes_before_an_agent_below(instruction: str, is_first: bool) -> None:
    desk, billing = agent("Desk", instruction=instruction), agent("Billing", "Pays bills.")
    said = "Please pay my bill"
    decided = decide(said, VERIFY, agent=desk, children=[billing])
    goal = PendingCall("", billing.name, {"text": said})
    asked = PendingCall("", VERIFY.name, {}, goal)
    assert decided == (Say("Which born date?", asked) if is_first else Transfer(billing))
    known = Memory(called=[VERIFY.name])
    decided = decide(said, VERIFY, agent=desk, children=[billing], memory=known)
    assert decided == Transfer(billing)


ASK_CODE = client_function("check_code", "Checks the family code.", code="STRING")
BEFORE_ALL = "Lunch is for {@AGENT: Family} only. Before you transfer, call {@TOOL: check_code}."


@pytest.mark.parametrize(
    ("instruction", "is_first"),
    [
        (BEFORE_ALL, True),
        ("Lunch is for {@AGENT: Family} only. Call check_code before handing over.", True),
        ("Before you transfer to {@AGENT: Family}, call {@TOOL: check_code}.", True),
        (
            "Lunch: {@AGENT: Family}. Before a transfer to {@AGENT: X}, {@TOOL: check_code}.",
            False,
        ),
        ("Lunch is for {@AGENT: Family} only. Call {@TOOL: check_code} for codes.", False),
    ],
)
def test_what_has_to_come_before_a_transfer_does(instruction: str, is_first: bool) -> None:
    """Whatever its name is, and wherever it stands."""
    desk, family = agent("Desk", instruction=instruction), agent("Family", "Adds lunch money.")
    said = "Add lunch money"
    decided = decide(said, ASK_CODE, agent=desk, children=[family])
    asked = PendingCall("", ASK_CODE.name, {}, PendingCall("", family.name, {"text": said}))
    assert decided == (Say("Which code?", asked) if is_first else Transfer(family))


@pytest.mark.parametrize("said", ["What is the status of claim C-5?", "Who pays for theft?"])
def test_documents_are_no_way_around_it(said: str) -> None:
    """Not those of the agent below; those of this one answer without it."""
    desk = agent("Desk", instruction="{@TOOL: verify_user}, then {@AGENT: Claims}.")
    claims = below(said, agent("Claims", "Status of a claim, theft."), documents())
    goal = PendingCall("", claims.agent.name, {"text": said})
    decided = decide(said, VERIFY, agent=desk, children=[claims])
    assert decided == Say("Which born date?", PendingCall("", VERIFY.name, {}, goal))
    own = documents()
    assert decide(said, VERIFY, own, agent=desk, children=[claims]) == Call(own, {"query": said})


def test_what_was_wanted_goes_on_when_the_answer_is_corrected() -> None:
    """Not the same call once more."""
    goal = PendingCall("", ORDER.name, {"order_number": "A-7"})
    memory = Memory(tool=VERIFY.name, args={"born_date": "1980-05-17"}, has_failed=True)
    waiting, said = PendingCall("", VERIFY.name, {}, goal), "Sorry, I meant 1980-05-18"
    decided = decide(said, VERIFY, ORDER, memory=memory, open_call=waiting)
    assert decided == Call(VERIFY, {"born_date": "1980-05-18"}, goal)


def test_what_was_wanted_of_an_agent_below_goes_on_when_the_user_is_known() -> None:
    desk, billing = agent("Desk"), agent("Billing")
    situation = Situation(desk, "1980-05-17", "1980-05-17", children=[below("", billing)])
    goal = PendingCall("", billing.name, {"text": "Pay my bill"})
    assert after_results(situation, [VERIFY], "Verified.", goal) == Transfer(billing, "Pay my bill")
    refused = replace(situation, memory=Memory(has_failed=True))
    assert after_results(refused, [VERIFY], "Unknown.", goal) == Say("Unknown.", goal)


@pytest.mark.parametrize(
    ("tool", "response", "is_denied"),
    [
        (VERIFY, {"verified": False}, True),
        (VERIFY, {"output": {"is_valid": False}}, True),
        (VERIFY, {"result": False}, True),
        (VERIFY, {"status": "FAILED"}, True),
        (VERIFY, {"result": "not_found"}, True),
        (VERIFY, {"status": "VERIFIED", "note": "no"}, False),
        (VERIFY, {"verified": True, "blocked": False}, False),
        (VERIFY, {"customer": {"premium": False, "not_found": False}}, False),
        (ORDER, {"shipped": False}, False),
    ],
)
def test_who_is_not_verified_is_unknown(tool: Any, response: Any, is_denied: bool) -> None:
    assert denies_identity(tool, "", response) is is_denied


@pytest.mark.parametrize(("instruction", "is_denied"), [(BEFORE_ALL, True), ("", False)])
def test_what_has_to_come_before_a_transfer_may_deny_it(instruction: str, is_denied: bool) -> None:
    assert denies_identity(ASK_CODE, instruction, {"valid": False}) is is_denied


def test_what_comes_first_is_not_called_again_when_it_has_failed() -> None:
    desk = instructed("find_slots", "take_slot")
    failed = Memory(tool=FIND.name, args={"kind": "eyes"}, has_failed=True)
    tools = [Offered(one, input_schema(one)) for one in (FIND, TAKE)]
    situation = Situation(desk, "Book it", "Book it", tools, memory=failed)
    goal = PendingCall("", TAKE.name, {"kind": "eyes", "day": "2026-11-22"})
    assert after_results(situation, [FIND], "find_slots failed", goal) == Say("find_slots failed")


def test_what_needs_more_than_a_deed_comes_before_it_only_in_its_step() -> None:
    find = client_function("find_lessons", "Finds lessons.", instrument="STRING", day="STRING")
    rent = client_function("rent_it", "Rents it.", instrument="STRING", months="INTEGER")
    for tool in (find, rent):
        kind = tool.client_function.parameters.properties["instrument"]
        kind.enum.extend(["violin", "cello"])
    text, waiting = "Rent a cello for 6 months", {"instrument": "cello", "months": 6}
    said = "Call {@TOOL: find_lessons}.", "Call {@TOOL: rent_it} when they confirm."
    apart = decide(text, find, rent, agent=agent("Desk", instruction="\n".join(said)))
    assert apart.asks == open_call(rent, **waiting)
    desk = agent("Desk", instruction="Call {@TOOL: find_lessons} before {@TOOL: rent_it}, always")
    together = decide(text, find, rent, agent=desk)
    assert together.asks.tool == find.name


def test_no_documents_are_searched_before_a_deed() -> None:
    desk = agent("Desk", instruction="Ask {@TOOL: permit_help}. Renew by {@TOOL: renew_permit}.")
    asked = decide("Please renew it", documents("permit_help"), RENEW, agent=desk)
    assert asked.asks == open_call(RENEW)


def test_who_wants_a_deed_is_verified_for_it_whatever_words_the_verification_has() -> None:
    verify = client_function("verify_resident", "Verifies a resident.", resident_id="STRING")
    said = "Before anything about a resident permit, call {@TOOL: verify_resident}.\n"
    desk = agent("Desk", instruction=f"{said}Renew it by {{@TOOL: renew_permit}}.")
    decided = decide("I'd like to renew my resident permit", verify, RENEW, agent=desk)
    assert decided.asks == PendingCall("", verify.name, {}, PendingCall("", RENEW.name, {}))


def test_who_asks_for_what_needs_no_identification_is_not_asked_for_it() -> None:
    verify = client_function("verify_resident", "Verifies a resident.", resident_id="STRING")
    said = "Verify them by {@TOOL: verify_resident}.\n"
    free = "Renewals: no verification is needed. Ask for the plate. Call {@TOOL: renew_permit}."
    for rule, tool in ((free, RENEW), ("Call {@TOOL: renew_permit}.", verify)):
        decided = decide("Renew it", verify, RENEW, agent=agent("Desk", instruction=said + rule))
        assert decided.asks.tool == tool.name


@pytest.mark.parametrize(
    ("instruction", "is_asked"),
    [
        ("Use {@TOOL: look_up_order} first.", True),
        ("To see what it is, use {@TOOL: look_up_order}.", True),
        ("Use {@TOOL: look_up_order}. If it is late, say so.", True),
        ("Use {@TOOL: look_up_order} when somebody asks for a parcel. Else search.", False),
        ("1. If a parcel is late, call `look_up_order`.\n2. Search.", False),
        ("Be kind. If a parcel is late, call {@TOOL: look_up_order}.", False),
    ],
)
def test_a_complaint_is_answered_by_how_an_instruction_begins_in_all_cases(
    instruction: str, is_asked: bool
) -> None:
    desk = agent("Desk", instruction=instruction)
    decided = decide("My valve does not close", ORDER, documents(), agent=desk)
    assert isinstance(decided, Say) is is_asked


@pytest.mark.parametrize(
    ("then", "goal"),
    [
        ("Then call {@TOOL: cancel_order}.", CANCEL.name),
        ("If it is late, call {@TOOL: cancel_order}.", ""),
        ("<step><trigger>They are angry.</trigger>Call {@TOOL: cancel_order}.</step>", ""),
    ],
)
def test_an_instruction_goes_on_with_what_it_has_done_in_all_cases(then: str, goal: str) -> None:
    desk = agent("Desk", instruction=f"Use {{@TOOL: look_up_order}}. {then}")
    asked = decide("My valve leaks", ORDER, CANCEL, agent=desk)
    assert (asked.asks.then.tool if asked.asks.then else "") == goal


def test_what_an_instruction_begins_with_is_begun_once_and_for_no_question() -> None:
    desk = agent("Desk", instruction="Use {@TOOL: look_up_order} first.")
    for text, called in (("Does a valve close?", ""), ("My valve does not close", ORDER.name)):
        decided = decide(text, ORDER, agent=desk, memory=Memory(called=[called]))
        assert decided == Say(replies.NO_CAPABILITY)


def test_to_tell_comes_before_the_question_for_what_does_something() -> None:
    make = client_function("create_ticket", "Opens a ticket of the team.", title="STRING")
    show = client_function("get_ticket", "Shows a ticket of the team.", ticket_id="STRING")
    assert decide("show ticket TCK-1000", make, show) == Call(show, {"ticket_id": "TCK-1000"})
    assert decide("the ticket TCK-1000 of the team", make, show).tool == show


SLOTS = client_function("list_slots", "Lists free slots.", day="STRING")
RESERVE = client_function("reserve", "Reserves a slot.", slot_id="STRING", full_name="STRING")
DETAILS = client_function("slot_details", "Tells more of a slot.", slot_id="STRING")
LISTED = Memory(
    tool=SLOTS.name,
    args={"day": "2026-03-17"},
    told={"slots": [{"slot_id": "S-1", "at": "09:00"}, {"slot_id": "S-2", "at": "14:30"}]},
)


def test_who_picks_what_was_listed_is_asked_for_the_rest_of_what_is_done_with_it() -> None:
    desk = instructed("list_slots", "reserve")
    decided = decide("ok, the afternoon one", SLOTS, RESERVE, CANCEL, agent=desk, memory=LISTED)
    assert decided == Say(decided.text, open_call(RESERVE, slot_id="S-2"))
    said = "The morning one please, my name is Nora Quist"
    decided = decide(said, SLOTS, RESERVE, agent=desk, memory=LISTED)
    assert decided == Call(RESERVE, {"slot_id": "S-1", "full_name": "Nora Quist"})


@pytest.mark.parametrize(
    "text",
    [
        "Is the afternoon one with Dr. Wu?",
        "Not the afternoon one",
        "Tell me more of the afternoon one",
        "Cancel the afternoon one",
        "At noon",
        "The afternoon one is too late",
        "S-2 is too early",
        "I work in the morning",
        "My sister has the afternoon one",
        "Anything but the morning one",
        "Leave the morning one",
        "The afternoon one isn't good",
        "At 14:30 I am busy",
        'You said "the morning one"',
        "The morning one or the afternoon one",
    ],
)
def test_nothing_is_done_with_what_was_listed_for_who_asks_or_wants_something_else(
    text: str,
) -> None:
    desk = instructed("list_slots", "reserve")
    tools = (SLOTS, RESERVE, DETAILS, CANCEL, documents())
    decided = decide(text, *tools, agent=desk, memory=LISTED)
    meant = decided.tool.name if isinstance(decided, Call) else decided.asks and decided.asks.tool
    assert meant != RESERVE.name


def test_who_picks_another_is_not_called_by_what_is_picked() -> None:
    desk, waiting = instructed("list_slots", "reserve"), open_call(RESERVE, slot_id="S-2")
    for text in ("I'll take the morning one, please", "No, slot S-1", "no the one at 9:00"):
        decided = decide(text, SLOTS, RESERVE, agent=desk, memory=LISTED, open_call=waiting)
        assert decided.asks == open_call(RESERVE, slot_id="S-1")
    for text in ("the one with the window", "the late one"):
        decided = decide(text, SLOTS, RESERVE, agent=desk, memory=LISTED, open_call=waiting)
        assert decided.asks == waiting
    decided = decide("Ida Morning", SLOTS, RESERVE, agent=desk, memory=LISTED, open_call=waiting)
    assert decided == Call(RESERVE, {"slot_id": "S-2", "full_name": "Ida Morning"})


def test_the_name_of_what_is_picked_is_nobody_elses() -> None:
    told = {"slots": [{"slot_id": "S-1", "with": "Ann Wu"}, {"slot_id": "S-2", "with": "Ben Cole"}]}
    memory = Memory(tool=SLOTS.name, told=told)
    waiting = open_call(RESERVE, slot_id="S-2")
    for text in ("I prefer Ben Cole", "the one with Ben"):
        assert decide(text, SLOTS, RESERVE, memory=memory).asks == waiting
    decided = decide("Ann Wu", SLOTS, RESERVE, memory=memory, open_call=waiting)
    assert decided == Call(RESERVE, {"slot_id": "S-2", "full_name": "Ann Wu"})
    decided = decide("the one with Ann", SLOTS, RESERVE, memory=memory, open_call=waiting)
    assert decided.asks == open_call(RESERVE, slot_id="S-1")


FLIGHTS = client_function("find_flights", "Finds flights.", reference="STRING", day="STRING")
REBOOK = client_function(
    "rebook", "Moves a booking to a flight.", reference="STRING", day="STRING", flight="STRING"
)
PICKS = """<constraints>Never call {@TOOL: rebook} without a yes.</constraints>
<step><trigger>User wants another day.</trigger><action>Call {@TOOL: find_flights}.</action></step>
<step><trigger>User picks one of them.</trigger><action>Call {@TOOL: rebook}.</action></step>"""
TODAY = {"current_date": "2026-11-21"}


def test_what_is_picked_from_is_found_before_what_is_picked_is_done() -> None:
    desk, said = agent("Desk", instruction=PICKS), "Please rebook it, reference=Q7, tomorrow"
    decided = decide(said, FLIGHTS, REBOOK, agent=desk, variables=TODAY)
    assert decided.tool == FLIGHTS
    assert decided.then.tool == REBOOK.name


def test_who_asks_for_another_day_is_shown_what_there_is_then() -> None:
    args = {"reference": "Q7", "day": "2026-11-22"}
    memory = Memory(
        called=[FLIGHTS.name], tool=FLIGHTS.name, args=args, told={"flights": [{"flight": "CY1"}]}
    )
    known: dict[str, Any] = {
        "agent": agent("Desk", instruction=PICKS),
        "variables": TODAY,
        "memory": memory,
        "open_call": open_call(REBOOK, **args),
    }
    again = decide("Rather on the 24th of November", FLIGHTS, REBOOK, **known)
    assert again == Call(FLIGHTS, {**args, "day": "2026-11-24"}, known["open_call"])
    assert decide("CY1, please", FLIGHTS, REBOOK, **known).asks.args["flight"] == "CY1"


DESK = """<step><trigger>Customer lost a card.</trigger><action>
1. If auth_status is not "success", transfer to {@AGENT: Gate}.
2. Transfer to {@AGENT: Cards}.</action></step>"""


def test_an_agent_that_verifies_who_it_is_comes_before_another_of_its_step() -> None:
    desk, gate, cards = agent("Desk", instruction=DESK), agent("Gate"), agent("Cards")
    said = "I lost my card"
    children = [below(said, gate, VERIFY), below(said, cards)]
    goal = PendingCall("", cards.name, {"text": said})
    asked = PendingCall("", VERIFY.name, {}, goal)
    assert decide(said, agent=desk, children=children) == Transfer(gate, asks=asked)
    children[0] = replace(children[0], memory=Memory(called=[VERIFY.name]))
    assert decide(said, agent=desk, children=children) == Transfer(cards)


def test_an_agent_that_could_not_verify_who_it_is_is_not_passed_by() -> None:
    desk, gate, cards = agent("Desk", instruction=DESK), agent("Gate"), agent("Cards")
    said = "I lost my card, go on anyway"
    handled = [below(said, gate, VERIFY)]
    decided = decide(said, agent=desk, children=[below(said, cards)], handled=handled)
    goal = PendingCall("", cards.name, {"text": said})
    assert decided.asks == PendingCall("", VERIFY.name, {}, goal)
    dropped = "forget it"
    decided = transfer_or_prerequisite(
        Situation(desk, dropped, dropped, children=[below(dropped, cards)], handled=handled), cards
    )
    assert decided == Say(replies.ANYTHING_ELSE)
    handled = [replace(handled[0], memory=Memory(called=[VERIFY.name]))]
    decided = decide(said, agent=desk, children=[below(said, cards)], handled=handled)
    assert decided == Transfer(cards)


def test_the_agent_above_goes_on_with_what_was_wanted_when_the_user_is_known() -> None:
    gate, cards = agent("Gate"), agent("Cards")
    desk = agent("Desk")
    desk.child_agents.extend([gate.name, cards.name])
    above = Situation(desk, "1980-05-17", "1980-05-17")
    situation = Situation(gate, "1980-05-17", "1980-05-17", parents=[above])
    goal = PendingCall("", cards.name, {"text": "I lost my card"})
    assert after_results(situation, [VERIFY], "Verified.", goal) == Transfer(desk, "I lost my card")


def test_a_subtask_whose_trigger_stands_above_its_steps_is_one_step() -> None:
    said = """<subtask name="tech"><trigger>The caller mentions Wi-Fi or the TV</trigger>
    <step>Ask for the day.</step><step>Call {@TOOL: look_up_order}.</step></subtask>"""
    assert "mentions Wi-Fi" in text_about(said, "TOOL", ORDER.display_name, ORDER.display_name)


def test_who_is_verified_is_not_verified_by_the_digits_of_something_else() -> None:
    verify = client_function("verify_customer", "Verifies a customer.", pin="STRING")
    verify.client_function.parameters.properties["pin"].description = "Four digits."
    text = "My card ends in 7788"
    assert decide(text, verify) == Call(verify, {"pin": "7788"})
    assert isinstance(decide(text, verify, PAY, memory=Memory(called=[verify.name])), Say)


def test_what_verifies_is_called_again_for_the_id_of_somebody_else() -> None:
    verify = client_function("verify", "Verifies.", order_number="STRING", pin="STRING")
    known = Memory(called=[verify.name], verified={"order_number": "A-7", "pin": "4321"})
    assert decide("cancel order a-7", CANCEL, verify, memory=known).tool == CANCEL
    decided = decide("cancel order B-8", CANCEL, verify, memory=known)
    goal = PendingCall("", CANCEL.name, {"order_number": "B-8"})
    assert decided.asks == PendingCall("", verify.name, {"order_number": "B-8"}, goal)


def test_nothing_is_done_for_somebody_else_where_nobody_can_be_verified() -> None:
    known = Memory(verified={"order_number": "A-7"})
    assert decide("cancel order B-8", CANCEL, memory=known) == Say(replies.NO_CAPABILITY)


def test_an_id_may_be_changed_by_who_is_verified() -> None:
    change = client_function("change_code", "Changes the code of a door.", code="STRING")
    known = Memory(verified={"code": "X-7"})
    decided = decide("change the code to Y-8", change, memory=known)
    assert decided == Call(change, {"code": "Y-8"})


def test_who_was_told_an_id_by_the_verification_is_nobody_else() -> None:
    read = client_function("get_results", "Tells results.", patient_id="STRING")
    told = {"verified": True, "patient": {"patient_id": "P-7"}}
    known = Memory(verified=identity({"born_date": "1980-05-17"}, told))
    assert known.verified == {"born_date": "1980-05-17", "patient_id": "P-7"}
    assert decide("results of P-7", read, memory=known) == Call(read, {"patient_id": "P-7"})
    assert decide("results of P-9", read, memory=known) == Say(replies.NO_CAPABILITY)


def test_what_comes_first_has_the_arguments_of_what_is_wanted() -> None:
    funds = client_function("list_funds", "Lists funds.", member_id="STRING")
    move = client_function("move_fund", "Moves savings.", member_id="STRING", fund_id="STRING")
    args = {"member_id": "M-812", "fund_id": "FD-2"}
    decided = decide(
        "move it to fund FD-2",
        funds,
        move,
        agent=instructed("list_funds", "move_fund"),
        memory=Memory(lasting={"memberid": "M-812"}),
    )
    assert decided == Call(funds, {"member_id": "M-812"}, PendingCall("", move.name, args))


def test_a_code_of_another_form_is_not_the_id_of_who_is_verified() -> None:
    move = client_function("move_fund", "Moves savings.", member_id="STRING", fund_id="STRING")
    known = Memory(verified={"member_id": "M-812"})
    args = {"member_id": "M-812", "fund_id": "FD-2"}
    assert decide("move it to FD-2", move, memory=known) == Call(move, args)
    other = decide("move it for M-900 to FD-2", move, memory=known)
    assert other == Say(replies.NO_CAPABILITY)


SEARCH = client_function("search_flights", "Searches flights.", origin="STRING")
FLY = client_function("book_flight", "Books a flight.", flight_number="STRING")


@pytest.mark.parametrize(
    ("text", "tool", "is_asked"),
    [("Book a flight please", SEARCH, True), ("Book flight LK101 please", FLY, False)],
)
def test_what_finds_what_an_id_is_of_comes_first(text: str, tool: Any, is_asked: bool) -> None:
    decided = decide(text, SEARCH, FLY, agent=instructed("search_flights", "book_flight"))
    assert isinstance(decided, Say) is is_asked
    assert (decided.asks.tool if isinstance(decided, Say) else decided.tool.name) == tool.name


def test_what_finds_something_else_does_not() -> None:
    hotels = client_function("search_hotels", "Searches hotels.", origin="STRING")
    desk = instructed("search_hotels", "book_flight")
    assert decide("Book a flight please", hotels, FLY, agent=desk).asks.tool == FLY.name


def test_what_waits_for_a_verification_that_has_failed_still_does() -> None:
    desk = instructed("verify_user", "look_up_order")
    tools = [Offered(one, input_schema(one)) for one in (VERIFY, ORDER)]
    memory = Memory(tool=VERIFY.name, has_failed=True)
    situation = Situation(desk, "4 May 1990", "4 May 1990", tools, memory=memory)
    goal = PendingCall("", ORDER.name, {"order_number": "A-7"})
    said = after_results(situation, [VERIFY], "verified: no", goal)
    assert said == Say("verified: no\nWhich born date?", PendingCall("", VERIFY.name, {}, goal))


REPORT = client_function("report_outage", "Reports a power cut.", street="STRING")
AFTER_ALL = (
    "First call {@TOOL: verify_user}. If the user reports a power cut, ask for the street and call"
    " {@TOOL: report_outage}."
)


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        ("", VERIFY),
        ("Be kind.", VERIFY),
        ("No identification is needed for that.", REPORT),
        ("They do not need to be verified.", REPORT),
    ],
)
def test_nobody_is_verified_for_what_anybody_may_do(rule: str, first: Any) -> None:
    desk = agent("Desk", instruction=f"{AFTER_ALL} {rule}")
    decided = decide("We have a power cut", VERIFY, REPORT, agent=desk)
    assert decided.asks.tool == first.name


def test_a_complaint_about_a_case_is_not_answered_by_how_an_instruction_begins() -> None:
    says = f"{AFTER_ALL} No identification is needed for that."
    desk = agent("Desk", instruction=says)
    for text, first in (("We have no power!", REPORT), ("My bill looks odd", VERIFY)):
        assert decide(text, VERIFY, REPORT, agent=desk).asks.tool == first.name


@pytest.mark.parametrize(
    ("earlier", "called", "step"),
    [
        (["Look up order A-7", "I'd rather not"], [], Call(ORDER, {"order_number": "A-7"})),
        (["Look up order A-7"], [ORDER.name], Say("verified: yes")),
        (["Hello", "I'd rather not"], [], Say("verified: yes")),
        (
            ["Cancel order A-7"],
            [],
            Say(
                "verified: yes\nPlease confirm: shall I cancel order (order number: A-7)?",
                open_call(CANCEL, order_number="A-7"),
            ),
        ),
    ],
)
def test_who_is_verified_after_all_gets_what_was_asked_for(
    earlier: list[str], called: list[str], step: Any
) -> None:
    tools = [Offered(one, input_schema(one)) for one in (VERIFY, ORDER, CANCEL)]
    desk = agent("Desk", instruction="Call {@TOOL: cancel_order} once they confirm that.")
    memory = Memory(tool=VERIFY.name, called=[*called, VERIFY.name], said=earlier)
    situation = Situation(desk, "4 May", "4 May", tools, memory=memory, earlier=earlier)
    results: list[tuple[Any, dict[str, Any]]] = [(VERIFY, {"verified": True})]
    assert results_followed(situation, results, "verified: yes") == step
    failed = replace(situation, memory=replace(memory, has_failed=True))
    assert results_followed(failed, results, "verified: yes") == Say("verified: yes")
