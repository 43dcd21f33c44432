"""Documents and their chunks.

`service` has them one by one, `imports` and `purges` many at once, `chunks` what they were made
into, `metadata` whether they are in the index. An import reads `import_sources`: its own documents,
or the `stored_items` of files.
"""
