"""Agents that run: an app as a session sees it, the turns of a session, and the agents' tools.

A turn: `opening` reads the session and the inputs into a `turn`, `loop` lets one agent after the
other handle it (`agent_run`), and `session_records` keep it. An agent does what `examples` show, or
what `planning` decides, in the place of a language model, in the agent's situation (`situations`);
`arguments` are read out of what the user said, for the `parameters` of tools. `calls` makes the
calls. Around it stand `callbacks`, which see what is decided as `contents`, `guardrails` with their
`expressions`, and `transfers`. `snapshot` reads an app or a version of it, `versions` chooses
which, `context` is what a tool or a callback may see and change, and `tools` runs the tools that
run by themselves.
"""
