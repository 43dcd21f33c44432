"""The emulator's own API: what a test holds still, brings about and looks at.

- `clock`, `ids`: time and ids, for services, which receive them when they are built
- `faults`, `fault`: what calls of clients meet before or after the service
- `call_targets`: which calls a fault or a list of the journal is about
- `journal`: what was called and answered; `rendering` shows it as JSON
- `pydantic_errors`: INVALID_ARGUMENT for what pydantic refuses

May import `surface`; the HTTP routes are in `transports.control`.
"""
