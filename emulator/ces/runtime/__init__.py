"""Agents that run: the turns of a session, and the agents' tools.

- `session`: a session between its turns, and the app that it runs
- `turn`: one turn: the agents that handle it, and their calls of tools
- `run_turn`: such a turn from what the client sends to what is kept of it
- `planning`: what an agent does next, by rules in the place of a language model
- `chat`: what a language model is asked where there is one
- `arguments`: the arguments of tool calls, extracted from what the user said
- `parameters`: the schema of a tool's parameters, with those of objects beside all others
- `tools`: the tools that run by themselves
- `sandbox`: the process that runs an app's Python
- `callbacks`, `llm_messages`: Python of the app at the stages of a turn, and what it is shown
- `guardrails`, `policies`, `regular_expressions`: what stops a text of users and agents
- `context`: what a tool or a callback may see and change
- `http_client`: web requests of tools, `structs`: JSON of apps and clients as Structs
- `words`: the words of texts and of names, as they are compared
"""
