"""What an agent does next, by rules in the place of a language model.

- `planner`: all rules, in the order in which they are asked
- `policy`: the rules; they take a situation and give a decision
- `decisions`: the situation that an agent decides in, and what it may decide: call, transfer, say
- `memory`: the dialogue state, what was said and called and which values later calls may need
- `understanding`: what the user's text is: a request, a question, a yes, a correction
- `instructions`: the steps of the agent's instruction, and what it has the agent say
- `candidates`: the tools and agents that fit a text, with scores
- `argument_filling`: the arguments of a call, of the text, the session and the instruction
- `prerequisites`: what comes before a call: other calls, who the user is, a confirmation
- `verification`: the tools that verify who the user is, and their answers for somebody else
- `pending_call`: a call that waits for an argument or for the user's confirmation
- `items`: the items that a tool has listed, and which of them a text refers to
- `replies`: what an agent says of its own: questions, greetings, answers to small talk
- `tool_results`: results of tools in words

Nothing here knows of turns: a situation goes in, a decision comes out.
"""
