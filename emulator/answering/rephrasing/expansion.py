"""What was just spoken of, added to a follow-up question that says too little to be searched for.

How much a question says is how rare its words are in what is searched ("historical query
expansion", Lin et al., "Multi-Stage Conversational Passage Retrieval", 2021).
"""

from __future__ import annotations

from collections.abc import Sequence

from emulator.answering.rephrasing.exchanges import APPENDED
from emulator.answering.rephrasing.topics import content_words
from emulator.answering.values import UNSEEN, Idf
from emulator.retrieval.analysis import terms


def expanded(query: str, spoken: Sequence[str], idf: Idf) -> str:
    """Return the query with the rarest word of what was spoken of last, if it says too little.

    That is so if all its words together are less rare than one that no text has, unless it names
    what was spoken of and asks something else of it. `spoken` are the questions before, made to
    stand alone, the latest first; those before the one which said the same as the query are about
    something else.
    """
    own = _words(query)
    enough = idf(UNSEEN)
    if sum(rarity for term in own if (rarity := idf(term)) < enough) >= enough:
        return query
    for question in spoken:
        words = _words(question)
        if own.keys() & words.keys() and own.keys() - words.keys():
            break
        known = [term for term in words.keys() - own.keys() if idf(term) < enough]
        if known:
            return _with(query, words[max(sorted(known), key=idf)])
        if not words.keys().isdisjoint(own):
            break
    return query


def _words(text: str) -> dict[str, str]:
    """The terms of a question's own words, with the words."""
    return {term: word for word in content_words(text) for term in terms(word)}


def _with(query: str, word: str) -> str:
    """Name the word at the end, with what is named there already."""
    body, end = query.rstrip("?.! "), "?" if query.endswith("?") else ""
    return f"{body[:-1]} {word}){end}" if APPENDED.search(query) else f"{body} ({word}){end}"
