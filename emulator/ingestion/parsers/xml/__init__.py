"""XML: `document.parse` reads texts as `prose` and all else as data, from an `element_stream`.

`element_names` are those that the usual vocabularies have for the parts of a text.
"""
