"""One turn of a session.

- `loop`: one agent after the other, until one has answered
- `turn`: what is recorded of the turn, and what is answered
- `agent_run`: one agent's part of it: decide, call tools, speak, transfer
- `rules`: the steps that rules decide on, `language_model`: those of a model
- `situations`: what an agent decides by
- `examples`: what the examples of the app show
- `tool_calls`: calls of tools, run here or by the client, and their records
- `agent_tools`: agents that run as tools, in a session of their own
- `widgets`: the payloads that widget tools give the client
- `transfer_rules`: the agents that an agent may transfer to, and the app's rules for that
- `error_handling`: what the app does about errors
- `spans`: the spans of the diagnostic info
"""
