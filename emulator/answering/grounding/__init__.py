"""Grounding: whether texts say what an answer, or any text, claims.

`ground` rates an answer by the passages that it cites, `claims` any text. Both ask for the
`entailment` of a claim, which compares `statements`, the `edits` between them and their
`quantities`, by the `rules` of `grounding.toml`.
"""
