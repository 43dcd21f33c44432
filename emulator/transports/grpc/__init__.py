"""The gRPC port.

- `grpc_server`: every service of every version, through one generic handler
- `standard_services`: health and reflection
- `errors`: an `ApiError` as the end of a call
"""
