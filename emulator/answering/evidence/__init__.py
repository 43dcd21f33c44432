"""Evidence: whether passages are about a question, and which of their sentences answer it.

`relevance` tells by `term_coverage` whether the passages are about the question, for which
`foreign_texts` count less, and by the `missing_terms` whether what was found tells of something
else. A `passage_match` lays one beside it, by the `term_strengths` of its sentences and its title,
and a `heading_match` its headings. `scoring` makes a score of that and of the `answer_patterns` of
what is asked for, with `penalties` for what is no answer, and rates `yes_no_fields`; `price_rows`
tell sums without a currency. `selection` takes the best sentence and `further_sentences` that may
follow it, none from outdated `versions`, and completes `lists`, each item with its `announcements`;
of a text that is asked for as a whole it takes the `lead_sentences`, of a version the
`release_notes`, and in `comparisons` what tells of both things. Rows of tables may answer by their
figures (`row_figures`), and `records` that are asked for by their fields are chosen by these
(`record_fields`).
"""
