"""Ellipsis: questions that leave out what the one before said.

`variations` change one part of it ("And in Germany?"), by `substitution` or, of how many of a
thing, `amounts`, of which of its kind, `ranks`; `fragments` go on with its end ("How high?").
"""
