"""The Tantivy index of one branch.

`chunk_index` writes `chunks` into a `folder`, as the fields of `schema`; structured data goes into
`columns`. A `snapshot` answers as of one commit: a query and filters make a `selection`, by the
Tantivy `queries`.
"""
