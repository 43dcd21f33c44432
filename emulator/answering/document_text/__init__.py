"""Texts of documents, parsed once for whoever asks.

`parsed_text` holds the sentences of a text with their terms; `layout` tells what each one is
(prose, a heading, a list item, a row of `tables`, which may tell `number_ranges`, one of the
`code_lines`). `named_entities` are names and numbers as they are written, `segments` the sentences
of any text with their bytes.
"""
