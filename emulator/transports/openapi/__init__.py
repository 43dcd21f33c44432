"""The OpenAPI 3.1 description of the REST door, made from the surface: `document` puts it together
from paths, parameters, schemas and examples.
"""
