"""The emulator's own API: what a test holds still, brings about and looks at.

`clock` and `ids` are for services, which receive them when they are built. `faults` are what calls
of clients meet before or after the service, a `fault` being one of them; the `journal` keeps what
was called and answered, which `rendering` shows; `targets` say which calls are meant. May import
`surface`; the HTTP routes are in `transports.control`.
"""
