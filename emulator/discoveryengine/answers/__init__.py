"""Answers: what a request asks for (`requests`), how its answer is made, and how that is shown.

`service` has the methods. `pipeline` makes the answer, with the `searches` for it, and `safety`
rates it; `messages` writes it as the API does, whole or as a stream. Searches are made by
`question_search`, and by `record_search` for records that a question asks for by their fields: by
the most of one (`superlative_questions`), by what another record has (`record_references`), or two
of them (`record_contrasts`).
`unfinished` answers are those that could not be made to the end.
"""
