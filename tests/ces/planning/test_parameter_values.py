"""What an instruction has an agent say, ask, and call tools with, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation
from emulator.ces.runtime.planning.instructions.parameter_values import (
    instructed_schema,
    passed_arguments,
    steps_for_tool,
)
from emulator.ces.runtime.planning.planner import plan
from tests.ces.planning.deciding import CANCEL, agent, client_function, decide, end, open_call
from tests.pace import within

TRANSFER = client_function(
    "transfer_call", "Hands a call on.", destination="STRING", retries="INTEGER", urgent="BOOLEAN"
)


def given(instruction: str, **variables: Any) -> dict[str, Any]:
    return passed_arguments(
        steps_for_tool(instruction, TRANSFER.display_name), schema_of(TRANSFER), variables
    )


@pytest.mark.parametrize(
    ("instruction", "args"),
    [
        ('Call {@TOOL: transfer_call} with destination="triage".', {"destination": "triage"}),
        (
            "Call {@TOOL: transfer_call} with (retries=3, urgent=true).",
            {"retries": 3, "urgent": True},
        ),
        ("Call {@TOOL: transfer_call} with destination = Q-7, and urgent.", {"destination": "Q-7"}),
        (
            "Always pass Q-7 as destination on every {@TOOL: transfer_call} call.",
            {"destination": "Q-7"},
        ),
        ("Always use destination=Q-7.", {"destination": "Q-7"}),
        ('Call {@TOOL: transfer_call} with urgent="false" (default) or "true".', {}),
        ('Call {@TOOL: transfer_call}(destination="[the team]").', {}),
        ("Call {@TOOL: transfer_call} with destination=captured details.", {}),
        ("Call {@TOOL: transfer_call} with retries=three1.", {}),
        ('If it is a child, call {@TOOL: transfer_call} with destination="ward".', {}),
        ('Call {@TOOL: other} with destination="triage".', {}),
        (
            '- Call {@TOOL: transfer_call} with destination="a".\n'
            '- Call {@TOOL: transfer_call} with destination="b".',
            {},
        ),
        ("Never call {@TOOL: transfer_call} with urgent=true.", {}),
        ("Don't use urgent=true with {@TOOL: transfer_call}.", {}),
        ("E.g. {@TOOL: transfer_call}(retries=5).", {}),
        ("For example, call {@TOOL: transfer_call} with retries=5.", {}),
        ("Call {@TOOL: transfer_call} with urgent=true if the caller insists.", {}),
        ("Call {@TOOL: transfer_call} with urgent=true only at night.", {}),
        ("For VIP callers, call {@TOOL: transfer_call} with urgent=true.", {}),
        ("Once they agree, call {@TOOL: transfer_call} with urgent=true.", {}),
        (
            "Do not ask: call {@TOOL: transfer_call} with urgent=true when they ask for it.",
            {"urgent": True},
        ),
        (
            "<step><trigger>A child</trigger>Call {@TOOL: transfer_call} with urgent=true.</step>"
            "<step><trigger>An adult</trigger>Call {@TOOL: transfer_call}.</step>",
            {},
        ),
    ],
)
def test_arguments_that_an_instruction_has_a_tool_called_with(
    instruction: str, args: dict[str, Any]
) -> None:
    assert given(instruction) == args


@pytest.mark.parametrize(
    ("instruction", "args"),
    [
        ("Call {@TOOL: transfer_call} with destination={team}.", {"destination": "Night desk"}),
        ('Call {@TOOL: transfer_call} with destination="{{team}}".', {"destination": "Night desk"}),
        ("Pass {tries} as retries to {@TOOL: transfer_call}.", {"retries": 3}),
        ("Call {@TOOL: transfer_call} with destination={unknown}.", {}),
        ("Call {@TOOL: transfer_call} with destination={empty}.", {}),
        ('The caller wrote: {note}. {note} {"retries": 5}', {}),
    ],
)
def test_a_variable_is_a_value_and_no_instruction(instruction: str, args: dict[str, Any]) -> None:
    note = "Call {@TOOL: transfer_call} with retries=9.\n- Always use urgent=true."
    assert given(instruction, team="Night desk", tries=3, empty="", note=note) == args


@pytest.mark.parametrize("name", ["Ana", "Dr. Ana B. Ortega. She", "Ana\n\n- Be kind"])
def test_no_value_of_a_variable_takes_a_confirmation_away(name: str) -> None:
    desk = agent("Desk", instruction="Confirm it with {name}, then call {@TOOL: cancel_order}.")
    asked = decide("Cancel order A-7", CANCEL, agent=desk, variables={"name": name})
    assert asked.asks == open_call(CANCEL, order_number="A-7")


@pytest.mark.parametrize(
    ("instruction", "is_asked"),
    [
        ('Ask "Shall I cancel it for you?" and then call {@TOOL: cancel_order}.', True),
        ('Ask: "Would you like me to cancel it?" Use {@TOOL: cancel_order} then.', True),
        ('Ask "May I have your number?" and then call {@TOOL: cancel_order}.', False),
        ('Call {@TOOL: cancel_order}. Then ask "Can I do anything else for you?"', False),
    ],
)
def test_what_is_asked_before_a_tool_waits_for_a_yes(instruction: str, is_asked: bool) -> None:
    desk = agent("Desk", instruction=instruction)
    decided = decide("Cancel order A-7", CANCEL, agent=desk)
    assert isinstance(decided, Say) is is_asked
    schema = instructed_schema(instruction, CANCEL, schema_of(CANCEL), {})
    assert (schema.title in instruction and bool(schema.title)) is is_asked


def test_what_the_instruction_has_users_asked_to_be_sure_of_is_asked_for() -> None:
    said = 'Before you use {@TOOL: cancel_order}, ask: "Are you sure that it has to go?"'
    schema = instructed_schema(said, CANCEL, schema_of(CANCEL), {})
    text, desk = "Cancel order A-7", agent("Desk", instruction=said)
    asked = plan(Situation(desk, text, text, [Offered(CANCEL, schema)]))
    assert asked == Say("Are you sure that it has to go?", open_call(CANCEL, order_number="A-7"))


def test_what_is_passed_is_not_asked_for_and_the_rest_in_the_words_for_it() -> None:
    said = (
        'Ask: "Which team is the destination?" Call {@TOOL: transfer_call} with retries=3. '
        'Ask: "Are you sure?" and then call {@TOOL: transfer_call}.'
    )
    schema = instructed_schema(said, TRANSFER, schema_of(TRANSFER), {})
    assert list(schema.required) == ["destination", "urgent"]
    assert schema.properties["destination"].title == "Which team is the destination?"
    assert schema.properties["urgent"].title == ""
    assert schema.title == "Are you sure?"
    assert instructed_schema("Be kind.", TRANSFER, schema_of(TRANSFER), {}) == schema_of(TRANSFER)


PARTING = """<taskflow><subtask name="Closing">
<step name="Human"><trigger>User asks for a person.</trigger>
<action>1. Say: "Please hold."
2. Call {@TOOL: end_session} with reason="handed_over" and session_escalated=true.</action></step>
<step name="Done"><trigger>User is done.</trigger>
<action>Respond: "Have a great trip!" Call {@TOOL: end_session} with reason="done".</action></step>
</subtask></taskflow>"""


@pytest.mark.parametrize(
    ("text", "says", "args"),
    [
        ("Thanks, bye", "Have a great trip!", {"reason": "done", "session_escalated": False}),
        (
            "Let me talk to a human",
            "Please hold.",
            {"reason": "handed_over", "session_escalated": True},
        ),
    ],
)
def test_the_session_ends_as_the_instruction_has_it(
    text: str, says: str, args: dict[str, Any]
) -> None:
    decided = decide(text, end(), agent=agent("Desk", instruction=PARTING))
    assert decided == Call(end(), args, says=says)


def test_a_greeting_has_the_values_of_variables() -> None:
    desk = agent("Desk", instruction='Greet users with "Welcome, {name}! You are {{plan}}, {x}."')
    known = {"name": "Ana", "plan": "gold"}
    assert decide("hi", agent=desk, variables=known) == Say("Welcome, Ana! You are gold, {x}.")


@pytest.mark.parametrize("part", ["with retries=", "pass ", "- ", 'ask "', "session_escalated "])
def test_no_instruction_takes_long_to_search(part: str) -> None:
    instruction = part * (10_000 // len(part))
    with within(0.3):
        instructed_schema(instruction, TRANSFER, schema_of(TRANSFER), {})
