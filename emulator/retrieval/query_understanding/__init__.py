"""Filters in plain words: "under 50 dollars", "since 2023", "in Berlin", "within 5 km of Oslo".

`extraction` puts together what `numbers`, `dates`, `values` and `places` find in a text, as
`constraints`, each with the `negation` before it; `field_matching` tells which field a number or a
date is about. Little is guessed: a number of which nothing tells what it is may be a price; what
fits no field stays in the query.
`superlatives` finds what is asked for by the least or the most ("the cheapest"), `comparatives`
which of two is cheaper, and `attributes` what each of several has: "the prices of the plans".
"""
