"""The words of texts and of names, as they are compared."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.retrieval.text import analysis

# So many letters make a word: one who complains has a complaint.
_LETTERS = 7
_HUMP = re.compile(r"(?<=[a-z0-9])[A-Z](?![A-Z])")


@lru_cache(maxsize=1024)
def as_words(name: str) -> str:
    """The name of a tool, an agent or a parameter in words: `cancelOrder` has two."""
    return _HUMP.sub(lambda found: f" {found[0].lower()}", name).replace("_", " ")


@lru_cache(maxsize=1024)
def terms(text: str) -> frozenset[str]:
    """The words of a text as they are compared."""
    return frozenset(term[:_LETTERS] for term in analysis.terms(text))
