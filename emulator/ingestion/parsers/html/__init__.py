"""HTML: `document.parse` makes `blocks` of a page, and rows of each `table` of data.

`elements` says what elements mean to a reader, `buttons` which of these name something, `hidden`
what a page does not show; `nesting` refuses pages that are nested too deeply.
"""
