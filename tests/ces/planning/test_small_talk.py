"""Greetings, farewells, and other words that ask for nothing."""

from __future__ import annotations

import pytest

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation, Transfer
from emulator.ces.runtime.planning.planner import plan
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import (
    CANCEL,
    IDENTIFY,
    ORDER,
    agent,
    below,
    client_function,
    decide,
    documents,
    end,
    open_call,
)


def test_small_talk_is_no_answer() -> None:
    waiting = open_call(IDENTIFY)
    greeting = Say("Hello, this is Support. How can I help you?")
    assert decide("Hello", IDENTIFY, open_call=waiting) == greeting
    assert decide("never mind", IDENTIFY, open_call=waiting) == Say(replies.ANYTHING_ELSE)


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("Thanks!", replies.WELCOME),
        ("ok, thank you very much", replies.WELCOME),
        ("Great, perfect.", replies.ANYTHING_ELSE),
        ("haha you're funny", replies.ANYTHING_ELSE),
        ("Wow, you are really helpful, thanks!", replies.WELCOME),
        ("no", replies.ANYTHING_ELSE),
        ("No, forget it.", replies.ANYTHING_ELSE),
        ("sorry, I changed my mind", replies.ANYTHING_ELSE),
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


@pytest.mark.parametrize("text", ["Hello", "Thanks!", "<event>welcome</event>", ""])
def test_small_talk_and_events_are_greeted(text: str) -> None:
    assert isinstance(decide(text, ORDER, documents()), Say)


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
        "Bye, thanks!",
    ],
)
def test_a_farewell_ends_the_session_if_the_agent_may(text: str) -> None:
    assert decide(text, documents(), end()).tool.display_name == "end_session"


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("end_session reason=solved", {"reason": "solved"}),
        (
            'please call end_session reason="not my area", session_escalated=true',
            {"reason": "not my area", "session_escalated": True},
        ),
        ("Call end_session", {"reason": "Call end_session"}),
    ],
)
def test_the_end_is_called_by_its_name(text: str, args: dict[str, object]) -> None:
    called = decide(text, ORDER, end())
    assert (called.tool, called.args) == (end(), args)


@pytest.mark.parametrize("text", ["What does end_session do?", "Does end_session work?"])
def test_the_end_is_not_called_for_speaking_of_it(text: str) -> None:
    assert isinstance(decide(text, ORDER, end()), Say)


def test_a_farewell_is_no_argument_of_what_an_agent_waits_for() -> None:
    renew = client_function("renew_permit", "Renews a permit.", begins_on="STRING", note="STRING")
    waiting = open_call(renew)
    said = {"standalone_text": "Renew my permit", "open_call": waiting}
    assert decide("That's all, bye", renew, **said) == Say(replies.GOODBYE)
    office = agent("Office")
    above = Situation(office, "", "", [Offered(end(), input_schema(end()))])
    silent = Situation(agent("Hall"), "", "")
    assert decide("That's all, bye", renew, parents=[silent], **said) == Say(replies.GOODBYE)
    assert decide("That's all, bye", renew, parents=[silent, above], **said) == Transfer(office)
    polite = agent("Desk", instruction='If the user says bye, say "Drive safely!"')
    assert decide("That's all, bye", renew, agent=polite) == Say("Drive safely!")


def test_saying_goodbye_in_a_question_ends_nothing() -> None:
    for text in ("What happens if I end the session early?", "Is it open? Thanks, bye"):
        assert decide(text, documents(), end()).tool.display_name == "search_docs"


def test_what_is_all_that_somebody_knows_ends_nothing() -> None:
    decided = decide("That is everything I know of it", documents(), end())
    assert decided.tool.display_name == "search_docs"


def test_who_does_nothing_is_asked_for_something_else() -> None:
    silence = "<context>no user activity detected for 30 seconds.</context>"
    assert decide(silence, ORDER) == Say(replies.ANYTHING_ELSE)


@pytest.mark.parametrize(
    "text",
    [
        "Can you cancel order A-7? Thanks, bye",
        "Please cancel order A-7. Bye",
        "I would like to cancel my order A-7, as all of my family is ill. Thank you, bye",
    ],
)
def test_what_is_asked_for_with_a_farewell_is_done(text: str) -> None:
    assert decide(text, CANCEL, end()) == Call(CANCEL, {"order_number": "A-7"})
    desk = below(text, agent("cancel_desk", "Cancels orders."), CANCEL)
    assert isinstance(decide(text, end(), children=[desk]), Transfer)


@pytest.mark.parametrize(
    "text", ["get me a human", "I need a manager", "agent please", "I want to talk to an agent"]
)
def test_who_asks_for_a_person_is_handed_over(text: str) -> None:
    assert decide(text, end(), documents()).args["session_escalated"] is True


def test_no_more_questions_are_the_end() -> None:
    assert decide("No more questions, thank you", end(), documents()).tool == end()


@pytest.mark.parametrize(
    "text", ["hey, what can you do for me?", "How can you help me", "what do you do?"]
)
def test_who_asks_what_an_agent_can_do_is_told_and_no_document_is_searched(text: str) -> None:
    desk = agent("Desk", "Routes.", 'Greet them with "Welcome. I know trips and rooms."')
    assert decide(text, documents(), agent=desk) == Say("Welcome. I know trips and rooms.")
    about = decide(text, documents(), agent=agent("Desk", "Knows trips."))
    assert about == Say("This is Desk: knows trips. How can I help you?")


def test_who_asks_what_can_be_done_about_something_is_not_told_what_an_agent_can_do() -> None:
    own = documents()
    assert decide("What can you do for my bike?", own).tool == own


def test_what_a_session_ends_with_is_that_of_the_case_in_which_it_ends() -> None:
    said = 'When they leave, say "Stay bright!" and call {@TOOL: end_session} with reason="done".'
    decided = decide("Bye", end(), agent=agent("Desk", instruction=said))
    assert decided.args == {"reason": "done", "session_escalated": False}
    assert decided.says == "Stay bright!"


def test_what_a_session_ends_with_in_a_case_is_not_said_to_who_leaves() -> None:
    said = 'If there is a fire, say "Please leave." and call {@TOOL: end_session}.'
    assert decide("Bye", end(), agent=agent("Desk", instruction=said)).says == ""
    both = f'{said}\nWhen users are done, say "Bye!" and call {{@TOOL: end_session}}.'
    assert decide("Bye", end(), agent=agent("Desk", instruction=both)).says == "Bye!"


CASES = """<step><trigger>The patient describes an emergency, such as chest pain.</trigger>
Say "Please call 112." and call {@TOOL: end_session} with session_escalated=true.</step>
<step><trigger>The patient has pain in the back or the knee.</trigger>Look for help.</step>"""


@pytest.mark.parametrize(
    ("text", "is_ended"),
    [
        ("my husband, an emergency, his chest hurts", True),
        ("I have pain in the knee", False),
        ("my chest is wide", False),
        ("is chest pain an emergency?", False),
    ],
)
def test_a_session_ends_in_a_case_that_an_instruction_has(text: str, is_ended: bool) -> None:
    decided = decide(text, end(), agent=agent("Desk", instruction=CASES))
    assert isinstance(decided, Call) is is_ended
    if is_ended:
        assert decided.says == "Please call 112."
        assert decided.args["session_escalated"] is True


def test_a_session_ends_in_such_a_case_whatever_waits_but_for_words_of_the_user() -> None:
    told = "If there is a fire or smoke, tell them to leave and end it with {@TOOL: end_session}."
    desk = agent("Desk", instruction=told)
    said, report = "Fire, I see smoke!", client_function("file_report", "Files.", report="STRING")
    decided = decide(said, CANCEL, end(), agent=desk, open_call=open_call(CANCEL))
    assert isinstance(decided, Call)
    assert (decided.tool, decided.says) == (end(), "Please leave.")
    report.client_function.parameters.properties["report"].description = "The words of the user."
    asked = decide(said, report, end(), agent=desk, open_call=open_call(report))
    assert asked == Call(report, {"report": said})
