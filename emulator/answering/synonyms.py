"""Words that no document has, replaced by synonyms that some have.

Who asks for "vacation" where all that is written is of "annual leave" finds nothing: words are
matched, not meanings. A word that no document has is replaced by one of `synonyms.toml` that
some have; what documents say is left as it is asked.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter

from emulator.answering.document_text.named_entities import Span, full_names
from emulator.answering.rulebook import section
from emulator.retrieval.text.analysis import Token, terms, tokens

_REACH = 50  # No synonym has so many letters.

Frequency = Callable[[str], int]
"""In how many texts a term occurs."""

_Terms = tuple[str, ...]


def replace_unknown_words(question: str, frequency: Frequency) -> str:
    """Return the question with words that no text has replaced by synonyms that some have.

    Where the synonym stands behind the word already it is said once: "subscription plan". Names of
    several words stay: "Home Assistant" is no help at home.
    """
    unknown = {term for term in terms(question) if not frequency(term)}
    if not unknown:
        return question
    told, words, names = question, tokens(question), _names(question)
    for start, end, others in reversed(list(_replaceable(words, unknown))):
        if _is_part_of_name(question, names, start, end):
            continue
        known = (one for one in others if all(map(frequency, terms(one))))
        if other := next(known, None):
            after = told[end:].lstrip()
            said = terms(after[:_REACH])[: len(terms(other))] == terms(other)
            told = told[:start] + (after if said else other + told[end:])
    return told


def _names(question: str) -> Sequence[Span]:
    """The names of several words; none where all words are written as in one."""
    is_title = not any(word[0].islower() for word in question.split())
    return () if is_title else full_names(question)


def _is_part_of_name(question: str, names: Sequence[Span], start: int, end: int) -> bool:
    """Whether a name goes on beyond a span that is written as one.

    An abbreviation is a word of any name: "Python SDK".
    """
    if not question[start].isupper() or question[start:end].isupper():
        return False
    around = names[
        bisect_right(names, start, key=itemgetter(1)) : bisect_left(names, end, key=itemgetter(0))
    ]
    # A verb may begin a question too: "Send 200 dollars".
    beyond = (question[first:start] + question[end:last] for first, last in around)
    return any(rest if start else rest.strip(" 0123456789") for rest in beyond)


def _replaceable(
    words: Sequence[Token], unknown: set[str]
) -> Iterator[tuple[int, int, Sequence[str]]]:
    """The spans of words that have synonyms, with these; the longest at each place."""
    position = 0
    while position < len(words):
        length, others = _longest(words, position, unknown)
        if length:
            yield words[position].start, words[position + length - 1].end, others
        position += length or 1


def _longest(words: Sequence[Token], position: int, unknown: set[str]) -> tuple[int, Sequence[str]]:
    for asked, others in _groups_by_first_term().get(words[position].term, ()):
        said = tuple(word.term for word in words[position : position + len(asked)])
        if said == asked and not unknown.isdisjoint(said):
            return len(asked), others
    return 0, ()


@cache
def _groups_by_first_term() -> Mapping[str, Sequence[tuple[_Terms, Sequence[str]]]]:
    """Words and phrases with their synonyms, by their first term, the longest first."""
    found: dict[str, list[tuple[_Terms, Sequence[str]]]] = {}
    for group in section("synonyms")["words"]:
        first, *others = map(str.strip, group.split(","))
        for one in dict.fromkeys((first, first.replace("'", ""))):  # "doctors note"
            if asked := tuple(terms(one, stop_words=True)):
                found.setdefault(asked[0], []).append((asked, others))
    return {term: sorted(groups, key=lambda one: -len(one[0])) for term, groups in found.items()}
