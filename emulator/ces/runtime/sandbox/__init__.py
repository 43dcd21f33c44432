"""Runs the Python of tools, callbacks and fakes in a process of its own.

`client` talks to the process; it is all that the rest of the project uses. `workers` has one forked
for every call by the `fork_server`, which is kept. `worker` is the process: `guard` takes its
rights away, `contents`, `models` and `surroundings` are what the code finds there, `wire` is how
both sides talk. Those import the standard library only, and little of it.

This keeps mistakes in, and code that goes the usual ways to files, processes and the network. It is
no prison for code that is written to break out.
"""
