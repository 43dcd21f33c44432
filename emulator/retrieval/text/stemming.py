"""Forms of one word in languages that the index does not stem, or not far enough.

Of a text in Latin script the index does not know the language, and takes it for English. That of a
question tells by which stems its words and those of texts are to be compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, takewhile

import tantivy

from emulator.retrieval.text.analysis import terms

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
    "sv": "swedish",
    "tr": "turkish",
}

# The endings of Hindi, the longest first (Ramanathan and Rao, "A lightweight stemmer for Hindi",
# 2003), and signs that are often left out or put for each other.
_HINDI = re.compile(
    "(?<=.{2})(?:ाएंगी|ाएंगे|ाऊंगी|ाऊंगा|ाइयाँ|ाइयों|ाइयां|ाएगी|ाएगा|ाओगी|ाओगे|एंगी|ेंगी|एंगे|ेंगे|ूंगी|ूंगा|ातीं|नाओं|नाएं"
    "|ताओं|ताएं|ियाँ|ियों|ियां|ाकर|ाइए|ाईं|ाया|ेगी|ेगा|ोगी|ोगे|ाने|ाना|ाते|ाती|ाता|तीं|ाओं|ाएं|ुओं|ुएं|ुआं"
    "|कर|ाओ|िए|ाई|ाए|ने|नी|ना|ते|ीं|ती|ता|ाँ|ां|ों|ें|ो|े|ू|ु|ी|ि|ा)$"
)
_HINDI_SIGNS = str.maketrans({"\u0901": "\u0902", "\u093c": None})

# Turkish words are told from others by their first five letters as well as by any stemmer (Can et
# al., "Information retrieval on Turkish texts", 2008), which leaves too many forms apart or, where
# accents are folded, next to nothing. The last letter of a root becomes voiced before a vowel.
_TURKISH, _LEAST_TURKISH = 5, 3
_VOICELESS = str.maketrans("bdg\u00e7", "ptkc")

# The endings of Polish nouns, adjectives and verbs, which Snowball has no stemmer for, the longest
# first and as the index holds them: without accents.
_POLISH = re.compile(
    "(?<=...)(?:iami|ami|owie|owi|iach|ach|ych|ich|ymi|imi|iego|ego|iemu|emu|iej|iem|iom|iow|ow|om"
    "|em|am|ej|ia|ie|ii|io|iu|[aeiouy])$"
)

# The Greek stemmer takes "ia" off the end of a word, but not that of "ias", and so with "ousa".
_GREEK = re.compile("(?<=..)(?:\u03b9|\u03bf\u03c5\u03c3)$")

# The Russian stemmer takes the end of a noun in "-al" or of a name in "-ev" for an ending where it
# has none, and leaves it where it has one. Stemmed again, all of its forms are alike.
_LEAST_RUSSIAN = 3

# The Arabic stemmer leaves "and" before the article and before verbs, and a weak letter at the end
# of verbs and adjectives. A letter that only looks like one is taken off of all forms of a word
# alike.
_AND, _THE = "\u0648\u0641", "\u0627\u0644"
_ARABIC = re.compile(f"^(?:[{_AND}]{_THE}(?=..))?(?:[{_AND}](?=.{{4}})){{0,2}}")
_WEAK = re.compile("(?<=...)[\u0627\u064a]$")
_BEFORE_ARABIC = ("", *_AND, *(f"{one}{_THE}" for one in _AND))

_SHORTEST = 2  # With less in common, words are looked for among too many.


def is_stemmed(tag: str) -> bool:
    """Whether words of a language are to be stemmed beyond what the index does."""
    return tag in _STEMMERS or tag in _OWN


@lru_cache(maxsize=16_384)
def stem(term: str, tag: str) -> str:
    """Return the stem that an index term has in a language (BCP 47); itself in any other."""
    if own := _OWN.get(tag):
        return own(term)
    return "".join(_stemmer(tag).analyze(term)) if tag in _STEMMERS else term


def _arabic(term: str) -> str:
    return _WEAK.sub("", _ARABIC.sub("", term))


def _hindi(term: str) -> str:
    return _HINDI.sub("", term).translate(_HINDI_SIGNS)


def _russian(term: str) -> str:
    while len(shorter := "".join(terms(term))) >= _LEAST_RUSSIAN and shorter != term:
        term = shorter
    return term


def _greek(term: str) -> str:
    return _GREEK.sub("", term)


def _polish(term: str) -> str:
    return _POLISH.sub("", term)


def _turkish(term: str) -> str:
    root = "".join(_stemmer("tr").analyze(term))
    root = (root if len(root) >= _LEAST_TURKISH else term)[:_TURKISH]
    return root[:-1] + root[-1:].translate(_VOICELESS)


_OWN: Mapping[str, Callable[[str], str]] = {
    "ar": _arabic,
    "el": _greek,
    "hi": _hindi,
    "pl": _polish,
    "ru": _russian,
    "tr": _turkish,
}


@cache
def _stemmer(tag: str) -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    return builder.filter(tantivy.Filter.stemmer(_STEMMERS[tag])).build()


def inflections(term: str, tag: str, beginning: Callable[[str], Iterable[str]]) -> list[str]:
    """Return the other index terms that have the stem of a term in a language.

    `beginning` gives the index terms with a prefix.
    """
    root = stem(term, tag)
    starts = [start for start in _beginnings(term, root, tag) if len(start) >= _SHORTEST]
    found = dict.fromkeys(chain.from_iterable(map(beginning, starts)))
    return [each for each in found if each != term and stem(each, tag) == root]


def _beginnings(term: str, root: str, tag: str) -> Iterable[str]:
    """How other forms of a term with a root in a language may begin."""
    if tag == "ar":
        return dict.fromkeys(start + own for own in (root, term) for start in _BEFORE_ARABIC)
    return (common_beginning(term, root),)


def common_beginning(one: str, other: str) -> str:
    """Return the letters with which two words begin alike."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(letter for letter, _ in alike)


def with_inflections(wanted: Sequence[str], tag: str, text: str) -> list[str]:
    """Return terms in a language with their other forms that a text says."""
    if not is_stemmed(tag):
        return list(wanted)
    roots = {stem(term, tag) for term in wanted}
    said = dict.fromkeys(terms(text))
    return [*wanted, *(term for term in said if stem(term, tag) in roots)]
