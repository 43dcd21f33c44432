"""What a serving config says for the searches that do not say it themselves."""

from __future__ import annotations

from emulator.discoveryengine.search import requests
from emulator.surface.messages import copied
from emulator.surface.registry import Message


def with_defaults(request: Message, config: Message | None) -> Message:
    """The request with the content spec and the ranking expression of its serving config.

    A page token stays good for the request that it was given for: it is of the whole call.
    """
    if config is None:
        return request
    spec = config.generic_config.content_search_spec
    takes_spec = bool(spec.ByteSize()) and not request.HasField("content_search_spec")
    takes_expression = bool(config.ranking_expression) and not request.ranking_expression
    if not takes_spec and not takes_expression:
        return request
    completed = copied(request)
    if takes_spec:
        completed.content_search_spec.CopyFrom(spec)
    if takes_expression:
        completed.ranking_expression = config.ranking_expression
    requests.check(completed)
    return completed
