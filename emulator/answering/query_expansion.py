"""Query expansion: terms that documents may have in place of the words of a question.

Laymen ask to "give back" what a shop takes "returns" of. A word that no document has is replaced
by `synonyms`; one that some have may be meant as it is, so that its expansion terms are searched
for beside it, with less weight. They are its synonyms and what is `alike` in `synonyms.toml`, and
its other forms in `rules.toml`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from emulator.answering.evidence.relevance import MOST_TERMS
from emulator.answering.rulebook import section
from emulator.answering.rules import rules
from emulator.answering.values import ExpansionTerms, Idf
from emulator.retrieval.text.analysis import terms, words
from emulator.retrieval.text.languages import language_of

# The particle of a phrasal verb may stand apart: "give it back"; so many words may be between.
_PARTICLES = frozenset(["away", "back", "down", "in", "off", "on", "out", "over", "up"])
_MOST_BETWEEN = 3
_REACH = 10  # No phrase has so many words.

# The weight of an expansion term, as a share of the weight of the word itself.
_WEIGHT = 0.6

_Terms = tuple[str, ...]


@lru_cache(maxsize=256)  # What is searched with them is then read by them.
def expansion_terms(question: str) -> ExpansionTerms:
    """Return the expansion terms of a short English question; none for any other question."""
    if len(set(terms(question))) > MOST_TERMS or language_of(question):
        return {}
    asked = [term for _, _, term in words(question)]
    own = frozenset(asked)
    found: dict[str, frozenset[str]] = {}
    for said, others in _matched_groups(asked):
        for other in others - own:
            found[other] = found.get(other, frozenset()).union(said)
    return found


def expansion_weights(
    others: ExpansionTerms, idf: Idf, frequency: Callable[[str], int]
) -> dict[str, float]:
    """Return the weights of the expansion terms that the index has; a word of the question has 1.

    None adds more to a score than that share of what the word that it stands for adds, however rare
    it is.
    """
    known = {other: asked for other, asked in others.items() if frequency(other)}
    return {
        other: _WEIGHT * min(1.0, max(map(idf, asked)) / idf(other))
        for other, asked in known.items()
    }


def _matched_groups(asked: Sequence[str]) -> Iterator[tuple[_Terms, frozenset[str]]]:
    """Yield words of the question with their expansion terms; the longest phrase at each place."""
    position = 0
    while position < len(asked):
        rest = tuple(asked[position : position + _REACH])
        fitting = (
            one for one in _groups_by_first_term().get(rest[0], ()) if _starts_with(rest, one[0])
        )
        said, others = next(fitting, (rest[:1], frozenset()))
        yield said, others
        position += len(said) if rest[: len(said)] == said else 1


def _starts_with(rest: _Terms, said: _Terms) -> bool:
    if rest[: len(said)] == said:
        return True
    is_phrasal = len(said) == 2 and said[1] in _PARTICLES
    return is_phrasal and said[1] in rest[1 : 2 + _MOST_BETWEEN]


@cache
def _groups_by_first_term() -> Mapping[str, Sequence[tuple[_Terms, frozenset[str]]]]:
    """Words and phrases with their expansion terms, by their first term, the longest first."""
    told = section("synonyms")
    found: dict[_Terms, set[str]] = defaultdict(set)
    for group in told["alike"]:
        _add(found, group, group)
    for group in told["words"]:
        _add(found, group.partition(",")[0], group)
    for form, others in rules().forms.items():
        found[form,] |= others
    by_first: dict[str, list[tuple[_Terms, frozenset[str]]]] = defaultdict(list)
    for said in sorted(found, key=lambda one: -len(one)):
        by_first[said[0]].append((said, frozenset(found[said])))
    return by_first


def _add(found: dict[_Terms, set[str]], asked: str, group: str) -> None:
    """Add the single terms of a group as expansion terms of words that are no stop words."""
    single = {
        said[0] for one in group.split(",") if len(said := _all_terms(one)) == 1 and terms(one)
    }
    for one in asked.split(","):
        if terms(one):
            found[_all_terms(one)] |= single.difference(_all_terms(one))


def _all_terms(words_of_group: str) -> _Terms:
    return tuple(terms(words_of_group, stop_words=True))
