"""How a sentence is written that holds an answer of a type: the surface patterns of each.

`patterns` has those of English, of which `measures` are amounts with their units, and
`other_languages` those of others.
"""
