"""Answers from passages: classify, rephrase, (retrieve,) evidence, compose, cite, ground.

Plain values in, plain values out, extractive and deterministic; `engine` ties the stages together.
`claims` checks any text as `ground` checks answers, and with `chat_model` a model writes the text.
The knowledge of language is in the TOML files, which `rulebook` reads.
Imports `retrieval.analysis` only: no transports, services, surface or storage.
"""
