"""Full-text retrieval over the chunks of one branch.

- `text`: how texts become terms and sentences, and what is known of languages;
- `index`: chunks written to Tantivy, and searched as of one commit;
- `ranking`: the page of what was found, by score, fields, boosts or a ranking expression;
- `filters`: the filter language;
- `query_understanding`: filters in plain words.

Beside them: `query` (the syntax of search text), `synonyms` and `spelling` of its words, `idf`,
`facets`, `snippets`, `completion` (autocomplete), `attributes` (the typed values of structured
data) with `key_properties` (its title and URI), and `regular_expressions` of callers.

Plain values in, plain values out. May be imported by services; imports nothing of the emulator.
"""
