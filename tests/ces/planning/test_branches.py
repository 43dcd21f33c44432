"""What an instruction has done if a tool answers so."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation, Transfer
from emulator.ces.runtime.planning.instructions.branches import branches, holds
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.planning.policy.result_handling import result_handled
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import (
    agent,
    below,
    client_function,
    decide,
    documents,
    end,
    open_call,
)

CLAIM: dict[str, Any] = {
    "claim": "C-5",
    "status": "DENIED",
    "amount": 40,
    "urgent": True,
    "dispute": False,
}
CLAIM["notes"] = []


@pytest.mark.parametrize(
    ("case", "is_so"),
    [
        ("the status is denied", True),
        ("it was denied", True),
        ("denied", True),
        ("the claim is rejected or denied", True),
        ("the status isn't approved", True),
        ("the status is not denied", False),
        ("the status is approved", False),
        ("the customer is denied", False),  # It tells nothing of customers.
        ("the customer is not approved", False),
        ("the amount is below 50 dollars", True),
        ("the amount is over $50", False),
        ("the amount is at least 40", True),
        ("the amount is high", False),
        ("the claim is urgent", True),
        ("the claim is not urgent", False),
        ("urgent is true", True),
        ("there are no notes", True),
        ("there are no documents", False),
        ("there is no dispute", True),
        ("no dispute", True),
        ("there is no urgent case", False),
        ("the user wants an appeal", False),
    ],
)
def test_a_case_is_that_of_what_was_answered(case: str, is_so: bool) -> None:
    assert holds(case, "get_claim", CLAIM) is is_so


def test_a_case_may_be_that_of_one_of_a_list() -> None:
    results = {"results": [{"test": "Iron", "status": "low"}, {"test": "Zinc", "status": "normal"}]}
    assert holds("a result is low or high", "get_results", results)
    assert not holds("a result is high", "get_results", results)


STEP = """<step><trigger>If the user asks for a claim</trigger><action>
1. If the number is missing, ask for it, then call {@TOOL: get_claim}.
2. If it is denied, tell the reason. If it is paid, say "It is on its way."</action></step>
If it is closed, transfer to {@AGENT: Archive}."""
PROSE = """Call {@TOOL: get_claim}. If it is denied, offer to appeal.
Be kind. If it is paid, say so. Call {@TOOL: other}. If it is open, wait."""


@pytest.mark.parametrize(
    ("instruction", "cases"),
    [(STEP, ["it is denied", "it is paid", "it is closed"]), (PROSE, ["it is denied"])],
)
def test_cases_stand_behind_the_tool(instruction: str, cases: list[str]) -> None:
    assert [one.case for one in branches(instruction, "get_claim")] == cases


GET = client_function("get_claim", "Tells of a claim.", claim="STRING")
APPEAL = client_function("open_appeal", "Opens an appeal.", claim="STRING", statement="STRING")
PAY = client_function("schedule_payout", "Pays a claim.", claim="STRING")
NOTE = client_function("find_notes", "Finds notes.", claim="STRING")


def handled(then: str, *tools: Any, children: Any = ()) -> Any:
    desk = agent("Desk", instruction=f"Call {{@TOOL: get_claim}}. If it is denied, {then}")
    offered = [Offered(tool, input_schema(tool)) for tool in (GET, *tools)]
    memory = Memory(tool=GET.name, called=[GET.name], lasting={"claim": "C-5"})
    situation = Situation(desk, "C-5", "C-5", offered, children, memory=memory)
    return result_handled(situation, [(GET, CLAIM)], "Denied.")


@pytest.mark.parametrize(
    ("rule", "is_forbidden"),
    [
        ("Never pay a claim that is not approved.", True),
        ("Do not pay out a claim if it is denied.", True),
        ("If a claim is denied, say so and don't pay it.", True),
        ("Never pay a claim that is approved.", False),
        ("Never open a claim that is denied.", False),
        ("Never pay a claim without a yes.", False),
    ],
)
def test_what_was_told_may_forbid_what_is_done(rule: str, is_forbidden: bool) -> None:
    desk = agent("Desk", instruction=f"Call {{@TOOL: get_claim}}. {rule}")
    told = {"claim": "C-5", "status": "denied"}
    known = {"agent": desk, "memory": Memory(tool=GET.name, called=[GET.name], told=told)}
    decided = decide("Schedule the payout of claim C-5", GET, PAY, **known)
    refusal = Say("I cannot help with that. claim: C-5; status: denied")
    assert (decided == refusal) is is_forbidden
    assert (decide("yes", GET, PAY, open_call=open_call(PAY, claim="C-5"), **known) == refusal) is (
        is_forbidden
    )
    assert decide("Schedule the payout of claim C-6", GET, PAY, **known) != refusal


def offered(tool: Any) -> PendingCall:
    return PendingCall("", tool.name, {"claim": "C-5"}, is_offered=True)


@pytest.mark.parametrize(
    ("then", "decided"),
    [
        ('say: "We are sorry."', Say("Denied.\nWe are sorry.")),
        ("tell them to write a letter.", Say("Denied.\nPlease write a letter.")),
        ("ask the user to check the number.", Say("Denied.\nPlease check the number.")),
        ("be sorry and ask for another day.", Say("Denied.\nWhich other day?")),
        ("ask the user to wait and call {@TOOL: get_claim}.", Say("Denied.")),
        ("tell the reason and be kind.", Say("Denied.")),
        ("offer to appeal.", Say("Denied.\nShall I open appeal?", offered(APPEAL))),
        (
            'ask: "Do you want to appeal?"',
            Say("Denied.\nDo you want to appeal?", offered(APPEAL)),
        ),
        (
            "ask whether they want to pay it out.",
            Say("Denied.\nPlease confirm: shall I schedule payout (claim: C-5)?", offered(PAY)),
        ),
        ("offer some tea.", Say("Denied.")),
        ("call {@TOOL: find_notes}.", Call(NOTE, {"claim": "C-5"}, says="Denied.")),
        ("ask why; when they answer, call {@TOOL: find_notes}.", Say("Denied.")),
        ("call {@TOOL: get_claim}.", Say("Denied.")),  # Not again and again.
    ],
)
def test_what_is_done_then(then: str, decided: Any) -> None:
    assert handled(then, APPEAL, PAY, NOTE) == decided


def test_the_session_may_go_on_elsewhere_then() -> None:
    archive = agent("Archive")
    children = [below("C-5", archive)]
    decided = handled("transfer to {@AGENT: Archive}.", children=children)
    assert decided == Transfer(archive)
    decided = handled('call {@TOOL: end_session} with reason="denied".', end())
    assert decided == Call(end(), {"reason": "denied"}, says="Denied.")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("yes", "Which statement?"),
        ("no, leave it", replies.ABANDONED),
        ("no, don't open it, I was ill", replies.ABANDONED),
    ],
)
def test_what_was_offered_waits_for_a_yes(said: str, answer: str) -> None:
    decided = decide(said, GET, APPEAL, open_call=offered(APPEAL))
    assert decided.text == answer


def test_an_offer_waits_for_questions_but_not_for_what_is_no_answer() -> None:
    """What is said then is no yes to what comes next, and no argument of what was offered."""
    own = documents()
    asked = decide("Is it free?", GET, APPEAL, own, open_call=offered(APPEAL))
    assert asked == Call(own, {"query": "Is it free?"}, offered(APPEAL))
    said = decide("I was ill", GET, APPEAL, own, open_call=offered(APPEAL))
    assert said == Call(own, {"query": "I was ill"})


def test_what_was_offered_is_no_aim_of_another_call() -> None:
    decided = decide("Tell me of claim C-5", GET, APPEAL, open_call=offered(APPEAL))
    assert decided == Call(GET, {"claim": "C-5"})


@pytest.mark.parametrize(
    ("said", "is_paid"), [("yes please", True), ("C-5", False), ("ok?", False)]
)
def test_nothing_that_was_offered_is_done_without_a_yes(said: str, is_paid: bool) -> None:
    decided = decide(said, PAY, open_call=offered(PAY))
    assert (decided == Call(PAY, {"claim": "C-5"})) is is_paid


STEPS = """<step><trigger>They ask where a claim is.</trigger>Call {@TOOL: get_claim}.
Then ask: "Is that clear?" If it is not, say "Sorry."</step>
<step><trigger>They want money.</trigger>1. Call {@TOOL: get_claim}.
2. If it is denied, tell them that denied claims are not paid.
3. Call {@TOOL: schedule_payout}.</step>"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Where is claim C-5?", "Denied.\nIs that clear?"),
        ("I want my money for C-5", "Denied.\nDenied claims are not paid."),
    ],
)
def test_what_is_said_after_a_tool_is_that_of_the_step_that_is_followed(
    text: str, said: str
) -> None:
    offered = [Offered(tool, input_schema(tool)) for tool in (GET, PAY)]
    situation = Situation(agent("Desk", instruction=STEPS), text, text, offered)
    assert result_handled(situation, [(GET, CLAIM)], "Denied.") == Say(said)


@pytest.mark.parametrize(
    ("behind", "said"),
    [
        ('. Afterwards say "Thank you."', "Denied.\nThank you."),
        (', and then ask: "Is that clear?"', "Denied.\nIs that clear?"),
        ('. Say "I do not know" to all else.', "Denied."),
        ('. Then, if they are sad, say "Cheer up."', "Denied."),
        ('.\nThen say "Good day" to the next one.', "Denied."),
    ],
)
def test_what_is_said_after_a_tool_may_stand_in_its_line(behind: str, said: str) -> None:
    desk = agent("Desk", instruction=f"Call {{@TOOL: get_claim}}{behind}")
    situation = Situation(desk, "C-5", "C-5", [Offered(GET, input_schema(GET))])
    assert result_handled(situation, [(GET, {"is": 1})], "Denied.") == Say(said)


def test_what_is_said_after_a_tool_may_stand_behind_its_name() -> None:
    desk = agent("Desk", instruction='After {@TOOL: get_claim}, say "Thank you."')
    situation = Situation(desk, "C-5", "C-5", [Offered(GET, input_schema(GET))])
    assert result_handled(situation, [(GET, {"is": 1})], "Open.") == Say("Open.\nThank you.")


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("May I open an appeal for you?", offered(APPEAL)),
        ("May I have your name?", None),
        ("Is that clear?", None),
    ],
)
def test_a_question_after_a_tool_may_offer_another_one(question: str, asks: Any) -> None:
    desk = agent("Desk", instruction=f'Call {{@TOOL: get_claim}}. Then ask "{question}"')
    known = Memory(tool=GET.name, called=[GET.name], lasting={"claim": "C-5"})
    tools = [Offered(tool, input_schema(tool)) for tool in (GET, APPEAL)]
    situation = Situation(desk, "C-5", "C-5", tools, memory=known)
    assert result_handled(situation, [(GET, {"is": 1})], "Open.") == Say(f"Open.\n{question}", asks)


def test_what_a_step_says_in_place_of_a_tool_is_said_of_what_was_told_before() -> None:
    desk = agent("Desk", instruction=STEPS)
    told = {"claim": "C-5", "status": "denied"}
    for status, is_said in (("denied", True), ("approved", False)):
        memory = Memory(tool=GET.name, called=[GET.name], told={**told, "status": status})
        decided = decide("Schedule the payout of claim C-5", GET, PAY, agent=desk, memory=memory)
        said = Say(f"claim: C-5; status: {status}\nDenied claims are not paid.")
        assert (decided == said) is is_said
    memory = Memory(tool=GET.name, called=[GET.name], told=told)
    decided = decide("Schedule the payout of claim C-6", GET, PAY, agent=desk, memory=memory)
    assert not isinstance(decided, Say) or "not paid" not in decided.text
