"""The MCP door: JSON-RPC over streamable HTTP, stateless, in both eras of the protocol.

`app` serves the paths; `handshake` and `stateless` are the eras, `calls` the tools behind them.
"""
