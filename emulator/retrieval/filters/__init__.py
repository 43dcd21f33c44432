"""The filter language: text -> syntax tree (parser) -> conditions on typed fields (binding).

Conditions become Tantivy queries (compile) or are asked of one document (evaluate).
"""
