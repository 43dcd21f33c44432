"""What an instruction has said of numbers beyond a bound."""

from __future__ import annotations

import pytest

from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation
from emulator.ces.runtime.planning.instructions.limits import limits
from emulator.ces.runtime.planning.policy.argument_limits import limited
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import agent, client_function, decide, documents, open_call

TABLE = client_function("book_table", "Books a table.", day="STRING", guests="INTEGER")
PAY = client_function("pay_back", "Pays an amount back.", amount="NUMBER")


@pytest.mark.parametrize(
    ("said", "value", "is_beyond"),
    [
        ('For more than 8 guests, say "Please call us."', 9, True),
        ('For more than 8 guests, say "Please call us."', 8, False),
        ('If there are fewer than two guests, say "Please call us."', 1, True),
        ('If the party has over eight guests, do not book. Say: "Please call us."', 9, True),
        ('No more than 1,000 guests fit: if there are more, say "Please call us."', 1001, True),
        ('If the amount is over 500 dollars, say "Please call us."', 501, True),
        ('Payments above $20 need a manager: say "Please call us."', 21, True),
    ],
)
def test_a_limit_is_a_bound_with_words_for_what_is_beyond(
    said: str, value: float, is_beyond: bool
) -> None:
    (limit,) = limits(said)
    assert limit.says == "Please call us."
    assert limit.bound.holds(value) is is_beyond


@pytest.mark.parametrize(
    "said",
    [
        "Never book for more than 8 guests.",  # There is nothing to say.
        'Greet users with "More than 8 guests? Please call us."',
        'For more than 8 guests, ask a manager. If users are in a hurry, say "Please wait."',
    ],
)
def test_a_bound_without_words_for_it_is_no_limit(said: str) -> None:
    assert not limits(said)


def test_beyond_a_limit_nothing_is_called_and_another_number_is_taken() -> None:
    desk = agent("Desk", instruction='For parties of more than 8 people, say "Please call us."')
    asked = "Book a table for twelve guests on 2026-12-03"
    waiting = PendingCall("", TABLE.name, {"day": "2026-12-03"})
    assert decide(asked, TABLE, agent=desk) == Say("Please call us.", waiting)
    args = {"day": "2026-12-03", "guests": 6}
    assert decide("Then for 6 guests", TABLE, agent=desk, open_call=waiting) == Call(TABLE, args)
    few = decide("Book a table for 8 guests on 2026-12-03", TABLE, agent=desk)
    assert few == Call(TABLE, {"day": "2026-12-03", "guests": 8})


def test_what_is_looked_up_for_too_many_is_not() -> None:
    desk = agent("Desk", instruction='For more than 15 tickets, say "Please call us."')
    check = client_function("check_tickets", "Tells if there are tickets.", day="STRING")
    waiting = open_call(check, day="2026-12-03")
    asked = "Are there twenty tickets for 2026-12-03?"
    assert decide(asked, check, agent=desk) == Say("Please call us.", waiting)
    few = decide("Are there ten tickets for 2026-12-03?", check, agent=desk)
    assert few == Call(check, {"day": "2026-12-03"})


def test_a_limit_is_told_after_what_has_to_come_first() -> None:
    """What waits for a lookup is stopped when the lookup has answered."""
    desk = agent("Desk", instruction='For more than 8 guests, say "Please call us."')
    tools = [Offered(TABLE, input_schema(TABLE))]
    waiting = PendingCall("", TABLE.name, {"day": "2026-12-03", "guests": 12})
    situation = Situation(desk, "12", "12", tools)
    said = limited(situation, Say("Please confirm: shall I book table?", waiting))
    assert said == Say("Please call us.", PendingCall("", TABLE.name, {"day": "2026-12-03"}))


def test_a_limit_is_told_to_who_only_asks() -> None:
    desk = agent("Desk", instruction='If a party has more than 8 guests, say "Please call us."')
    asked = decide("Is there room for 12 guests?", TABLE, documents(), agent=desk)
    assert asked == Say("Please call us.")
    few = decide("How big is a party?", TABLE, documents(), agent=desk)
    assert few == Call(documents(), {"query": "How big is a party?"})


def test_a_limit_of_something_else_is_none_of_an_argument() -> None:
    balance = agent("Desk", instruction='If the balance is below 10 dollars, say "Top up first."')
    paid = Call(PAY, {"amount": 5})
    assert decide("Please pay back 5 dollars", PAY, agent=balance) == paid
    amount = agent("Desk", instruction='If the amount is below 10 dollars, say "It is too little."')
    assert decide("Please pay back 5 dollars", PAY, agent=amount).text == "It is too little."
