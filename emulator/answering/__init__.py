"""Answers from passages, extractive and deterministic. `pipeline` runs what follows retrieval.

- `classify`: what kind of query it is, before anything is searched;
- `rephrasing`: follow-up questions made to stand alone, compound ones decomposed;
- `query_expansion` and `synonyms`: words that documents may have in place of the question's;
- `question_analysis`: the answer type of a question, and what its terms weigh;
- `document_text`: passages parsed into sentences, headings, list items and rows;
- `evidence`: whether passages are relevant, and which of their sentences answer;
- `generation`: the text of the answer, with citations, by rules or by a language model;
- `grounding`: whether texts support what an answer, or any text, claims;
- `related`: questions that may follow.

Beside them: `personalization`, `safety` (harm categories), `banned_phrases`, and `values` that go
in and come out. The knowledge of language is in the TOML files, which `rulebook` reads and `rules`
compiles, and in `retrieval.text`. Of `retrieval` imports that only, and no transports, services,
surface or storage.
"""
