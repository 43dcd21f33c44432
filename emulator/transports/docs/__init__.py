"""What a running emulator says of itself: `/docs`, one page a version, and `/openapi.json`.

`routes` serves them. A `page` is made of one `method` after the other, with tables of `fields`,
descriptions as HTML (`text`) and calls to copy (`curl`), all from the OpenAPI document. It needs
nothing from the network.
"""
