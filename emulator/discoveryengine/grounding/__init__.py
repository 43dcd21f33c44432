"""Grounded generation, and checks of how well a text is grounded.

`generation` and `checks` have the methods. `requests` is what a generation asks for, `sources` what
it is grounded in.
"""
