"""Answers from passages: classify, rephrase, (retrieve,) evidence, compose, cite, ground.

Plain values in, plain values out, extractive and deterministic; `engine` ties the stages together.
Imports `retrieval.analysis` only: no transports, services, surface or storage.
"""
