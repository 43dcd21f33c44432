"""Follow-up questions in other languages than English.

These order and inflect words in other ways: what a pronoun stands for is not put into its place but
named at the end, with all that the question before was about. What goes on with "and" takes the
place of what has the same words before it: "Et avec B ?" after "Que faire avec A ?".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from emulator.answering.document_text.parsed_text import ASIDE
from emulator.answering.rephrasing.coreference.interpretations import Interpretation
from emulator.answering.rephrasing.topics import Topic
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.languages import (
    end_of_and,
    function_terms,
    has_pronoun,
    language_in,
    language_of,
    only_asks,
    serves,
    without_phrases,
)
from emulator.retrieval.text.spaceless import is_spaceless

_WORD = re.compile(r"[^\s?!.,;:\u00bf\u00a1\u060c\u061f\u3001\u3002\uff1f\uff01()\"]+")
# What has an apostrophe behind it is a word of its own; a version is one: "4.0".
_PART = re.compile(r"(?:[^\s?!,;:\u00bf\u00a1\u061f()\"'\u2019.]|\.(?=\w))+")
_MOST_NAMED = 3
_END = re.compile(r"\s*[?\u061f\uff1f]?\s*$")


def interpretations(query: str, questions: Sequence[str]) -> tuple[Interpretation, ...]:
    """Return what a question that leans on others may mean; nothing of any other.

    They are made to stand alone, the latest first.
    """
    if not questions:
        return ()
    tag = language_in(query, questions[0])
    if has_pronoun(query) or only_asks(query, tag):
        return tuple(_named_at_end(query, questions))
    return tuple(_substituted(query, questions[0], tag))


def _named_at_end(query: str, questions: Sequence[str]) -> Iterator[Interpretation]:
    """Ask it of what each of them is about; what one that leaned was said to be about goes on
    being spoken of."""
    asked = _END.sub("", query, count=1)
    mark = query[len(asked) :].strip()
    for question in questions:
        named = ASIDE.search(question)
        leaned = named is not None and has_pronoun(question[: named.start()])
        if words := tuple(_new_words(query, named[1] if named and leaned else question)):
            yield Interpretation(f"{asked} ({' '.join(words)}){mark}", Topic(words))


def _substituted(query: str, question: str, tag: str) -> Iterator[Interpretation]:
    """Ask the question before of what the query goes on with, if it has a place for that."""
    start = end_of_and(query, tag)
    words = [*_PART.finditer(query, start)] if start else []
    lead = [*takewhile(lambda word: serves(word[0], tag), words)]
    named = words[len(lead) :]
    if not lead or not 0 < len(named) <= _MOST_NAMED or any(serves(one[0], tag) for one in named):
        return
    instead = query[named[0].start() : named[-1].end()]
    places = [*_places(question, [word[0].lower() for word in lead], len(named), tag)]
    if places:
        start, end = max(places, key=lambda place: _in_common(question[slice(*place)], instead))
        text = f"{question[:start]}{instead}{question[end:]}"
        yield Interpretation(text, Topic(tuple(_PART.findall(text))))


def _places(question: str, lead: Sequence[str], most: int, tag: str) -> Iterator[tuple[int, int]]:
    """Where a question has other words behind the same ones: `[start, end)` of so many at most."""
    parts = [*_PART.finditer(question)]
    words = [part[0].lower() for part in parts]
    for start in range(len(lead), len(parts)):
        others = [*takewhile(lambda part: not serves(part[0], tag), parts[start : start + most])]
        if others and words[start - len(lead) : start] == lead:
            yield others[0].start(), others[-1].end()


def _in_common(place: str, instead: str) -> int:
    return len(set(terms(place)).intersection(terms(instead)))


def _new_words(query: str, question: str) -> Iterator[str]:
    said, serving = set(terms(query, stop_words=True)), frozenset[str]()
    if language_of(question):
        serving = function_terms(question)
    for word in _WORD.findall(without_phrases(question, clear=True)):
        found = terms(word)
        new = word not in query if is_spaceless(word) else not said.issuperset(found)
        if new and found and not serving.issuperset(found):
            said.update(found)
            yield word
