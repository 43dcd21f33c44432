"""The MCP door: JSON-RPC over streamable HTTP, stateless, in both eras of the protocol.

- `app`: serves the paths; `handshake` and `stateless` are the eras, `identity` the same in both
- `messages`: JSON-RPC; `calls`: `tools/list` and `tools/call`
- `tools`: an RPC as a tool; `schemas`: JSON Schema of what it takes and answers
- `catalogue`: which tools a path has, of `discoveryengine`, `ces` and `ces_transfers`
"""
