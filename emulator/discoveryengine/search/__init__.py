"""Searches: what a request asks for, how results are ranked, and what is shown of them.

`service` has the methods, `requests` checks what they ask, and `pipeline` answers it: the query is
read (`query_understanding`, `as_you_type`, `sessions`), searched for (`query_expansion` where too
little is found), and put in order (`ranking`); `pages` is the part to show, beside which stand
`facets`, `dynamic_facets` and `summaries`.
"""
