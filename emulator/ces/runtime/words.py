"""Words of names, and terms of texts for comparisons."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.retrieval.text import analysis

# So many letters make a word: one who complains has a complaint.
_LETTERS = 7
_HUMP = re.compile(r"(?<=[a-z0-9])[A-Z](?![A-Z])")


@lru_cache(maxsize=1024)
def as_words(name: str) -> str:
    """The words of a name with spaces: `cancel order` of `cancelOrder`."""
    return _HUMP.sub(lambda found: f" {found[0].lower()}", name).replace("_", " ")


@lru_cache(maxsize=1024)
def terms(text: str) -> frozenset[str]:
    """The terms of a text, each cut to the letters that its word forms most often share."""
    return frozenset(term[:_LETTERS] for term in analysis.terms(text))
