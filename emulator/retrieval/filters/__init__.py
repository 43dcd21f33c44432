"""The filter language, from its text to what matches.

- `parser`: from the tokens of a `lexer` to a tree (`syntax`)
- `binding`: from a tree to `conditions` on typed `fields`
- `compile`, `evaluate`: conditions as Tantivy queries, or asked of one document
- `detection`: the types of fields that no schema describes
- `dates`, `geo`, `sites`: dates, places and web addresses, as fields and filters have them
- `errors`: what is wrong with a filter
"""
