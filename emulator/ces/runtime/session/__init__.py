"""A session between its turns.

- `opening`: the next turn of a session, from what is kept of it and what the client sends
- `inputs`: the inputs of one turn, checked and read
- `state`: the variables of a session, its agent, and what waits for the client or the user
- `records`: sessions and their conversations as they are stored
- `app_version`: the deployment and the version of the app that a session runs
- `app_snapshot`: that app with its agents, tools, guardrails and examples
"""
