"""A preview of a text: its best sentence or two, with the words that were asked for in bold.

The form is that of the service's recorded results: `<b>` around runs of matching words, HTML
entities, "... " before and "&nbsp;..." after a sentence that is cut, " ... " where text is left
out, about 160 characters.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence, Set
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from emulator.retrieval.text import analysis
from emulator.retrieval.text.analysis import SentenceTerms, Word

_LENGTH = 160

# Shorter rests of the length are not worth a second fragment.
_SHORTEST_FRAGMENT = 40

# How much of a long sentence is shown before its first matching word.
_CONTEXT = 40

# What stands for the tags until the text is escaped: Unicode keeps them from being characters.
_BOLD, _PLAIN = "\ufdd0", "\ufdd1"

_END = itemgetter(1)
_POSSESSIVE = re.compile(r"['\u2019]s\b")


class _Fragment(NamedTuple):
    """A span of the text; it may be less than the sentence it is taken from."""

    start: int
    end: int
    sentence: SentenceTerms


def snippet(
    text: str,
    query_terms: Iterable[str],
    length: int = _LENGTH,
    neighbours: Set[tuple[str, str]] = frozenset(),
) -> str | None:
    """Return an HTML snippet of about `length` visible characters, or None if nothing matches.

    `query_terms` are terms as `analysis.terms` gives them. Those in `neighbours`, such as the
    characters of a Chinese word, count only beside each other where any of them are.
    """
    wanted = frozenset(query_terms)
    sentences = analysis.sentence_terms(text, not wanted.isdisjoint(analysis.stop_terms()))
    found: Sequence[Set[str]] = [wanted & sentence.terms for sentence in sentences]
    if neighbours and any(found):
        words = (analysis.sentence_words(text[one.start : one.end]) for one in sentences)
        beside = [{one[2] for one in _matches(each, wanted, neighbours)} for each in words]
        found, neighbours = (beside, neighbours) if any(beside) else (found, frozenset())
    if not any(found):
        return None
    fragments, *others = (
        _fragments(text, sentences, found, best, length)
        for best in _richest(text, sentences, found)
    )
    if others:
        fragments = max(fragments, *others, key=lambda draft: len(wanted & _terms(draft)))
    return _render(text, sorted(fragments), wanted, neighbours)


def as_html(text: str) -> str:
    """Return a text in one line, its special characters as the service escapes them."""
    return html.escape(" ".join(text.split())).replace("&#x27;", "&#39;")


def _terms(fragments: Iterable[_Fragment]) -> Set[str]:
    return frozenset().union(*(one.sentence.terms for one in fragments))


def _fragments(
    text: str, sentences: Sequence[SentenceTerms], found: Sequence[Set[str]], best: int, length: int
) -> list[_Fragment]:
    """The best sentence, and a second one if there is room."""
    first = _fragment(text, sentences[best], found[best], length)
    rest = length - (first.end - first.start)
    if rest < _SHORTEST_FRAGMENT:
        return [first]
    return [first, *_second(text, sentences, found, best, rest)]


def _second(
    text: str,
    sentences: Sequence[SentenceTerms],
    found: Sequence[Set[str]],
    best: int,
    length: int,
) -> list[_Fragment]:
    """The sentence that adds most of what is missing, else the one that reads on."""
    missing = [held - found[best] for held in found]
    if any(missing):
        richest = _richest(text, sentences, missing)[0]
        return [_fragment(text, sentences[richest], missing[richest], length)]
    following = sentences[best + 1 : best + 2]
    return [_fragment(text, sentence, frozenset(), length) for sentence in following]


def _richest(
    text: str, sentences: Sequence[SentenceTerms], found: Sequence[Set[str]]
) -> Sequence[int]:
    """The place of the first that has most: of those that end as no heading does, and of all."""
    counts = [*map(len, found)]
    most = max(counts)
    places = [at for at, count in enumerate(counts) if count == most]
    if len(places) == 1:
        return places
    ended = (at for at in places if not text[sentences[at].end - 1].isalnum())
    return [*dict.fromkeys((next(ended, places[0]), places[0]))]


def _fragment(text: str, sentence: SentenceTerms, wanted: Set[str], length: int) -> _Fragment:
    """The part of a sentence that fits `length` and holds most of the wanted terms."""
    if sentence.end - sentence.start <= length:
        return _Fragment(sentence.start, sentence.end, sentence)
    words = analysis.sentence_words(text[sentence.start : sentence.end])
    if not words:
        return _Fragment(sentence.start, sentence.start + length, sentence)
    context = min(_CONTEXT, length // 4)
    first, first_end, _ = _best_start(words, wanted, length - context)
    reach = first - context
    start = 0 if reach <= 0 else words[bisect_left(words, (reach,))][0]
    fitting = bisect_right(words, start + length, key=_END)
    end = max(words[fitting - 1][1] if fitting else 0, first_end)
    return _Fragment(sentence.start + start, sentence.start + end, sentence)


def _best_start(words: Sequence[Word], wanted: Set[str], length: int) -> Word:
    """The wanted word that begins the richest stretch of `length`, else the first word."""
    matches = [word for word in words if word[2] in wanted]
    richest, best = -1, words[0]
    last = 0
    for number, match in enumerate(matches):
        while last < len(matches) and matches[last][1] <= match[0] + length:
            last += 1
        found = len({term for _, _, term in matches[number:last]})
        if found > richest:
            richest, best = found, match
        if last == len(matches):
            break  # Those after it begin stretches of less.
    return best


def _matches(
    words: Sequence[Word], wanted: Set[str], neighbours: Set[tuple[str, str]]
) -> Iterable[Word]:
    """The words that are wanted; those of `neighbours` only beside each other."""
    if not neighbours:
        return [one for one in words if one[2] in wanted]
    alone = frozenset(wanted).difference(*neighbours)
    beside: set[Word] = set()
    for left, right in pairwise(words):
        if left[1] == right[0] and (left[2], right[2]) in neighbours:
            beside |= {left, right}
    return [one for one in words if one[2] in alone or one in beside]


def _render(
    text: str,
    fragments: list[_Fragment],
    wanted: Set[str],
    neighbours: Set[tuple[str, str]],
) -> str:
    shown = ""
    for previous, fragment in zip([None, *fragments], fragments, strict=False):
        shown += _opening(text, previous, fragment)
        shown += _marked(text, fragment, wanted, neighbours)
    last = fragments[-1]
    shown = as_html(shown).replace(_BOLD, "<b>").replace(_PLAIN, "</b>")
    return shown if last.end == last.sentence.end else f"{shown}&nbsp;..."


def _opening(text: str, previous: _Fragment | None, fragment: _Fragment) -> str:
    if previous is None:
        return "" if fragment.start == fragment.sentence.start else "... "
    return " ... " if text[previous.end : fragment.start].strip() else " "


def _marked(
    text: str, fragment: _Fragment, wanted: Set[str], neighbours: Set[tuple[str, str]]
) -> str:
    """The fragment with marks around what matches."""
    shown, position = "", fragment.start
    for start, end in _runs(text, fragment, wanted, neighbours):
        shown += f"{text[position:start]}{_BOLD}{text[start:end]}{_PLAIN}"
        position = end
    return shown + text[position : fragment.end]


def _runs(
    text: str, fragment: _Fragment, wanted: Set[str], neighbours: Set[tuple[str, str]]
) -> list[tuple[int, int]]:
    """The spans of the fragment's matching words, neighbours joined."""
    first, last = fragment.sentence.start, fragment.sentence.end
    runs: list[tuple[int, int]] = []
    words = analysis.sentence_words(text[first:last])
    for start, end, _ in _matches(words, wanted, neighbours):
        start, end = first + start, first + end
        if start < fragment.start or end > fragment.end:
            continue
        if possessive := _POSSESSIVE.match(text, end, fragment.end):
            end = possessive.end()
        if runs and not text[runs[-1][1] : start].strip():
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs
