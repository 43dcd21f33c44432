"""A local stand-in for discoveryengine.googleapis.com and ces.googleapis.com.

Packages: `transports` (the doors), `surface` (the API's shape), `discoveryengine` and `ces`
(behaviour), `resources` (what most methods of both share), `retrieval`, `answering` and `ingestion`
(engines), `storage` (the only SQL), `control` (time, ids, faults, the journal), `console` (the web
console), `importing` (the command `import`). Beside them:

- `cli`: the command line, read into `settings`; `wait_command` and `command_client` for `wait` and
  requests of commands to a running emulator
- `process`: opens ports and serves; `addresses`, `data_folder` and `welcome` for that
- `app`: state, services and doors, with what `from_settings` makes; `lazy` imports services late
- `seeding`, `resetting`: the demo corpus, and projects made empty
- `chat_api`: a language model, for those who have one
- `package_data`, `json_depth`: folders that ship with the package, and how deep JSON is nested
"""

__version__ = "0.1.0"


class CommandError(Exception):
    """The command cannot do its work; the message says why and what would help."""
