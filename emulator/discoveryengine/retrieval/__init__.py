"""Retrieval for every service: where a request looks, what is found, and how that is shown.

`scope` is what a request searches. `retriever` finds documents for searches and chunks for answers,
by a `blended_search` of all branches in it; `search_result_list` reads results that the caller
gives instead. `matching_chunks` are those of one found document. Documents and chunks are shown as
`results`, with their `extractive_content`, and go to the answering engine as `passages`.
`search_result_mode` is whether chunks are asked for; `spelling` corrects queries by what is
indexed, `follow_ups` reads questions of a conversation and suggests further ones.

May import `indexing`; the services import it, never the other way round.
"""
