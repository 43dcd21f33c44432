"""The order of search results, and why it is so.

`expression` reads `rankingExpression`, of which `expression_signals` are the names and
`user_location` the place that distances start from. `relevance_threshold` and `crowding` drop
results. `rank_signals` and `explanations` say what a result's place comes from.
"""
