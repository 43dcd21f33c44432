"""The fields of an index, and how chunks are told to Tantivy."""

from __future__ import annotations

from typing import Any, TypeAlias

import orjson
import tantivy

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.index.chunks import IndexedDocument
from emulator.retrieval.index.columns import Columns
from emulator.retrieval.text import analysis
from emulator.retrieval.text.question_terms import question_terms

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
    values = Columns.of(Attributes.of(document.values))
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
