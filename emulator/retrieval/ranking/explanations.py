"""What a chunk's BM25 score is made of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import tantivy

from emulator.retrieval.index import queries
from emulator.retrieval.query import Query

# How Tantivy's explanation of a term or a phrase begins to describe each figure.
_FIGURES = {
    "frequency": "freq, ",
    "chunks": "n, ",
    "idf": "idf",
    "length": "dl, ",
    "average_length": "avgdl, ",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A word, a pair of neighbours, a phrase or the whole question of the query, and what it adds
    to the score.

    The figures are those of BM25: the occurrences in the chunk, the chunks that have it (words
    only), its inverse document frequency, the chunk's length and that of all on average, in tokens.
    """

    kind: str
    text: str
    weight: float
    score: float
    figures: Mapping[str, float]


def explain(
    searcher: tantivy.Searcher, query: Query, address: tantivy.DocAddress
) -> Iterator[Part]:
    """Yield the parts of a query that a chunk has, in the order of the query."""
    for kind, words, weight in _wanted(query):
        try:
            found = queries.phrase(words).explain(searcher, address)
        except ValueError:  # The chunk does not have it.
            continue
        tree = json.loads(found.to_json())
        figures = dict(_figures(tree))
        text = query.text if kind == "question" else " ".join(words)
        yield Part(kind, text, weight, round(tree["value"] * weight, 4), figures)


def _wanted(query: Query) -> Iterator[tuple[str, tuple[str, ...], float]]:
    for group in query.groups:
        yield from (("word", (word,), weight) for word, weight in group.words.items())
        yield from (("pair", pair, weight) for pair, weight in group.pairs.items())
        yield from (("phrase", phrase, 1.0) for phrase in group.phrases)
    if query.question:
        yield "question", (query.question,), 1.0


def _figures(node: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    for name, beginning in _FIGURES.items():
        if node["description"].startswith(beginning):
            yield name, round(node["value"], 4)
    for inner in node.get("details", ()):
        yield from _figures(inner)
