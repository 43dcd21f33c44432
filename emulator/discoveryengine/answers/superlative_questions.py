"""Questions for what has the most or the least of something: what that is, and what is asked of it.

"What is the cheapest boat?" asks for a boat, "How heavy is the cheapest boat?" for its weight.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from emulator.retrieval.query_understanding.attributes import (
    attribute_fields,
    attribute_names,
    names_by_opening,
)
from emulator.retrieval.query_understanding.field_matching import name_words
from emulator.retrieval.query_understanding.superlatives import Superlative
from emulator.retrieval.text.analysis import is_stop_word, terms

_WORD = re.compile(r"\w+")
_OF_THE = re.compile(r"^of (?:the|all|your|our|these|those)\b(?: the\b)? *", re.IGNORECASE)
# What is asked for stands behind the thing: "Is the cheapest boat in stock?".
_PREDICATES = re.compile(
    r"\W*(?:is|are|was|were|has|have|can|when|(?:what )?(?:do|does|did))\b", re.IGNORECASE
)


def things_beside(question: str, meant: Superlative, told: Sequence[str] = ()) -> str:
    """Return the question for the things: of "the cheapest book by Austen", "the cheapest of the
    books" and "which book is the cheapest".

    Words that name fields which are to be `told` say nothing of them.
    """
    words = _behind(question, meant) if _things_behind(question, meant) else ()
    named = {word for path in told for word in name_words(path)}
    said = (word for word in words if not {*terms(word, stop_words=True)} & named)
    return " ".join(["which", *said]) if words else question[: meant.start]


def attribute_of(question: str, meant: Superlative, fields: Collection[str]) -> Sequence[str]:
    """Return the field that a question asks for of what has the most of another one, or of it.

    Empty if it names no field, or the things before the superlative.
    """
    things = _things_behind(question, meant)
    if not things:
        return ()
    text = question[: meant.start]
    if _PREDICATES.match(question):
        text += question[meant.end :].partition(things[0])[2]
    words = [word for word in _WORD.findall(text) if not is_stop_word(word.lower())]
    names = [*names_by_opening(question), *attribute_names(" ".join(words)), *words]
    return attribute_fields(filter(None, names), fields)[:1]


def _behind(question: str, meant: Superlative) -> Sequence[str]:
    return _OF_THE.sub("", question[meant.end :].lstrip()).split()


def _things_behind(question: str, meant: Superlative) -> Sequence[str]:
    """What the things are called behind a superlative, word by word, and what is said of them."""
    return [*takewhile(_is_content, _behind(question, meant))]


def _is_content(word: str) -> bool:
    found = _WORD.match(word)
    return found is not None and not is_stop_word(found[0].lower())
