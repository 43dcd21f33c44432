"""Search quality, measured with sample queries that name the documents they should find.

`sample_query_sets` and `sample_queries` have the methods for what is asked and expected, `service`
those for evaluations. A run (`runs`) searches for each query, reads what its results show
(`retrieved`), compares that with the `targets` and computes the `metrics`. `unfinished` are those
that could not be made to the end.
"""
