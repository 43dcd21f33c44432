"""The three doors: REST, gRPC and MCP. Each decodes a request, has `dispatch` call the one service
method, and encodes the reply; no behaviour of the API lives here.

May import surface and resources; nothing is imported from here but by the app.
"""
