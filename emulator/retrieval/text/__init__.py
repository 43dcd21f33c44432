"""Texts in any language: terms, sentences, and what is known of languages.

`analysis` makes terms of a text, and `segmentation` sentences, which do not end at `abbreviations`.
`languages` tells the language of a question and which of its words only serve the asking
(`languages.toml`); those of English are its `stop_words`. Of `spaceless` scripts words are pairs of
characters. `stemming` is for languages that the index does not stem, `compounds` for those that
write them as one word. `question_terms` are the questions that texts ask themselves,
`grammatical_number` tells one thing from several, `calendar_names` are months and days, and
`letters` fold case.
"""
