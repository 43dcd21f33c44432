"""The syntax of search text, and the weighted terms that it asks for.

Words are alternatives to each other and are only weighed. A double-quoted phrase must occur as it
stands, unless the quotation is part of a longer text, such as a pasted paragraph. `AND` and `OR`
in upper case combine what stands between them, `AND` binding tighter (operators as in "Preview
search results", cloud.google.com/generative-ai-app-builder/docs). Everything else is punctuation:
no text is an error. What only serves the asking is not searched for in any language that is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice, pairwise

from emulator.retrieval.text import analysis, languages

_QUOTED = re.compile(r'"[^"]*"')
_PART = re.compile(r'"(?P<phrase>[^"]*)"|(?<!\S)(?P<operator>AND|OR)(?!\S)')
_CURLY_QUOTES = str.maketrans("“”„", '"""')

# Bounds on what one query may cost; text beyond them no longer changes the ranking much.
_LONGEST_TEXT = 20_000
_MOST_WORDS = 256

# With more words than this around it, a quotation is something mentioned, not asked for.
_MOST_WORDS_AROUND_PHRASE = 10

# A character of a script without spaces says little alone: pairs of neighbours carry the weight.
_CHARACTER_WEIGHT = 0.25
_CHARACTER_PAIR_WEIGHT = 1.0

# Words that stand side by side in query and text are a little more than the sum of both.
_WORD_PAIR_WEIGHT = 0.3

# What is only related to a word counts less than the word.
_RELATED_WEIGHT = 0.3

# Words for a kind of text, such as "policy", say less of what is asked for than the rest.
_LIGHT = 0.5

EXPECTED_WEIGHT = 0.05
"""Words expected in an answer decide between texts that match the question equally well.

With 0.1 records already come before prose that answers better.
"""

Pair = tuple[str, str]
Idf = Callable[[str], float]
"""The inverse document frequency of an index term, above 0."""


@dataclass(frozen=True, slots=True)
class Group:
    """Weighted words and pairs of neighbours, any of which may occur; phrases, which all must."""

    words: Mapping[str, float]
    pairs: Mapping[Pair, float]
    phrases: tuple[tuple[str, ...], ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing searchable is in the group."""
        return not self.words and not self.phrases

    def has_words_of(self, pair: Pair) -> bool:
        """Whether the words of a pair are asked for by themselves too."""
        return self.words.keys() >= set(pair)


@dataclass(frozen=True)
class Query:
    """A parsed text: alternatives (OR) of groups that must all match (AND).

    Words that are only `expected` are none of its terms; a text that has but those matches if they
    count `alone`. `question` is the term of the whole text, where it raises those who ask the same.
    """

    text: str
    alternatives: tuple[tuple[Group, ...], ...]
    expected: frozenset[str] = frozenset()
    alone: bool = True
    question: str = ""

    @classmethod
    def parse(cls, text: str) -> Query:
        """Parse any text; blank text browses, text of punctuation only matches nothing."""
        return _parse(text)

    @property
    def is_blank(self) -> bool:
        """Whether the text asks for nothing, so that everything matches."""
        return not self.text.strip()

    @property
    def groups(self) -> list[Group]:
        """The groups of all alternatives."""
        return [group for alternative in self.alternatives for group in alternative]

    @cached_property
    def terms(self) -> list[str]:
        """The distinct terms asked for, phrases included, in order of appearance."""
        found: dict[str, None] = {}
        for group in self.groups:
            found |= dict.fromkeys(group.words)
            found |= dict.fromkeys(term for phrase in group.phrases for term in phrase)
        return [term for term in found if term not in self.expected]

    @cached_property
    def neighbours(self) -> frozenset[Pair]:
        """The pairs without a space between them, such as characters of a word."""
        joined = _CHARACTER_PAIR_WEIGHT
        return frozenset(
            pair
            for group in self.groups
            for pair, weight in group.pairs.items()
            if weight == joined
        )

    @property
    def pairs(self) -> Mapping[Pair, float]:
        """The pairs that only add to the score of what matches by its words.

        None where there are several groups: a pair adds only where its own alternative matches.
        """
        if len(self.groups) != 1:
            return {}
        [group] = self.groups
        return {pair: weight for pair, weight in group.pairs.items() if group.has_words_of(pair)}

    def with_completions(self, term: str, others: Iterable[str], weight: float = 1.0) -> Query:
        """Return the query with other words as alternatives to one of its terms."""
        more = dict.fromkeys(others, weight)

        def with_others(group: Group) -> Group:
            if term not in group.words:
                return group
            return Group({**more, **group.words}, group.pairs, group.phrases)

        return self._with(with_others)

    def with_expansion(self, terms: Mapping[str, float], *, alone: bool = True) -> Query:
        """Return the query with optional terms, which raise the score of a text by their weights.

        A word of the query has the weight 1. A text that has only these terms matches if they count
        `alone`. Where the text combines groups, these say what is wanted.
        """
        if not terms or len(self.groups) != 1:
            return self
        [group] = self.groups
        more = {term: terms[term] for term in sorted(terms) if term not in group.words}
        told = self._with(lambda group: replace(group, words={**group.words, **more}))
        return replace(told, expected=frozenset(more), alone=alone)

    def with_less_weight_on(self, terms: Set[str]) -> Query:
        """Return the query with less weight on these of its words, if it has others."""
        own = set(self.terms)
        if own <= terms or own.isdisjoint(terms):
            return self

        def changed(group: Group) -> Group:
            words = {
                word: weight * (_LIGHT if word in terms else 1.0)
                for word, weight in group.words.items()
            }
            return replace(group, words=words)

        return self._with(changed)

    def with_statistics(self, own: Idf, wanted: Idf) -> Query:
        """Return the query with weights that replace the idf of an index by other statistics.

        `own` are the inverse document frequencies that the index knows, `wanted` those to count.
        What must occur is not weighed.
        """

        def factor(*terms: str) -> float:
            return sum(map(wanted, terms)) / sum(map(own, terms))

        def changed(group: Group) -> Group:
            words = {word: weight * factor(word) for word, weight in group.words.items()}
            pairs = {pair: weight * factor(*pair) for pair, weight in group.pairs.items()}
            return Group(words, pairs, group.phrases)

        return self._with(changed)

    def with_pairs(self, keeps: Callable[[Pair], bool]) -> Query:
        """Return the query with only those pairs of words that are to be kept.

        What it matches is the same: pairs of which a word is not asked for by itself stay.
        """

        def stays(group: Group, pair: Pair) -> bool:
            return not group.has_words_of(pair) or keeps(pair)

        def thinned(group: Group) -> Group:
            pairs = {pair: one for pair, one in group.pairs.items() if stays(group, pair)}
            return Group(group.words, pairs, group.phrases)

        return self._with(thinned)

    def with_related_words(self, related: Callable[[str], Iterable[str]]) -> Query:
        """Return the query for any of the words, those of phrases too, and words related to them.

        `related` gives the terms that are related to one.
        """
        words: dict[str, float] = dict.fromkeys(self.terms, 1.0)
        pairs: dict[Pair, float] = {}
        for group in self.groups:
            words |= group.words
            pairs |= group.pairs
        for term in self.terms:
            for other in related(term):
                words.setdefault(other, _RELATED_WEIGHT)
        return Query(self.text, ((Group(words, pairs, ()),),) if words else ())

    def _with(self, changed: Callable[[Group], Group]) -> Query:
        alternatives = tuple(tuple(map(changed, groups)) for groups in self.alternatives)
        return replace(self, alternatives=alternatives)


@dataclass(slots=True)
class _Parts:
    """Raw text of a group before analysis."""

    words: list[str]
    phrases: list[str]


@lru_cache(maxsize=16)  # One call may need the same query in several places.
def _parse(text: str) -> Query:
    bounded = analysis.normalize(text[:_LONGEST_TEXT]).translate(_CURLY_QUOTES)
    if len(_QUOTED.sub(" ", bounded).split()) > _MOST_WORDS_AROUND_PHRASE:
        bounded = bounded.replace('"', " ")
    serving = languages.function_terms(bounded) if languages.language_of(bounded) else frozenset()
    alternatives = (tuple(_groups(parts, serving)) for parts in _alternatives(bounded))
    return Query(text, tuple(groups for groups in alternatives if groups))


def _alternatives(text: str) -> Iterator[list[_Parts]]:
    groups = [_Parts([], [])]
    position = 0
    for match in _PART.finditer(text):
        groups[-1].words.append(text[position : match.start()])
        position = match.end()
        if match["operator"] is None:
            groups[-1].phrases.append(match["phrase"])
        elif match["operator"] == "AND":
            groups.append(_Parts([], []))
        else:
            yield groups
            groups = [_Parts([], [])]
    groups[-1].words.append(text[position:])
    yield groups


def _groups(parts: list[_Parts], serving: Set[str]) -> Iterator[Group]:
    for part in parts:
        group = _group(part, serving)
        if not group.is_empty:
            yield group


def _group(parts: _Parts, serving: Set[str]) -> Group:
    analysed = (tuple(analysis.terms(phrase, stop_words=True)) for phrase in parts.phrases)
    phrases = tuple(islice((phrase for phrase in analysed if phrase), _MOST_WORDS))
    words: dict[str, float] = {}
    pairs: dict[Pair, float] = {}
    asked = (languages.without_phrases(run, clear=True) for run in parts.words)
    runs = [list(islice(analysis.tokens(run), _MOST_WORDS)) for run in asked]
    stops = [{word.start for word in run if _is_serving(word, serving)} for run in runs]
    only_stops = not phrases and sum(map(len, stops)) == sum(map(len, runs))
    for run, stop in zip(runs, stops, strict=True):
        _weigh(run, stop, words, pairs, keep_stops=only_stops)
    return Group(dict(islice(words.items(), _MOST_WORDS)), pairs, phrases)


def _weigh(
    run: list[analysis.Token],
    stops: Set[int],
    words: dict[str, float],
    pairs: dict[Pair, float],
    *,
    keep_stops: bool,
) -> None:
    joined: set[int] = set()
    for left, right in pairwise(run):
        if left.end == right.start:
            joined |= {left.start, right.start}
            pairs[left.term, right.term] = _CHARACTER_PAIR_WEIGHT
        elif stops.isdisjoint((left.start, right.start)) and left.term != right.term:
            pairs.setdefault((left.term, right.term), _WORD_PAIR_WEIGHT)
    for word in run:
        if keep_stops or word.start not in stops:
            weight = _CHARACTER_WEIGHT if word.start in joined else 1.0
            words[word.term] = words.get(word.term, 0.0) + weight


def _is_serving(word: analysis.Token, serving: Set[str]) -> bool:
    return analysis.is_stop_word(word.text) or word.term in serving
