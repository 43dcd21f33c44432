"""Answers from passages: classify, rephrase, (retrieve,) evidence, compose, cite, ground.

Plain values in, plain values out, extractive and deterministic; `engine` ties the stages together.
A stage of several modules is a package: `rephrasing`, `evidence`, `grounding`, and `related` for
the questions that may follow. `grounding.claims` checks any text as answers are checked, and with
`chat_model` a model writes the text. The knowledge of language is in the TOML files, which
`rulebook` reads, and in `retrieval.text`. Of `retrieval` imports that only, and no transports,
services, surface or storage.
"""
