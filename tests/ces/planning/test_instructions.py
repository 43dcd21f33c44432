"""What an instruction says of tools and agents, without a server."""

from __future__ import annotations

import pytest

from emulator.ces.runtime.planning.instructions.consent import requires_confirmation
from emulator.ces.runtime.planning.instructions.parameter_values import stated_values
from emulator.ces.runtime.planning.instructions.steps import (
    references_in_order,
    text_about,
    with_references,
)
from emulator.ces.runtime.planning.instructions.utterances import greeting, prescribed_answer
from tests.pace import within

XML = """<role>You answer for the airline.</role>
<taskflow>
  <subtask name="Changes">
    <step name="Rebook">
      <trigger>The traveller has chosen a flight.</trigger>
      <action>Let them confirm it. Call {@TOOL: rebook_flight}.</action>
    </step>
    <step name="Desk"><trigger>Anything else</trigger>
      <action>Transfer to {@AGENT: Front Desk}.</action></step>
  </subtask>
</taskflow>"""
LIST = """# Cards
Be kind. Use {@TOOL: faq} for prices.
## Lost card
1. Ask for the confirmation code. Then call `block_card`.
2. Say goodbye."""


def test_a_step_belongs_together() -> None:
    assert "chosen a flight" in text_about(XML, "TOOL", "rebook_flight", "")
    assert "Anything else" in text_about(XML, "AGENT", "Front Desk", "")


def test_an_item_of_a_list_belongs_together_with_its_heading_and_prose_by_sentences() -> None:
    block = text_about(LIST, "TOOL", "block_card", "")
    assert "Lost card" in block
    assert "confirmation code" in block
    assert "kind" not in text_about(LIST, "TOOL", "faq", "")
    assert references_in_order(LIST) == ("faq", "block_card")
    both = "- Prices: {@TOOL: prices} has them. Claims: {@TOOL: claims} takes them."
    assert "Claims" not in text_about(both, "TOOL", "prices", "")


def test_a_sentence_with_all_words_of_a_name_speaks_of_that() -> None:
    instruction = "Be kind to whoever cancels. Cancel an order only with their consent."
    assert text_about(instruction, "TOOL", "Orders_cancelOrder", "cancelOrder") == instruction[28:]
    assert requires_confirmation(instruction, "Orders_cancelOrder", "cancelOrder")
    assert not requires_confirmation(instruction, "Orders_cancel", "cancel")
    clear = "Never cancel an order without telling its price first and getting a clear yes."
    assert requires_confirmation(clear, "Orders_cancelOrder", "cancelOrder")
    other = "Before {@TOOL: cancel_box}, offer to pause the box and have them confirm."
    assert not requires_confirmation(other, "pause_box", "pause_box")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Call cancel_order.", "Call {@TOOL: cancel_order}."),
        ("Call `cancel_order`.", "Call {@TOOL: cancel_order}."),
        ("Call {@TOOL: cancel_order}.", "Call {@TOOL: cancel_order}."),
        ("Use findSlots for that.", "Use {@TOOL: Visits_findSlots} for that."),
        ("Prices come with estimate.", "Prices come with {@TOOL: estimate}."),
        ("An estimate is free.", "An estimate is free."),
        ("Do not call cancel_orders.", "Do not call cancel_orders."),
        ("Hand over to the Front Desk.", "Hand over to the {@AGENT: Front Desk}."),
        ("Send them to the front desk.", "Send them to the front desk."),
    ],
)
def test_a_plain_name_is_a_reference(said: str, expected: str) -> None:
    references = {
        "cancel_order": "{@TOOL: cancel_order}",
        "estimate": "{@TOOL: estimate}",
        "findSlots": "{@TOOL: Visits_findSlots}",
        "Front Desk": "{@AGENT: Front Desk}",
    }
    assert with_references(said, tuple(references.items())) == expected
    assert with_references(said, ()) == said


def test_who_has_to_confirm_is_told_and_a_confirmation_code_is_none() -> None:
    assert requires_confirmation(XML, "rebook_flight", "")
    assert not requires_confirmation(LIST, "block_card", "")
    after = "Call {@TOOL: block_card}. "
    assert requires_confirmation(f"{after}Confirm that first.", "block_card", "")
    assert not requires_confirmation(
        f"{after}Confirm what {{@TOOL: refund}} does.", "block_card", ""
    )
    assert not requires_confirmation(LIST, "unknown", "")


@pytest.mark.parametrize(
    ("instruction", "said"),
    [
        ('Greet new users with "Hello, this is Mobile."', "Hello, this is Mobile."),
        ('Be kind. Greet them with "Good day. What is it?" Then wait.', "Good day. What is it?"),
        ("Greet them with \u201cGood day! What is it?\u201d. Wait.", "Good day! What is it?"),
        ('A 5" screen is small. Greet them with Hello. Wait.', ""),
        (
            '<step name="greet"><action>Say: "Welcome to us."</action></step>',
            "Welcome to us.",
        ),
        ('Open with "Hi, this is the registry."', "Hi, this is the registry."),
        ('Begin the conversation with "Hi, this is the desk."', "Hi, this is the desk."),
        ("<step><trigger>Session start</trigger>Say 'x'. Say \"Hi.\"</step>", "Hi."),
        ('If they are hurt, say "See a doctor first." Be kind.', ""),
        ("Greet the user.", ""),
        ('Greet the user. Greet them with "Good day."', "Good day."),
        ('Say "Done." at the end.', ""),
    ],
)
def test_a_greeting_is_said_as_it_is_prescribed(instruction: str, said: str) -> None:
    assert greeting(instruction) == said


def test_what_is_to_be_said_in_a_case_is_said_for_a_word_of_no_other_step() -> None:
    instruction = (
        "<step><trigger>The patient wants a visit.</trigger><action>{@TOOL: book}</action></step>"
        "<step><trigger>The patient has pain or is bleeding.</trigger>"
        "<action>Tell them to call 555-0199 at once.</action></step>"
    )
    assert prescribed_answer(instruction, "it bleeds!") == "Please call 555-0199 at once."
    assert prescribed_answer(instruction, "I am a patient") == ""
    asked = "If asked about side effects say that the doctor will call back."
    assert prescribed_answer(asked, "Has it any side effects?") == "The doctor will call back."
    called = "If a card is lost, call {@TOOL: block_card} and say that it is blocked."
    assert prescribed_answer(called, "My card is lost") == ""


REFERS = """Greet the rider. Ask for the station.
Annual passes are only sold online: if the rider wants one, tell them "See annual.example."
1. We do not rent out helmets. If asked about renting them, say "Please bring a helmet."
2. Refunds take five days; tell the rider so if they ask how long it takes: say "Five days."
4. Lost items: tell riders to write to lost@b.example.
5. Private boats are none of our business. If riders ask for one, say "We have no boats."
3. Tours start at noon. If asked about prices, say "Tours are free."
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Do you have annual passes?", "See annual.example."),
        ("Do you have passes?", ""),
        ("Do you rent out helmets?", "Please bring a helmet."),
        ("How long will it take?", "Five days."),
        ("Where do tours start at noon?", ""),  # "Prices" says by itself what the case is about.
        ("What are your prices?", "Tours are free."),
        ("I lost my umbrella", "Please write to lost@b.example."),
        ("I want a private boat", "We have no boats."),
    ],
)
def test_a_case_may_refer_back_to_what_stands_before_it(text: str, said: str) -> None:
    assert prescribed_answer(REFERS, text) == said


@pytest.mark.parametrize(
    "part",
    ["<step>", "<step ", "<step><trigger>", "if ", "say ", "{@TOOL:", 'name="x" ', "If x, say y. "],
)
def test_no_instruction_takes_long_to_read(part: str) -> None:
    instruction = part * (10_000 // len(part))
    with within(0.3):
        assert references_in_order(instruction) == ()
        assert not text_about(instruction, "TOOL", "block_card", "block_card")
        with_references(instruction, (("x y", "{@AGENT: x y}"), ("if", "{@TOOL: if}")))
        prescribed_answer(instruction, "something else")


DELEGATES = (
    "You can delegate: {@AGENT: faq} for questions about the airline, {@AGENT: seats} to change a "
    "seat, and {@AGENT: status} if a flight is late."
)


def test_agents_that_are_listed_with_their_purposes_have_each_its_own() -> None:
    assert "change a seat" in text_about(DELEGATES, "AGENT", "seats", "")
    assert "airline" not in text_about(DELEGATES, "AGENT", "seats", "")
    assert "late" not in text_about(DELEGATES, "AGENT", "faq", "")
    one_after_the_other = "Call {@TOOL: verify} for the customer, then {@TOOL: pay_bill}."
    assert "customer" in text_about(one_after_the_other, "TOOL", "pay_bill", "")


@pytest.mark.parametrize(
    "instruction",
    [
        "Greet the customer with: Welcome to Blue Air, how can I help?",
        "Greet them by saying: Welcome to Blue Air, how can I help?",
        'Greet the customer with: "Welcome to Blue Air, how can I help?"',
    ],
)
def test_what_to_say_may_stand_after_a_colon(instruction: str) -> None:
    assert greeting(instruction) == "Welcome to Blue Air, how can I help?"


def test_a_form_after_a_colon_is_nothing_to_say() -> None:
    assert (
        prescribed_answer("If the user asks for a price, answer in this form: item, price", "price")
        == ""
    )


def test_what_an_instruction_says_a_parameter_is_has_a_digit_or_is_an_address() -> None:
    known = (
        "The customer's ID is 428765091. Customer email: ana@example.org; the customer name is Ana."
    )
    names = ["customer_id", "customerEmail", "customer_name", "order_id"]
    assert stated_values(known, names, {}) == {
        "customer_id": "428765091",
        "customerEmail": "ana@example.org",
    }
    assert stated_values("The customer id is required. Customer id: {customer_id}", names, {}) == {}
    asked = "Customer id: {crm_id}"
    assert stated_values(asked, names, {"crm_id": "428765091"}) == {"customer_id": "428765091"}
    assert stated_values("{note}", names, {"note": "The order id is A-7"}) == {}


@pytest.mark.parametrize(
    "said",
    [
        "If the customer ID is 4711, be very polite.",
        "For example, the customer ID is 4711.",
        "The customer ID is 10 digits long.",
        "Customer ID: 10-digit",
        "Ask for a code, e.g. customer ID: 4711.",
        "Customer ID: C-100 (example)",
        'User: "My customer ID is 4711"',
        "Do not use the account whose customer ID is 4711.",
        "The old customer ID is 4711.",
        "The customer ID is never 4711.",
        "# Examples\n- Customer ID: 4711",
    ],
)
def test_what_an_instruction_says_of_a_case_or_an_example_is_no_value(said: str) -> None:
    assert stated_values(said, ["customer_id"], {}) == {}
    for known in ("The current customer's ID: `4711`", "- **Customer ID:** 4711\n"):
        found = stated_values(f"{said}\n\n# Context\n{known}", ["customer_id"], {})
        assert found == {"customer_id": "4711"}


def test_what_is_to_be_told_ends_with_its_sentence_and_not_within_an_address() -> None:
    told = "If someone asks about catering, tell them to write to a@b.example. Be kind."
    assert prescribed_answer(told, "do you do catering?") == "Please write to a@b.example."
