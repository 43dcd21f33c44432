"""REST: HTTP/JSON transcoding.

- `rest_app`: from a path to a method, its request and its reply
- `batches`: several calls in one request
- `query_parameters`: system parameters apart from the fields of the request
- `reply`: JSON, a JSON array in parts, or server-sent events
"""
