"""What a running emulator says of itself: `/docs`, one page a version, and `/openapi.json`.

The pages are made from the OpenAPI document and need nothing from the network.
"""
