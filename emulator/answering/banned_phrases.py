"""Whether a text has a phrase that its owner does not want to be said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


def banned_phrase(
    phrases: Iterable[str], text: str, *, whole_words: bool, no_diacritics: bool
) -> str:
    """Return the first phrase that a text has, in any case of its letters; "" if it has none.

    With `whole_words` it must be surrounded by word delimiters; with `no_diacritics` "cafe" is
    found in "café".
    """
    plain = folded(text, no_diacritics)
    for phrase in phrases:
        pattern = re.escape(folded(phrase, no_diacritics))
        bounded = rf"(?<!\w){pattern}(?!\w)" if whole_words else pattern
        # A phrase of diacritics alone is none without them: it would be in each text.
        if pattern and re.search(bounded, plain, re.IGNORECASE):
            return phrase
    return ""


def folded(text: str, no_diacritics: bool) -> str:
    """Return a text, without its diacritics if they are not to count."""
    if not no_diacritics:
        return text
    parts = unicodedata.normalize("NFD", text)
    return "".join(one for one in parts if not unicodedata.combining(one))
