"""The emulator's own API over HTTP, `/emulator/v1`: faults, requests, clock, projects.

`app` lets in who may call, `routes` are what can be called, `specs` what is said there; the OpenAPI
document is `openapi.json` below that path.
"""
