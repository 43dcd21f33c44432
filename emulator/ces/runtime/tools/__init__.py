"""The tools that run by themselves.

- `running`: runs a tool by the module for its type
- `python`, with `code` and `signatures`: functions of an app
- `open_api`, `open_api_calls`: schemas of APIs, and calls of their operations
- `mcp`, `mcp_client`: tools of MCP servers
- `data_store`: questions to data stores and engines
- `toolsets`: the tools that toolsets offer
- `names`, `declarations`, `json_schemas`: what tools are called, and what they take and give
- `server_requests`, `injection`: requests to servers, and values of the session in them
- `fakes`: what stands in for a tool
"""
