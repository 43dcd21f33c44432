"""Text analysis shared by the index, queries, snippets and answers.

A token is a run of letters, marks and digits; in scripts written without spaces each character
is a token, so that index and query agree without a dictionary. A term is its token folded to
lower-case ASCII where possible and stemmed: as English in Latin script, as Russian, Arabic and
Greek in theirs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

import tantivy

from emulator.retrieval.text.segmentation import sentences
from emulator.retrieval.text.stop_words import STOP_WORDS

_SPACELESS = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"
)
_TOKEN = rf"[{_SPACELESS}]\p{{M}}*|[\p{{L}}\p{{M}}\p{{N}}--[{_SPACELESS}]]+"

# Where every character is in these ranges the library's simple tokenizer, which is three times
# faster, and _WORD cut at the same places as _TOKEN (a test tries every character).
_WORD = re.compile(r"[^\W_]+")
_BEYOND_SIMPLE = re.compile("[^\x00-\u02ff\u2000-\u206f\u20a0-\u20bf]")

# The zeros of scripts whose digits are held as 0 to 9; those of full width the filters fold.
_ZEROS = "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u17e0"
_DIGITS = {ord(zero) + value: str(value) for zero in _ZEROS for value in range(10)}
_OWN_DIGIT = re.compile("[" + "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in _ZEROS) + "]")

# JSON may carry half a surrogate pair, which neither Tantivy nor UTF-8 can hold.
_SURROGATE = re.compile("[\ud800-\udfff]")

# Words of ASCII in lower case with spaces between them, for a text of that.
_WORDS_ONLY = "".join(one.lower() if one.isalnum() else " " for one in map(chr, range(128)))
_MOST_KNOWN = 16_384

# Tantivy refuses terms of 64 kB and more; nobody searches for a word this long.
_LONGEST_TOKEN = 200


class Token(NamedTuple):
    """A word of a text: as written, as indexed, and its character span `[start, end)`."""

    text: str
    term: str
    start: int
    end: int


Word = tuple[int, int, str]
"""A word's character span `[start, end)` and its term; what a `Token` is, made in less time."""


class SentenceTerms(NamedTuple):
    """A sentence's character span `[start, end)` and its terms."""

    start: int
    end: int
    terms: frozenset[str]


# Each leaves words in other scripts as they are; what is simple has words in Latin script only.
_STEMMED = ("english", "russian", "arabic", "greek")


def _analyzer(
    tokenizer: tantivy.Tokenizer, stemmed: Sequence[str] = _STEMMED, *, stop_words: bool
) -> tantivy.TextAnalyzer:
    builder = (
        tantivy.TextAnalyzerBuilder(tokenizer)
        .filter(tantivy.Filter.remove_long(_LONGEST_TOKEN))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
    )
    if not stop_words:
        builder = builder.filter(tantivy.Filter.custom_stopword(sorted(STOP_WORDS)))
    for language in stemmed:
        builder = builder.filter(tantivy.Filter.stemmer(language))
    return builder.build()


SIMPLE_ANALYZER = _analyzer(tantivy.Tokenizer.simple(), _STEMMED[:1], stop_words=True)
UNICODE_ANALYZER = _analyzer(tantivy.Tokenizer.regex(_TOKEN), stop_words=True)
_SIMPLE_CONTENT = _analyzer(tantivy.Tokenizer.simple(), _STEMMED[:1], stop_words=False)
_UNICODE_CONTENT = _analyzer(tantivy.Tokenizer.regex(_TOKEN), stop_words=False)
_WHOLE = (
    tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    .filter(tantivy.Filter.lowercase())
    .filter(tantivy.Filter.ascii_fold())
    .build()
)


class _Known(dict[str, str]):
    """The terms of words of ASCII in lower case, "" where one has none; made when first asked for.

    A text repeats its words, and texts repeat each other's: to look each one up takes half the
    time of having them all analysed.
    """

    def __init__(self, analyzer: tantivy.TextAnalyzer) -> None:
        super().__init__()
        self._analyzer = analyzer

    def __missing__(self, word: str) -> str:
        if len(word) > _LONGEST_TOKEN:
            return ""
        if len(self) >= _MOST_KNOWN:
            self.clear()
        term = self[word] = "".join(self._analyzer.analyze(word))
        return term


_TERMS = _Known(SIMPLE_ANALYZER)
_CONTENT_TERMS = _Known(_SIMPLE_CONTENT)


def is_simple(text: str) -> bool:
    """Whether the simple analyzer gives the same tokens for `text` as the Unicode one."""
    return text.isascii() or _BEYOND_SIMPLE.search(text) is None


def encodable(text: str) -> str:
    """Replace lone surrogates by U+FFFD, keeping every offset."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def plain_digits(text: str) -> str:
    """Write the digits of any script as 0 to 9, keeping every offset."""
    return text.translate(_DIGITS) if not text.isascii() and _OWN_DIGIT.search(text) else text


def normalize(text: str) -> str:
    """Compose combining marks (NFC), so that both spellings of "é" are one, and fold digits.

    The dot of "\u0130" would be left behind in lower case.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", encodable(plain_digits(text))).replace("\u0130", "I")


def without_accents(text: str) -> str:
    """Return a text in lower case with the letters that terms have: "nord" for "Nørd"."""
    return text.lower() if text.isascii() else "".join(_WHOLE.analyze(normalize(text)))


def terms(text: str, stop_words: bool = False) -> list[str]:
    """Return the terms of `text` in order, as the index holds them.

    Stop words are dropped unless `stop_words` is true.
    """
    if text.isascii():
        known = _TERMS if stop_words else _CONTENT_TERMS
        return list(filter(None, map(known.__getitem__, ascii_words(text))))
    text = normalize(text)
    simple, full = (
        (SIMPLE_ANALYZER, UNICODE_ANALYZER) if stop_words else (_SIMPLE_CONTENT, _UNICODE_CONTENT)
    )
    found = (simple if is_simple(text) else full).analyze(text)
    return list(filter(None, found))  # Of an Arabic vowel sign alone nothing is left.


def ascii_words(text: str) -> list[str]:
    """Return the words of a text of ASCII in lower case, in order."""
    return text.translate(_WORDS_ONLY).split()


def words(text: str) -> list[Word]:
    """Return every word of `text`, stop words included."""
    if text.isascii():
        return _ascii_spans(text.translate(_WORDS_ONLY))
    return [(start, end, term) for start, end in _spans(text) if (term := _term(text[start:end]))]


def _ascii_spans(text: str) -> list[Word]:
    """The words of a text that is nothing but words in lower case and spaces."""
    found: list[Word] = []
    start = 0
    for word in text.split(" "):
        end = start + len(word)
        if word and (term := _TERMS[word]):
            found.append((start, end, term))
        start = end + 1
    return found


def tokens(text: str) -> list[Token]:
    """Return every word of `text`, stop words included, as tokens."""
    return [Token(text[start:end], term, start, end) for start, end, term in words(text)]


def _spans(text: str) -> Iterable[tuple[int, int]]:
    if is_simple(text):
        return [match.span() for match in _WORD.finditer(text)]
    found = UNICODE_ANALYZER.pre_tokenize(encodable(plain_digits(text))).tokens
    return ((token.char_offset_from, token.char_offset_to) for token in found)


# A text repeats its words, and texts repeat each other's: most terms are known already.
@lru_cache(maxsize=16384)
def _term(word: str) -> str:
    """Return the term of one word; "" if it is too long to be indexed."""
    analyzer = SIMPLE_ANALYZER if is_simple(word) else UNICODE_ANALYZER
    return "".join(analyzer.analyze(normalize(word)))


def is_stop_word(word: str) -> bool:
    """Whether `word` (as written, any case) carries no evidence of relevance."""
    return word.lower() in STOP_WORDS


# Snippets of the same texts are asked for with one query after another.
@lru_cache(maxsize=2048)
def sentence_words(sentence: str) -> tuple[Word, ...]:
    """Return the words of one sentence."""
    return tuple(words(sentence))


@lru_cache(maxsize=2048)
def sentence_terms(text: str, stop_words: bool) -> tuple[SentenceTerms, ...]:
    """Return the sentences of `text` with the terms of each."""
    analyse = partial(terms, stop_words=True) if stop_words else content_terms
    return tuple(
        SentenceTerms(start, end, frozenset(analyse(text[start:end])))
        for start, end in sentences(text)
    )


# Answers and snippets look at the same sentences of the same texts.
@lru_cache(maxsize=8192)
def content_terms(sentence: str) -> tuple[str, ...]:
    """Return the terms of one sentence in order, without stop words."""
    return tuple(terms(sentence))


@cache
def stop_terms() -> frozenset[str]:
    """Return the stop words as terms."""
    return frozenset(term for word in STOP_WORDS for term in terms(word, stop_words=True))
