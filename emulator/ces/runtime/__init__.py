"""Agents that run: an app as a session sees it, the turns of a session, and the agents' tools.

A turn: `opening` reads the session and the inputs into a `turn`, `loop` lets one agent after the
other handle it (`agent_run`), and `record` keeps it. An agent does what `examples` show, or asks
`planner` which of the `decisions` to take in the agent's situation (`situations`): it finds what
is `fitting` a text (`matching`) by the agent's `instructions` too, which `actions` it wants, what
these need before (`preparing`), and what they are `waiting` for. It knows `questions` and
`small_talk`, and what the session has in its `memory`; `arguments` are read out of a text one by
one (`reading`), with `codes`, `dates` and `numerals`. `calls` makes the calls, `replies` puts
results into words. Around it stand `callbacks`, `guardrails` with their `expressions`, and
`transfers` with their `conditions`. `snapshot` reads an app or a version of it, `serving` chooses
which, `context` is what a tool or a callback may see and change, and `tools` runs the tools that
run by themselves.
"""
