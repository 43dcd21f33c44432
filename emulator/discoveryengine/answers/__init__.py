"""Answers: what a request asks for (`requests`), how its answer is made, and how that is shown.

`service` has the methods. `pipeline` makes the answer, with the `searches` for it, and `safety`
rates it; `messages` writes it as the API does, whole or as a stream. `unfinished` answers are those
that could not be made to the end.
"""
