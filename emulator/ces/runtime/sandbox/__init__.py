"""Runs the Python of tools, callbacks and fakes in a process of its own.

- `client`: runs a piece of code; all that the rest of the project uses
- `workers`: a worker for every call, forked by the `fork_server`, which is kept
- `worker`: the process that runs the code
- `guard`: the limits of that process
- `namespace`, `models`, `contents`: what the code finds there; `model` is their base class
- `rpc`: what the code asks the emulator for
- `wire`, `variables`: how both sides talk, and tell each other of changed variables

What the worker imports needs the standard library only, and little of it.

This keeps mistakes in, and code that goes the usual ways to files, processes and the network. It is
no prison for code that is written to break out.
"""
