"""The order of results, and the page of them that is asked for.

`top_matches` are by score, `order_by` is by fields, `boosted_matches` by scores with `boosts`: of
these `boost_bounds` are what they add at most, and `boost_pieces` parts of the matches to which
they add about the same. Results that are found already are put in order by `reranking` (how well
texts answer a query) and by a ranking `expression`. `explanations` say what a score is made of.
"""
