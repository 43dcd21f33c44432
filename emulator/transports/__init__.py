"""The three doors: REST, gRPC and MCP. Each decodes a request, has `dispatch` call the one service
method, and encodes the reply; no behaviour of the API lives here.

- `http`: the HTTP port; `rest`, `mcp`, `grpc`: the doors
- `control`: the emulator's own API; `docs`, `openapi`, `discovery`: documents about all methods
- `calls`: every call, through the journal and faults; `dispatch`: the service method of a call
- `partial_responses`, `regional_endpoints`, `project_spelling`: what all doors share

May import surface, control and resources; nothing is imported from here but by the app.
"""
