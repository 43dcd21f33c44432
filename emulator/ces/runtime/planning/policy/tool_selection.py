"""The tool or the agent for a text, of the agent's own tools, its children and its parents."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter

from emulator.ces.runtime.arguments.entity_types import (
    DISTINCTIVE,
    EntityType,
    entity_type,
    takes_any_text,
)
from emulator.ces.runtime.arguments.extraction import (
    Arguments,
    count_codes,
    extracted,
    read_arguments,
)
from emulator.ces.runtime.planning.argument_filling import filled_arguments
from emulator.ces.runtime.planning.candidates import Candidate, candidates, is_lookup
from emulator.ces.runtime.planning.decisions import (
    Call,
    Decision,
    Offered,
    Situation,
    Transfer,
)
from emulator.ces.runtime.planning.instructions.consent import waives_confirmation
from emulator.ces.runtime.planning.instructions.steps import (
    opening_tool,
    references_in_order,
    steps,
    terms_of_one_step,
)
from emulator.ces.runtime.planning.pending_call import PendingToolCall, needs_confirmation
from emulator.ces.runtime.planning.policy.confirmation import (
    call_or_confirmation,
    reports_case_of,
)
from emulator.ces.runtime.planning.policy.document_search import (
    data_store_tool,
    documents_may_answer,
    search_call,
)
from emulator.ces.runtime.planning.prerequisites import (
    call_or_prerequisite,
    goal_call,
    transfer_or_prerequisite,
)
from emulator.ces.runtime.planning.understanding.assertions import asserted_parts
from emulator.ces.runtime.planning.understanding.intents import may_be_intended, requests_tool
from emulator.ces.runtime.planning.understanding.questions import (
    is_general_question,
    is_how_to_question,
    is_question,
)
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    is_search,
    only_records,
)
from emulator.ces.runtime.planning.verification import verifies
from emulator.ces.runtime.words import terms
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_WISHES = terms("want need like ask say tell call help")  # Any case may have these.


def best_candidate(situation: Situation, slack: int = 0) -> Decision | None:
    """The step to the candidate with the highest score; see `candidates` for `slack`.

    Of several it is a lookup that has arguments, else the first without side effects.
    """
    found = list(candidates(situation, slack))
    scored = [one for one in found if not _only_comes_first(one[1])] or found
    best = max((fits for fits, _ in scored), default=0)
    decided = [_step_to(situation, one) for fits, one in scored if fits == best]
    if slack:
        decided = [one for one in decided if not _documents_may_answer_better(situation, one)]
    return min(decided, key=lambda one: _risk(situation, one), default=None)


def _only_comes_first(candidate: Candidate) -> bool:
    """Whether a candidate verifies the user, which comes before what is wanted by itself."""
    return isinstance(candidate, Offered) and verifies(candidate.tool)


def recorded(situation: Situation) -> Decision | None:
    """Parallel calls of all tools that record what the text says: "12 with buttercream, I'm Omar".

    Each value of the text goes to one parameter; nothing is recorded that is not certain.
    """
    tools = [one for one in situation.tools if only_records(one.tool)]
    text = asserted_parts(situation.text)
    if not tools or not text or is_question(situation.text):
        return None
    together, calls = ces.Schema(), []
    for _, schema in tools:
        for name, kind in schema.properties.items():
            together.properties[name].CopyFrom(kind)
    said = extracted(together, text, situation.variables)
    for tool, schema in tools:
        args = {name: said[name] for name in schema.properties if name in said}
        if args and args.keys() >= {*schema.required} and not needs_confirmation(situation, tool):
            calls.append(Call(tool, args))
    return replace(calls[0], parallel=calls[1:]) if calls else None


def selected_by_arguments(situation: Situation) -> Decision | None:
    """The tool for which the text has the most arguments of distinctive types.

    A lookup needs one, if the session knows all others; a tool with side effects needs two, of
    which the session may know one. Where documents may answer, one has to be a code of the form
    that the schema describes.
    """
    general, found = documents_may_answer(situation), []
    for tool, schema in situation.tools:
        if verifies(tool) and tool.name in situation.memory.called:
            continue  # Four digits are no PIN once more.
        said = _distinct_types(situation, schema) if may_be_intended(situation.text, tool) else []
        if not said or (general and EntityType.PATTERN not in said):
            continue
        read = filled_arguments(situation, tool, schema)
        count = len(said if read.missing else read.found)
        if not read.missing if is_lookup(tool) else count > 1:
            found.append((len(said), call_or_confirmation(situation, tool, schema, read)))
    return max(found, key=itemgetter(0), default=(0, None))[1]


def any_text_searched(situation: Situation) -> Decision | None:
    """The search that takes any text and needs nothing else, for a question about nothing known."""
    if not is_general_question(situation.text):
        return None
    for tool, schema in situation.tools:
        kinds = ((name, schema.properties[name]) for name in schema.required)
        if is_search(tool) and schema.required and all(takes_any_text(*one) for one in kinds):
            read = filled_arguments(situation, tool, schema)
            return call_or_prerequisite(situation, tool, schema, read)
    return None


def lookup_of_case(situation: Situation) -> Decision | None:
    """The lookup without missing arguments that a step has for a case which the text is about.

    The text has a word of the case that no other step has.
    """
    said = terms(situation.text) & terms_of_one_step(situation.instruction) - _WISHES
    for step in steps(situation.instruction) if is_question(situation.text) else ():
        if not terms(step.trigger) & said:
            continue
        for tool, schema in situation.tools:
            is_own = step.names[:1] == (("TOOL", tool.display_name),)
            if not is_own or not is_lookup(tool) or verifies(tool):
                continue
            read = filled_arguments(situation, tool, schema)
            if not read.missing:
                return call_or_prerequisite(situation, tool, schema, read)
    return None


def tool_of_case(situation: Situation) -> Decision | None:
    """The tool that a step begins with in a case which the text reports: "My sink is leaking"."""
    beside = _beside_cases(situation)
    for tool, schema in situation.tools if not is_question(situation.text) else ():
        is_meant = may_be_intended(beside, tool) and not verifies(tool)
        if is_meant and reports_case_of(situation, tool):
            read = filled_arguments(situation, tool, schema)
            return call_or_confirmation(situation, tool, schema, read)
    return None


def _beside_cases(situation: Situation) -> str:
    """A text without words of single steps: "leaking" is no mere mention of `report_leak`."""
    cases = terms_of_one_step(situation.instruction)
    return " ".join(word for word in situation.text.split() if cases.isdisjoint(terms(word)))


def _distinct_types(situation: Situation, schema: Message) -> list[EntityType]:
    """The distinctive types of the arguments that a text has for a tool."""
    said = extracted(schema, situation.text, situation.variables)
    kinds = (entity_type(name, schema.properties[name]) for name in said)
    return [one for one in kinds if one in DISTINCTIVE]


def related_candidate(situation: Situation) -> Decision | None:
    """The candidate with any relation to the text, if the user need not be asked for anything."""
    decided = related_candidate_or_question(situation)
    return decided if isinstance(decided, Call | Transfer) else None


def opening_tool_called(situation: Situation) -> Decision | None:
    """The lookup that the instruction names first, for a text that is no question."""
    called = situation.memory.called
    if is_question(situation.text) or any(tool.name in called for tool, _ in situation.tools):
        return None
    name = opening_tool(situation.instruction)
    if _fits_a_case(situation, name):
        return None
    for tool, schema in situation.tools:
        if tool.display_name == name and is_lookup(tool):
            read = filled_arguments(situation, tool, schema)
            waiting = PendingToolCall(tool, schema, read.found, goal_call(situation, tool, schema))
            if read.missing:
                return waiting.question()
            return call_or_prerequisite(situation, tool, schema, read)
    return None


def _fits_a_case(situation: Situation, opening: str) -> bool:
    """Whether a text is about what an instruction has another tool for in some cases."""
    said = terms(situation.text) - _WISHES
    about = {name: set[str]() for name in references_in_order(situation.instruction)}
    for step in steps(situation.instruction):
        for _, name in step.names:
            about[name] |= terms(step.trigger)
    return any(
        said & words - about.get(opening, set()) for name, words in about.items() if name != opening
    )


def related_candidate_or_question(situation: Situation) -> Decision | None:
    """The candidate with any relation to the text, or the question for what it needs."""
    return best_candidate(situation, slack=1)


def only_tool(situation: Situation) -> Decision | None:
    """The only tool of an agent that was transferred to, or that is given an argument."""
    tools = [one for one in situation.tools if not one.tool.HasField("system_tool")]
    if len(tools) != 1 or not may_be_intended(situation.text, tools[0][0]):
        return None
    is_told = extracted(tools[0][1], situation.text, situation.variables)
    return _step_to(situation, tools[0]) if is_told or situation.is_new_here else None


def _risk(situation: Situation, decided: Decision | None) -> int:
    """How much harm a step may do: 0 for a lookup with arguments, 2 for side effects."""
    if not isinstance(decided, Call):
        return 1
    if not is_lookup(decided.tool):
        name = decided.tool.display_name
        return 1 if waives_confirmation(situation.instruction, name) else 2
    return 0 if decided.args else 1


def _step_to(situation: Situation, candidate: Candidate) -> Decision | None:
    """The step to a candidate; None if documents may answer what it lacks arguments for."""
    if isinstance(candidate, Transfer):
        decided = transfer_or_prerequisite(situation, candidate.agent)
        if not documents_may_answer(situation):
            return decided
        if decided != candidate and data_store_tool(situation) is not None:
            return None  # They may know it without that.
        below = (one for one in situation.children if one.agent is candidate.agent)
        return decided if all(map(_can_answer, below)) else None
    tool, schema = candidate
    if tool.HasField("data_store_tool"):
        return search_call(situation, tool)
    read = filled_arguments(situation, tool, schema)
    if tool.widget_tool.data_mapping.source_tool_name:
        read.missing.clear()  # Another tool's response may have them.
    is_known = is_how_to_question(situation.text) and not count_codes(schema, situation.text)
    is_told = not (read.missing or is_known or _was_called(situation, tool, read))
    is_told = is_told and _is_said(situation, schema, read)
    if not is_told and documents_may_answer(situation) and not requests_tool(situation.text, tool):
        return None
    return call_or_confirmation(situation, tool, schema, read)


def _is_said(situation: Situation, schema: Message, read: Arguments) -> bool:
    """Whether a call needs no arguments, or has any that is no variable of the session."""
    said = extracted(schema, situation.text, situation.variables)
    known = read_arguments(schema, "", situation.variables).found
    is_said = (name in said or known.get(name) != one for name, one in read.found.items())
    return not schema.required or any(is_said)


def _can_answer(situation: Situation) -> bool:
    """Whether an agent can do more with a text than ask back."""
    known = [tool.name for tool, _ in situation.tools]
    # Servers of toolsets are not asked for their tools before a transfer.
    toolsets = (f"{one.toolset}/" for one in situation.agent.toolsets)
    are_known = all(any(name.startswith(one) for name in known) for one in toolsets)
    if situation.agent.child_agents or not are_known:
        return True
    asked = any(requests_tool(situation.text, tool) for tool, _ in situation.tools)
    if asked or data_store_tool(situation) is not None:
        return True
    return isinstance(best_candidate(situation), Call)


def _documents_may_answer_better(situation: Situation, decided: Decision | None) -> bool:
    """Whether documents may answer the text, and it has no argument for the call."""
    if not isinstance(decided, Call) or not documents_may_answer(situation):
        return False
    if decided.tool == data_store_tool(situation):
        return False
    return not extracted(situation.schema_of(decided.tool), situation.text, situation.variables)


def _was_called(situation: Situation, tool: Message, read: Arguments) -> bool:
    """Whether a call is the latest one once more, whose result was just told."""
    memory = situation.memory
    return memory.tool == tool.name and memory.args == read.found and not memory.has_failed
