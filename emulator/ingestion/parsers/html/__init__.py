"""HTML: `document.parse` makes `blocks` of a page, and rows of each `table` of data.

`elements` says what elements mean to a reader, `nesting` refuses pages that are nested too deeply.
"""
