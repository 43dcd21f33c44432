"""None and one of what a parameter counts: "one adult and no children", "without bags"."""

from __future__ import annotations

import re

from emulator.ces.runtime.words import as_words, terms
from emulator.retrieval.text.grammatical_number import is_plural

# "No bags", but not "no bags policy".
_NONE = re.compile(
    r"\b(?:no|without(?: any)?|not any|n't (?:have|bring|need) any) ([^\W\d_]+)"
    r"(?=\W*$|\s*[,.;!?)]|\s+(?:and|or|but|please)\b)",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:one|a single) ([^\W\d_]+)", re.IGNORECASE)
_IRREGULAR = {"children": "child", "people": "person", "men": "man", "women": "woman"}


def small_count(name: str, text: str) -> str | None:
    """Return "0" or "1" if a text says so of the things that a parameter counts."""
    plurals = [word for word in as_words(name).split() if is_plural(word)]
    counted = terms(" ".join([*plurals, *(_IRREGULAR.get(one.lower(), "") for one in plurals)]))
    if any(counted & terms(found[1]) for found in _NONE.finditer(text)):
        return "0"
    one = (found[1] for found in _ONE.finditer(text) if not is_plural(found[1]))
    return "1" if any(counted & terms(word) for word in one) else None
