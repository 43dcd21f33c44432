"""The HTTP port, which REST, MCP and web sockets share.

- `http_app`: calls to their doors, all other paths to a web application
- `http_protocol`: HTTP/1.1 for clients that also speak another protocol
- `web_sockets`: bidirectional streams
- `request_body`, `lenient_json`: the bodies of requests
- `allowed_hosts`, `cross_origin`: which web pages may call
- `metadata_server`: what libraries ask that look for credentials
- `disconnects`: connections that end without an answer
"""
