"""Forms of one word in languages that the index does not stem.

Of a text in Latin script the index does not know the language, and takes it for English. That of a
question tells by which stems its words and those of texts are to be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import takewhile

import tantivy

# The Snowball stemmers of languages in Latin script, of which no text tells that it has to be
# stemmed so; those that have scripts of their own are stemmed in the index.
_STEMMERS = {
    "de": "german",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pt": "portuguese",
    "ro": "romanian",
    "tr": "turkish",
}

_SHORTEST = 3  # With less in common, words are looked for among too many.


def is_stemmed(tag: str) -> bool:
    """Whether words of a language are to be stemmed beyond what the index does."""
    return tag in _STEMMERS


@lru_cache(maxsize=16_384)
def stem(term: str, tag: str) -> str:
    """Return the stem that an index term has in a language (BCP 47); itself in any other."""
    return "".join(_stemmer(tag).analyze(term)) if tag in _STEMMERS else term


@cache
def _stemmer(tag: str) -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    return builder.filter(tantivy.Filter.stemmer(_STEMMERS[tag])).build()


def inflections(term: str, tag: str, beginning: Callable[[str], Iterable[str]]) -> list[str]:
    """Return the other index terms that have the stem of a term in a language.

    `beginning` gives the index terms with a prefix.
    """
    root = stem(term, tag)
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(term, root, strict=False))
    prefix = "".join(letter for letter, _ in alike)
    if len(prefix) < _SHORTEST:
        return []
    return [each for each in beginning(prefix) if each != term and stem(each, tag) == root]
