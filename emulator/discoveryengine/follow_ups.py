"""Questions of a conversation, as the documents show them to be meant."""

from __future__ import annotations

from emulator.answering.rephrase import FollowUp
from emulator.discoveryengine.passages import passages_of
from emulator.discoveryengine.retriever import Retriever

_READ = 10


def settled(asked: FollowUp, retriever: Retriever) -> str:
    """The question made to stand alone; a guess of what it goes on with must be found."""
    if asked.guess is None:
        return asked.text
    passages = passages_of(retriever.chunks(asked.text, _READ).found)
    return asked.before if asked.is_wrong(passages) else asked.text
