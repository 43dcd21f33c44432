"""Regular expressions of callers, in time that grows with the text alone.

The service reads them with RE2. Tantivy splits text by an engine of the same family (Rust's
`regex`), which has no look-around and no backreferences either, and never goes back.
"""

from __future__ import annotations

from functools import lru_cache

import tantivy


class RegularExpressionError(ValueError):
    """A text that is no regular expression, or one that is too large."""


@lru_cache(maxsize=256)
def whole(expression: str) -> tantivy.TextAnalyzer:
    """What splits off a text that the expression matches from its beginning to its end."""
    _splitting_by(expression)  # Alone too: "a)|(b" would be one between brackets.
    return _splitting_by(rf"\A(?:{expression})\z")


def _splitting_by(expression: str) -> tantivy.TextAnalyzer:
    try:
        return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(expression)).build()
    except ValueError:
        raise RegularExpressionError(
            "it is no regular expression as RE2 reads them, without look-around and "
            "backreferences, or it is too large."
        ) from None


def matches(expression: str, text: str) -> bool:
    """Whether the expression matches all of a text; an empty text has nothing to match.

    One that cannot be read matches none: data folders may hold some that were taken once.
    """
    try:
        return bool(whole(expression).analyze(text))
    except RegularExpressionError:
        return False
