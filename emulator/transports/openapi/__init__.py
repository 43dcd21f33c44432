"""The OpenAPI 3.1 description of the REST door, made from the surface.

`document` puts it together from `paths`, `parameters` and `schemas`; the calls in it that can be
copied have values from `examples` and `example_bodies`.
"""
