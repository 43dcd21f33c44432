"""The currency in which a question asks for a sum: "in US dollars", "how many yen"."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.retrieval.text.analysis import terms

_CURRENCIES = (r"dollars?|usd|\$", "euros?|eur|\u20ac", "pounds?|gbp|\u00a3", "yen|jpy|\u00a5")
# In pounds apples may be weighed: their number comes before that.
_IN_CURRENCY = re.compile(
    rf"\b(?:in (?:\w+ )?|how many )(?:{'|'.join(f'({one})' for one in _CURRENCIES)})(?!\w)",
    re.IGNORECASE,
)


@lru_cache(maxsize=256)  # A question is laid beside many sentences.
def _named_currency(question: str) -> re.Match[str] | None:
    return _IN_CURRENCY.search(question)


def currency_phrase(question: str) -> str:
    """Return the words that name the currency; empty if there are none."""
    found = _named_currency(question)
    return found[0] if found else ""


def without_currency(question: str) -> str:
    """Return a question without those words, unless it has no others.

    A record of prices in several currencies need not write them out.
    """
    if not (phrase := currency_phrase(question)):
        return question
    rest = question.replace(phrase, "", 1)
    return rest if terms(rest) else question


def is_in_currency(question: str, sentence: str) -> bool:
    """Whether a sentence names the currency in which a question asks for money, if it does."""
    found = _named_currency(question)
    if found is None or found.lastindex is None:
        return True
    return re.search(_CURRENCIES[found.lastindex - 1], sentence.lower()) is not None
