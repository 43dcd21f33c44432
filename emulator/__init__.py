"""A local stand-in for discoveryengine.googleapis.com and ces.googleapis.com.

Rooms: `transports` (the doors), `surface` (the API's shape), `discoveryengine` and `ces`
(behaviour), `resources` (what most methods of both share), `retrieval`, `answering` and `ingestion`
(engines), `storage` (the only SQL), `control` (time and ids), `importing` (the command `import`).

`cli` reads the command line into `settings`, `process` opens ports and serves, and `app` puts
state, services and doors together, with what `from_settings` makes of settings.
"""

__version__ = "0.1.0"


class CommandError(Exception):
    """The command cannot do its work; the message says why and what would help."""
