"""Conditions to Tantivy queries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

import tantivy
from tantivy import Occur

from emulator.retrieval.filters import conditions, geo
from emulator.retrieval.filters.conditions import (
    DOCUMENT_ID,
    Condition,
    DateIn,
    FieldCondition,
    IsTrue,
    NumberIn,
    TextIn,
    Within,
)
from emulator.retrieval.filters.syntax import And, Not, Or
from emulator.retrieval.index import columns, queries, schema
from emulator.retrieval.text.analysis import encodable

Filter: TypeAlias = Condition | tantivy.Query


def without_fields(one: Filter, paths: frozenset[str]) -> Filter:
    """Return what is left of a filter when fields do not restrict any more."""
    return one if isinstance(one, tantivy.Query) else conditions.without_fields(one, paths)


def clauses(filters: Sequence[Filter], searcher: tantivy.Searcher) -> list[queries.Clause]:
    """Return what all the filters ask, as parts of a boolean query that has others beside.

    The queries hold for the index as this searcher sees it.
    """
    return [clause for one in filters for clause in _clauses(one, searcher)]


def _clauses(one: Filter, searcher: tantivy.Searcher) -> list[queries.Clause]:
    match one:
        case tantivy.Query():
            return [(Occur.Must, one)]
        case And(operands):
            return clauses(operands, searcher)
        case Not(operand):
            return [(Occur.MustNot, _compile_condition(operand, searcher))]
        case condition:
            return [(Occur.Must, _compile_condition(condition, searcher))]


def _compile_condition(condition: Condition, searcher: tantivy.Searcher) -> tantivy.Query:
    """Return the query for all that a condition matches, as this searcher sees the index."""
    match condition:
        case Not() | And():
            everything = (Occur.Must, tantivy.Query.all_query())
            return tantivy.Query.boolean_query([everything, *_clauses(condition, searcher)])
        case Or(operands):
            alternatives = [
                (Occur.Should, _compile_condition(operand, searcher)) for operand in operands
            ]
            return tantivy.Query.boolean_query(alternatives)
        case field_condition:
            return _field(field_condition, searcher)


def _field(condition: FieldCondition, searcher: tantivy.Searcher) -> tantivy.Query:
    match condition:
        case TextIn(path, values) if path == DOCUMENT_ID:
            names = [encodable(value) for value in values]
            return queries.any_of(schema.DOCUMENT, names)
        case TextIn(path, values):
            texts = [columns.stored_text(encodable(value)) for value in values if value]
            return queries.any_of(f"{schema.ATTRIBUTES}.{path}", texts)
        case IsTrue(path, value):
            return queries.any_of(f"{schema.ATTRIBUTES}.{path}", [value])
        case NumberIn(path, least, greatest):
            bounds = columns.stored_number(least), columns.stored_number(greatest)
            return queries.in_range(f"{schema.NUMBERS}.{path}", *bounds)
        case DateIn(path, first, last):
            return queries.in_range(f"{schema.DATES}.{path}", first, last)
        case Within(path, circle):
            return _within(path, circle, searcher)


def _within(path: str, circle: geo.Circle, searcher: tantivy.Searcher) -> tantivy.Query:
    """Cells inside the circle by their names; of cells on its edge the very places inside."""
    cover = geo.cover(circle)
    places = [
        term
        for cell in cover.border
        for term, _ in searcher.terms_with_prefix(schema.POINTS, f"{path}/{cell}")
        if circle.holds(columns.place_of(term))
    ]
    alternatives = [queries.any_of(schema.POINTS, places)]
    if cover.inside:
        pattern = f"{re.escape(path)}/({'|'.join(cover.inside)}).*"
        alternatives.append(tantivy.Query.regex_query(schema.SCHEMA, schema.POINTS, pattern))
    return tantivy.Query.boolean_query([(Occur.Should, query) for query in alternatives])
