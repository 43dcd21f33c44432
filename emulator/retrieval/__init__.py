"""Full-text retrieval over the chunks of one branch.

`index` takes the writes, a `snapshot` of it answers: a `query` and `filters` make a `selection`, of
which `ranking` (by score), `ordering` (by fields) or `boosted` (by both) give a page and `facets`
the counts. `schema` says how chunks stand in Tantivy and `index_queries` how they are asked for,
`analysis` how texts become terms and `segmentation` where their sentences end, `languages` which
words of a question only serve the asking, `inflections` which have one stem in its language,
`calendar_names` which are of months and days, `letters` which are one in another case. Beside the
index stand what works on texts or results alone: `snippets`, `reranking`, `formulas`, `completion`,
`synonyms` and `natural` (filters in plain words), and `expressions` of callers.

Plain values in, plain values out. May be imported by services; imports nothing of the emulator.
"""
