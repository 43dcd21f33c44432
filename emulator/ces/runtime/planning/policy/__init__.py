"""The dialogue policy: rules that take a situation and give the agent's next step, or None.

- `small_talk`: thanks, the end of the session, small talk and words that the instruction prescribes
- `slot_filling`: a pending call, filled with the user's answer, confirmed, corrected or dropped
- `changes`: a tool that changes what was made, in place of making it once more
- `item_selection`: the next call with one of the items that a tool has listed
- `tool_selection`: the tool or the agent that fits the text; `confirmation` of what is not certain
- `ellipsis`: the tool or the agent that an elliptical text stands for
- `retelling`: what a tool has told, once more
- `result_handling`: what follows by what a tool has answered
- `argument_limits`: what is said of a number that the instruction has a limit for
- `document_search`: a question for the agent's data store tool
- `agent_transfer`: another agent, where this one has no answer
"""
