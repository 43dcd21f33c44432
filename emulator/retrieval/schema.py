"""The fields of an index, and how chunks and queries are told to Tantivy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import orjson
import tantivy
from tantivy import Occur

from emulator.retrieval import analysis
from emulator.retrieval.attributes import Attributes
from emulator.retrieval.chunks import IndexedDocument
from emulator.retrieval.columns import Columns
from emulator.retrieval.query import Group, Pair, Query
from emulator.retrieval.questions import question_terms

# Raise it whenever the fields or the analysis change: older folders are then rebuilt.
FORMAT = 8

DOCUMENT = "document"  # the document's id
SEQUENCE = "sequence"  # the document's place in insertion order
POSITION = "position"  # the chunk's place in insertion order: sequence, then ordinal
TEXT = "text"  # title and text, and the terms of questions in them
# Structured data; address a field as "attrs.path".
ATTRIBUTES = "attrs"  # texts and truth values
# What is made of it stands in one field: every field that has terms makes a commit longer.
_VALUES = "values"
FIRST = f"{_VALUES}.first"  # whether it is the first chunk of a document
NUMBERS = f"{_VALUES}.numbers"  # as `columns.stored_number` has them
DATES = f"{_VALUES}.dates"  # microseconds since the epoch
KEYS = f"{_VALUES}.keys"  # the first value of each field by its `columns.key`; not for search
POINTS = "points"  # places, as `Columns.points` has them

# What an index is to hold of a chunk, by field.
Entry: TypeAlias = dict[str, Any]

# An entry as Tantivy takes it: JSON or a document.
Record: TypeAlias = str | tantivy.Document

# A part of a boolean query: whether it must match or must not.
Clause: TypeAlias = tuple[Occur, tantivy.Query]

# A set of terms is looked for among all terms of the field: so many are found faster one by one.
_FEW = 200

# Words beyond so many are faster to look up together, however few chunks they are looked up in.
_MOST_ALONE = 32

_ORDINAL_BITS = 24
_ORDINAL_MASK = (1 << _ORDINAL_BITS) - 1
_ANALYZER = "chunk_text"
_UNSEARCHED = "unsearched"

# Titles are short and say what a text is about: counted twice they rank better (measured on
# Cranfield, CACM and ADI; three times is no better than twice).
_TITLE_REPEATS = 2


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field(DOCUMENT, stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field(SEQUENCE, fast=True, indexed=True)
    builder.add_unsigned_field(POSITION, fast=True, indexed=True)
    builder.add_text_field(TEXT, tokenizer_name=_ANALYZER)
    for name, tokenizer in ((ATTRIBUTES, "raw"), (_VALUES, _UNSEARCHED)):
        builder.add_json_field(
            name,
            fast=True,
            tokenizer_name=tokenizer,
            index_option="basic",
            expand_dots_enabled=True,
        )
    builder.add_text_field(POINTS, tokenizer_name="raw", index_option="basic")
    return builder.build()


SCHEMA = _schema()

# Ranges of a JSON field's numbers can only be written as text, which an index parses.
_PARSER = tantivy.Index(SCHEMA)


def register_analyzers(index: tantivy.Index) -> None:
    """Teach `index` the analysis of this package; an index forgets it when closed."""
    index.register_tokenizer(_ANALYZER, analysis.SIMPLE_ANALYZER)
    # The fast field keeps texts as they are; that no terms are made of them saves time.
    whole = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw()).build()
    index.register_fast_field_tokenizer(_UNSEARCHED, whole)
    dropping = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    index.register_tokenizer(_UNSEARCHED, dropping.filter(tantivy.Filter.remove_long(0)).build())


def entries(document: IndexedDocument) -> list[Entry]:
    """Return what an index is to hold of a document's chunks."""
    values = Columns.of(Attributes.read(document.attributes))
    title = analysis.normalize(document.title)
    return [
        _entry(document, values, ordinal, _searched(title, analysis.normalize(text)))
        for ordinal, text in enumerate(document.texts)
    ]


def _searched(title: str, text: str) -> list[str]:
    return [*[title] * _TITLE_REPEATS, text, *question_terms(title), *question_terms(text)]


def _entry(document: IndexedDocument, values: Columns, ordinal: int, texts: list[str]) -> Entry:
    return {
        DOCUMENT: document.id,
        SEQUENCE: document.sequence,
        POSITION: position_of(document.sequence, ordinal),
        TEXT: texts,
        ATTRIBUTES: values.texts,
        _VALUES: {
            "first": ordinal == 0,
            "numbers": values.numbers,
            "dates": values.dates,
            "keys": values.keys,
        },
        POINTS: values.points,
    }


def record(entry: Entry) -> Record:
    """Return an entry for `add`: as JSON, which takes two thirds of the time, if Tantivy is to cut
    its texts.

    It is to cut those for which its own tokenizer does what the pattern of `analysis` does.
    """
    if all(map(analysis.is_simple, entry[TEXT])):
        return orjson.dumps(entry).decode()
    document = tantivy.Document.from_dict({**entry, TEXT: []}, SCHEMA)
    for value in entry[TEXT]:
        _add_text(document, value)
    return document


def add(writer: tantivy.IndexWriter, one: Record) -> None:
    """Write a record."""
    if isinstance(one, str):
        writer.add_json(one)
    else:
        writer.add_document(one)


def _add_text(document: tantivy.Document, value: str) -> None:
    if analysis.is_simple(value):
        document.add_text(TEXT, value)
    else:
        document.add_pre_tokenized_text(TEXT, analysis.UNICODE_ANALYZER.pre_tokenize(value))


def position_of(sequence: int, ordinal: int) -> int:
    """Return the position of a document's chunk."""
    return sequence << _ORDINAL_BITS | ordinal & _ORDINAL_MASK


def sequence_of(position: int) -> int:
    """Return the document's sequence number of a chunk's position."""
    return position >> _ORDINAL_BITS


def ordinal_of(position: int) -> int:
    """Return the chunk's ordinal of its position."""
    return position & _ORDINAL_MASK


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
    groups = [group for alternative in query.alternatives for group in alternative]
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
