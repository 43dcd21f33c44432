"""The three doors: REST, gRPC and MCP. Each decodes a request, has `dispatch` call the one service
method, and encodes the reply; no behaviour of the API lives here.

- `http_app`: the HTTP port, with `http_protocol`, `web_sockets`, `allowed_hosts`, `cross_origin`
- `rest`: HTTP/JSON transcoding, with `request_body`, `lenient_json`, `query_parameters`,
  `partial_responses`, `regional_endpoints` and `rest_reply`
- `grpc`: every service, with `grpc_standard` (health, reflection) and `grpc_errors`
- `mcp`, `control`, `docs`, `openapi`: rooms of their own
- `calls`: every call, through the journal and faults, to `dispatch`; `project_spelling` of answers
- `metadata_server`: what libraries ask that look for credentials
- `disconnects`: connections that end without an answer

May import surface and resources; nothing is imported from here but by the app.
"""
