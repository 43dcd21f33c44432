"""Queries of an index, as Tantivy takes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import tantivy
from tantivy import Occur

from emulator.retrieval.index.schema import (
    DOCUMENT,
    FIRST,
    POSITION,
    SCHEMA,
    SEQUENCE,
    TEXT,
    position_of,
)
from emulator.retrieval.query import Group, Pair, Query

# A part of a boolean query: whether it must match or must not.
Clause: TypeAlias = tuple[Occur, tantivy.Query]

# A set of terms is looked for among all terms of the field: so many are found faster one by one.
_FEW = 200

# Words beyond so many are faster to look up together, however few chunks they are looked up in.
_MOST_ALONE = 32

# Ranges of a JSON field's numbers can only be written as text, which an index parses.
_PARSER = tantivy.Index(SCHEMA)


def first_chunks() -> tantivy.Query:
    """Return the query for one chunk of every document."""
    return tantivy.Query.term_query(SCHEMA, FIRST, True, index_option="basic")


def matching(query: Query) -> tantivy.Query:
    """Return the ranked query for a parsed text."""
    return _any(
        _all(_combined(_clauses(group, query)) for group in groups) for groups in query.alternatives
    )


def any_pair(pairs: Mapping[Pair, float]) -> tantivy.Query:
    """Return the ranked query for the chunks that have one of these weighted pairs of words."""
    return _any(_weighted(phrase(pair), weight) for pair, weight in pairs.items())


def summed(candidates: tantivy.Query, query: Query) -> tantivy.Query:
    """Return the query for a few chunks that match `query` too, whose scores add to their own.

    Tantivy works a union out for thousands of chunks at a time, however few of them are wanted;
    a word by itself it looks up in each.
    """
    groups = query.groups
    clauses = _clauses(groups[0], query) if len(groups) == 1 else []
    if not 0 < len(clauses) <= _MOST_ALONE:
        clauses = [(Occur.Must, matching(query))]
    for clause in clauses:
        candidates = tantivy.Query.boolean_query([(Occur.Must, candidates), clause])
    return candidates


def of_place(sequence: int, ordinal: int) -> tantivy.Query:
    """Return the query for one chunk of the document at this place."""
    position = position_of(sequence, ordinal)
    return tantivy.Query.term_query(SCHEMA, POSITION, position, index_option="basic")


def of_term(term: str) -> tantivy.Query:
    """Return the query for the chunks whose text holds a term."""
    # Only phrases need to know where in the text it stands.
    return tantivy.Query.term_query(SCHEMA, TEXT, term, index_option="freq")


@lru_cache(maxsize=256)
def in_range(path: str, least: int, greatest: int) -> tantivy.Query:
    """Return the query for an integer of a JSON field in `[least, greatest]`."""
    return _PARSER.parse_query(range_text(path, least, greatest), [DOCUMENT])


def range_text(path: str, least: int, greatest: int) -> str:
    """Return the same query as Tantivy reads it."""
    return f"{path}:[{least} TO {greatest}]"


def of_sequences(sequences: Sequence[int]) -> tantivy.Query:
    """Return the query for the chunks of some documents."""
    return any_of(SEQUENCE, sequences)


def any_of(path: str, values: Sequence[str | bool | int]) -> tantivy.Query:
    """Return the query for the chunks that have one of the values in a field that is not ranked."""
    if len(values) > _FEW:
        return tantivy.Query.term_set_query(SCHEMA, path, values)
    return _any(tantivy.Query.term_query(SCHEMA, path, one, index_option="basic") for one in values)


def later_chunks() -> tantivy.Query:
    """Return the query for all chunks but the first one of each document."""
    return tantivy.Query.term_query(SCHEMA, FIRST, False, index_option="basic")


def between_sequences(first: int, last: int) -> tantivy.Query:
    """Return the query for the chunks of the documents from one place to another."""
    return tantivy.Query.range_query(
        SCHEMA, SEQUENCE, tantivy.FieldType.Unsigned, lower_bound=first, upper_bound=last
    )


def restricted(restrictions: Iterable[Clause]) -> tantivy.Query:
    """Return the query for all that the restrictions allow."""
    return tantivy.Query.boolean_query([(Occur.Must, tantivy.Query.all_query()), *restrictions])


def within(query: tantivy.Query, restrictions: Iterable[Clause]) -> tantivy.Query:
    """Restrict `query` to what all `restrictions` allow, leaving its scores alone."""
    unscored = [
        (occur, tantivy.Query.const_score_query(restriction, 0.0))
        for occur, restriction in restrictions
    ]
    return tantivy.Query.boolean_query([(Occur.Must, query), *unscored]) if unscored else query


def _clauses(group: Group, query: Query) -> list[Clause]:
    """What is asked for of a group of a query, of which some must occur, and what raises it."""
    expected = frozenset() if query.alone else query.expected
    words = {term: _weighted(of_term(term), weight) for term, weight in group.words.items()}
    pairs = [_weighted(phrase(pair), weight) for pair, weight in group.pairs.items()]
    optional = [(Occur.Should, one) for term, one in words.items() if term not in expected]
    optional += [(Occur.Should, one) for one in pairs]
    required = [(Occur.Must, phrase(words)) for words in group.phrases]
    if expected and not required:
        optional = [(Occur.Must, _combined(optional))]
    more = [(Occur.Should, one) for term, one in words.items() if term in expected]
    if query.question:
        more.append((Occur.Should, of_term(query.question)))
    return required + optional + more


def _any(clauses: Iterable[tantivy.Query]) -> tantivy.Query:
    return _combined([(Occur.Should, clause) for clause in clauses])


def _all(clauses: Iterable[tantivy.Query]) -> tantivy.Query:
    return _combined([(Occur.Must, clause) for clause in clauses])


def _combined(clauses: list[Clause]) -> tantivy.Query:
    if len(clauses) == 1:
        return clauses[0][1]
    return tantivy.Query.boolean_query(clauses) if clauses else tantivy.Query.empty_query()


def phrase(words: tuple[str, ...]) -> tantivy.Query:
    """Return the query for the chunks whose text holds these terms side by side."""
    if len(words) == 1:
        return of_term(words[0])
    return tantivy.Query.phrase_query(SCHEMA, TEXT, list(words))


def _weighted(query: tantivy.Query, weight: float) -> tantivy.Query:
    return query if weight == 1.0 else tantivy.Query.boost_query(query, weight)
