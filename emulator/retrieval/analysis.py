"""Text analysis shared by the index, queries, snippets and answers.

A token is a run of letters, marks and digits; in scripts written without spaces each character
is a token, so that index and query agree without a dictionary. A term is its token folded to
lower-case ASCII where possible and stemmed: as English in Latin script, as Russian, Arabic and
Greek in theirs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

import sentencex
import tantivy

from emulator.retrieval.abbreviations import ABBREVIATIONS
from emulator.retrieval.stopwords import STOP_WORDS

_SPACELESS = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"
)
_TOKEN = rf"[{_SPACELESS}]\p{{M}}*|[\p{{L}}\p{{M}}\p{{N}}--[{_SPACELESS}]]+"

# Where every character is in these ranges the library's simple tokenizer, which is three times
# faster, and _WORD cut at the same places as _TOKEN (a test tries every character).
_WORD = re.compile(r"[^\W_]+")
_BEYOND_SIMPLE = re.compile("[^\x00-\u02ff\u2000-\u206f\u20a0-\u20bf]")

# JSON may carry half a surrogate pair, which neither Tantivy nor UTF-8 can hold.
_SURROGATE = re.compile("[\ud800-\udfff]")

# Words of ASCII in lower case with spaces between them, for a text of that.
_WORDS_ONLY = "".join(one.lower() if one.isalnum() else " " for one in map(chr, range(128)))
_MOST_KNOWN = 16_384

# Tantivy refuses terms of 64 kB and more; nobody searches for a word this long.
_LONGEST_TOKEN = 200


# Sentences are cut by rules for English, which know of no other language's abbreviations and of no
# ordinal numbers: "am 31. März", "im 19. Jahrhundert".
# Names of programs have stops inside: "java.io.File" is cut behind "io.".
_DOTTED = re.compile(r"\w\.\w+\.$")
_LONGEST_NAME = 60
_LAST_WORD = re.compile(r"(?:^|[\s(\u00ab\u201e])([^\W\d][^\s.(]*(?:\.[^\W\d]+)*)\.$")
_ORDINAL = re.compile(
    r"\b(?:(?<!I )[Aa]m|[Dd](?:er|ie|as|e[mns])|[Ii]m|[Bb]eim|[ZzVv][uo]m|[Bb]is|[Ss]eit)"
    r" \d{1,2}\.$"
)
_LONGEST_UNENDED = 12
# "2." of a numbered item, "IV." of a king.
_NUMBER_ALONE = re.compile(r"[\W\d_]*(?:[IVX]+\.\s*)?")
# A question mark is a semicolon in Greek.
_GREEK = re.compile("[\u0370-\u03ff]")
# No space need follow the stops of these scripts.
_UNSPACED_END = re.compile("(?<=[\u0964\u3002\uff01\uff1f])(?=\\w)")
# Thai has no stops: sentences are parted by spaces, as some of their parts are. What is short, is
# a number or a name, or begins with a word that joins it to what was said is no sentence.
_THAI = "[\u0e01-\u0e3a\u0e40-\u0e4e]"
_JOINING = "และ|หรือ|แต่|ซึ่ง|โดย|เพราะ|จึง|ที่|เพื่อ|ของ|ใน|เนื่องจาก|ทำให้|คือ|ได้แก่|เช่น|กับ"
_THAI_BORDER = re.compile(
    rf"(?<={_THAI}) +(?={_THAI}{{8}})(?!{_JOINING})|(?<=[!?]) +|(?<=[a-z]\.) +"
)
_IN_THAI = re.compile(_THAI)
_SHORTEST_THAI = 40
_PRINTED = re.compile(r"\S")
_DATE = re.compile(r"\b\d{1,2}\.$")
_MONTH = re.compile(
    r"\s*(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)"
)
# What was said goes on after the quotation in Japanese.
_MAY_GO_ON = (".", "\u300d", "\u300f")


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


def normalize(text: str) -> str:
    """Compose combining marks (NFC), so that both spellings of "é" are one character.

    The dot of "\u0130" would be left behind in lower case.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", encodable(text)).replace("\u0130", "I")


def terms(text: str, stop_words: bool = False) -> list[str]:
    """Return the terms of `text` in order, as the index holds them.

    Stop words are dropped unless `stop_words` is true.
    """
    if text.isascii():
        known = _TERMS if stop_words else _CONTENT_TERMS
        return list(filter(None, map(known.__getitem__, text.translate(_WORDS_ONLY).split())))
    text = normalize(text)
    simple, full = (
        (SIMPLE_ANALYZER, UNICODE_ANALYZER) if stop_words else (_SIMPLE_CONTENT, _UNICODE_CONTENT)
    )
    return (simple if is_simple(text) else full).analyze(text)


def words(text: str) -> list[Word]:
    """Return every word of `text`, stop words included."""
    if text.isascii():
        return _ascii_words(text.translate(_WORDS_ONLY))
    return [(start, end, term) for start, end in _spans(text) if (term := _term(text[start:end]))]


def _ascii_words(text: str) -> list[Word]:
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
    found = UNICODE_ANALYZER.pre_tokenize(encodable(text)).tokens
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


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the character spans `[start, end)` of the sentences of `text`, without outer spaces.

    A line break always ends a sentence: parsed documents use it only between blocks, list items
    and table rows.
    """
    spans: list[tuple[int, int]] = []
    offset = 0
    for line in text.splitlines(keepends=True):
        spans += [(offset + start, offset + end) for start, end in _line_sentences(line.rstrip())]
        offset += len(line)
    return spans


# Snippets of the same texts are asked for with one query after another.
@lru_cache(maxsize=2048)
def sentence_words(sentence: str) -> tuple[Word, ...]:
    """Return the words of one sentence."""
    return tuple(words(sentence))


@lru_cache(maxsize=2048)
def sentence_terms(text: str, stop_words: bool = False) -> tuple[SentenceTerms, ...]:
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


@lru_cache(maxsize=4096)
def _line_sentences(line: str) -> tuple[tuple[int, int], ...]:
    spans: list[tuple[int, int]] = []
    start = end = last = 0  # of what is cut off, and where its last word ends
    ending, has_letter = len(line.rstrip()), False
    for segment in _segments(line):
        if written := segment.rstrip():
            last = end + len(written)
        end += len(segment)
        has_letter = has_letter or _NUMBER_ALONE.fullmatch(segment) is None
        # Such a number is no sentence of its own: it opens the next one.
        if not has_letter and end < ending:
            continue
        tail = line[max(start, last - _LONGEST_UNENDED) : last]
        if tail.endswith(_MAY_GO_ON) and _is_unended(tail, line, end):
            continue
        if content := line[start:last].lstrip():
            spans.append((last - len(content), last))
        start, has_letter = end, False
    return tuple(spans)


def _segments(line: str) -> Iterator[str]:
    if line.isascii():
        yield from sentencex.segment("en", line)
        return
    if _IN_THAI.search(line):
        yield from _in_thai(line)
        return
    for segment in sentencex.segment("el" if _GREEK.search(line) else "en", line):
        yield from _UNSPACED_END.split(segment)


def _in_thai(line: str) -> Iterator[str]:
    start = 0
    for border in _THAI_BORDER.finditer(line):
        if border.start() - start >= _SHORTEST_THAI:
            yield line[start : border.end()]
            start = border.end()
    yield line[start:]


def _is_unended(tail: str, line: str, end: int) -> bool:
    """Whether what was cut off as a sentence, with such a tail, goes on in the line."""
    found = _PRINTED.search(line, end)
    if found is None:
        return False
    following = found[0]
    if not tail.endswith("."):
        return "\u3041" <= following <= "\u309f"
    is_inside = line[end - 1] == "." and line[end].isalnum()
    if is_inside and _DOTTED.search(line, max(end - _LONGEST_NAME, 0), end):
        return True
    last = _LAST_WORD.search(tail)
    if last is not None and last[1] in ABBREVIATIONS:
        return True
    if last is None and _ORDINAL.search(tail):
        return True
    if _MONTH.match(line, end):
        return _DATE.search(tail) is not None
    return following.islower() and not line.isascii()
