"""Agents that run: an app as a session sees it, the turns of a session, and the agents' tools.

`snapshot` reads an app or a version of it, `context` is what a tool or a callback may see and
change, `tools` runs the tools that run by themselves.
"""
