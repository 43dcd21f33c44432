"""The search index of one branch."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import tantivy

from emulator.retrieval import folder, schema
from emulator.retrieval.analysis import encodable
from emulator.retrieval.boosted import boosted_page
from emulator.retrieval.boosts import Boost
from emulator.retrieval.chunks import Hit, IndexedChunk, Matches
from emulator.retrieval.explanations import Part, explain
from emulator.retrieval.facets import Facet, FacetValue, count_facets
from emulator.retrieval.filters.compile import Filter, clauses, without
from emulator.retrieval.ordering import OrderKey, ordered_page
from emulator.retrieval.query import Query
from emulator.retrieval.ranking import Ranking, browse, last_sequence, rank
from emulator.retrieval.rarity import inverse_document_frequency
from emulator.retrieval.selection import Selection
from emulator.retrieval.spelling import nearest_term

# One thread keeps the order of chunks and the number of segments small; Tantivy writes a segment
# whenever this much memory is full.
_WRITER_BYTES = 64_000_000

_MOST_REMEMBERED = 50_000

# A word in more than this share of chunks, and in more than so many, is common. Pairs of two such
# words say little, and take longest to look for (measured on Cranfield, CACM, ADI and XQuAD:
# without them nDCG@10 is the same or better; of 100,000 chunks searches take half the time).
_COMMON = 0.05
_NEVER_COMMON = 100


class IndexBusy(RuntimeError):
    """Another process writes to the index's folder."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """What searches see: the index as of one commit."""

    searcher: tantivy.Searcher
    generation: int
    documents: int
    last_sequence: int
    frequencies: dict[str, int] = field(default_factory=dict)
    nearest: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def take(cls, index: tantivy.Index, generation: int) -> _Snapshot:
        """Look at the index as last reloaded."""
        searcher = index.searcher()
        documents = browse(searcher, schema.first_chunks(), 0, 0).total
        return cls(searcher, generation, documents, last_sequence(searcher))

    def idf(self, term: str) -> float:
        """Weigh a term."""
        return inverse_document_frequency(self.searcher.num_docs, self.frequency(term))

    def nearest_term(self, term: str) -> str | None:
        """Find the term that one may be meant to be; a misspelling is often not the only one."""
        if term not in self.nearest:
            if len(self.nearest) >= _MOST_REMEMBERED:
                self.nearest.clear()
            frequency = partial(self.searcher.doc_freq, schema.TEXT)
            self.nearest[term] = nearest_term(term, frequency, self.terms_beginning_with)
        return self.nearest[term]

    def terms_beginning_with(self, prefix: str) -> list[str]:
        """List the terms of the texts that begin with a prefix."""
        found = self.searcher.terms_with_prefix(schema.TEXT, encodable(prefix))
        return [term for term, _ in found]

    def frequency(self, term: str) -> int:
        """Count the chunks that hold a term; the same ones are asked for again and again."""
        known = self.frequencies.get(term)
        if known is None:
            known = int(self.searcher.doc_freq(schema.TEXT, encodable(term)))
            if len(self.frequencies) < _MOST_REMEMBERED:
                self.frequencies[term] = known
        return known

    def weighed(self, query: Query | str) -> Query:
        """Return what of a query counts: not pairs of words that are both common.

        Pairs in scripts without spaces stay, as characters are common and words are made of them.
        """
        wanted = Query.parse(query) if isinstance(query, str) else query
        most = max(self.searcher.num_docs * _COMMON, _NEVER_COMMON)
        return wanted.with_pairs(
            lambda pair: not "".join(pair).isascii() or min(map(self.frequency, pair)) <= most
        )

    def select(
        self, query: Query | str, filters: Sequence[Filter], *, by_document: bool
    ) -> Selection:
        """Tell what a text and filters select."""
        wanted = self.weighed(query)
        restrictions = tuple(clauses(filters, self.searcher))
        return Selection(self.searcher, self.documents, wanted, restrictions, by_document)


class ChunkIndex:
    """A Tantivy index of chunks; writes are seen by searches from the next commit on.

    Safe for use from several threads: writes wait for each other, searches run beside them.
    """

    def __init__(self, opened: folder.Opened, path: Path | None) -> None:
        self._index = opened.index
        self._path = path
        self._lock = threading.Lock()
        self._writer: tantivy.IndexWriter | None = None
        self._snapshot = _Snapshot.take(opened.index, opened.generation)
        self._pending: dict[str, int | None] = {}
        self._cleared = False
        self._next_sequence = self._snapshot.last_sequence + 1

    @classmethod
    def open(cls, path: Path | None) -> ChunkIndex:
        """Open or create the index in folder `path`; None keeps it in memory.

        A damaged folder, or one of another version, is emptied and has generation 0.
        """
        return cls(folder.open_index(path), path)

    @property
    def generation(self) -> int:
        """The number of the last commit; 0 when the index is new."""
        return self._snapshot.generation

    @property
    def chunks(self) -> int:
        """How many chunks searches see."""
        return int(self._snapshot.searcher.num_docs)

    @property
    def uncommitted(self) -> int:
        """How many documents were written or deleted since the last commit."""
        return len(self._pending)

    def replace(self, document_id: str, chunks: Sequence[IndexedChunk]) -> None:
        """Put `chunks` in place of the document's; it keeps its place in insertion order.

        A document without text is found when browsing if it is given one chunk of empty text.
        Raises IndexBusy if another process writes to the folder.
        """
        with self._lock:
            known = self._sequence(document_id)
            if known is None and not chunks:
                return
            sequence = self._next_sequence if known is None else known
            entries = list(schema.entries(chunks, sequence))
            writer = self._open_writer()
            if known is not None:
                writer.delete_documents_by_term(schema.DOCUMENT, document_id)
            for entry in entries:
                writer.add_document(entry)
            self._next_sequence = max(self._next_sequence, sequence + 1)
            self._pending[document_id] = sequence if chunks else None

    def delete(self, document_id: str) -> None:
        """Remove the document's chunks, if there are any."""
        self.replace(document_id, [])

    def clear(self) -> None:
        """Remove every chunk."""
        with self._lock:
            # delete_all_documents would miss chunks that are still in the writer's memory.
            self._open_writer().delete_documents_by_query(tantivy.Query.all_query())
            self._pending = {}
            self._cleared = True
            self._next_sequence = 0

    def commit(self, generation: int) -> None:
        """Make all writes durable and visible, and remember `generation` with them."""
        with self._lock:
            if self._writer is not None:
                self._writer.commit()
                self._index.reload()
            if self._path is not None:
                folder.write_marker(self._path, generation)
            self._snapshot = _Snapshot.take(self._index, generation)
            self._forget_pending()

    def close(self) -> None:
        """Let go of the folder; writes since the last commit are lost."""
        with self._lock:
            self._writer = None
            self._forget_pending()

    def search(
        self,
        query: Query | str,
        limit: int,
        offset: int = 0,
        filters: Sequence[Filter] = (),
        *,
        order: Sequence[OrderKey] = (),
        boosts: Sequence[Boost] = (),
        scale: float | None = None,
    ) -> Matches:
        """Return the chunks from place `offset` on that match `query` and all `filters`.

        Blank text matches all, in insertion order. An `order` takes the place of the ranking;
        without one `boosts` are added to the scores, as their shares of `scale` (of the best
        score, if it is not given). Both are over all that match. `total` is exact.
        """
        snapshot = self._snapshot
        selection = snapshot.select(query, filters, by_document=False)
        return _page(snapshot, _ranking(selection, limit, offset, order, boosts, scale))

    def documents(
        self,
        query: Query | str,
        limit: int,
        offset: int = 0,
        filters: Sequence[Filter] = (),
        *,
        order: Sequence[OrderKey] = (),
        boosts: Sequence[Boost] = (),
        scale: float | None = None,
    ) -> Matches:
        """Return the best chunk of each document that matches, as `search` does chunks.

        `total` counts documents; it is an estimate (within a few per cent) only where documents
        have several chunks and more of them match than were looked at.
        """
        snapshot = self._snapshot
        selection = snapshot.select(query, filters, by_document=True)
        return _page(snapshot, _ranking(selection, limit, offset, order, boosts, scale))

    def best_score(self, query: Query | str, filters: Sequence[Filter] = ()) -> float:
        """Return the score of the best match, 0 if there is none."""
        hits = self.search(query, 1, filters=filters).hits
        return hits[0].score if hits else 0.0

    def facets(
        self, query: Query | str, facets: Sequence[Facet], filters: Sequence[Filter] = ()
    ) -> list[list[FacetValue]]:
        """Return the counts of each facet's values over the documents that match.

        A facet counts without those filters, or parts of filters, that are on fields it excludes.
        `facets.shown` makes of the counts what is to be shown.
        """
        snapshot = self._snapshot
        counted: dict[Facet, list[FacetValue]] = {}
        for excluded in {facet.excluded for facet in facets}:
            kept = [without(one, excluded) for one in filters]
            entries = snapshot.select(query, kept, by_document=True).entries()
            alike = [facet for facet in facets if facet.excluded == excluded]
            values = count_facets(snapshot.searcher, entries, alike)
            counted.update(zip(alike, values, strict=True))
        return [counted[facet] for facet in facets]

    def above(
        self, query: Query | str, filters: Sequence[Filter], least: float, *, by_document: bool
    ) -> tantivy.Query:
        """Return a filter for the documents, or the chunks, whose score is `least` or more."""
        selection = self._snapshot.select(query, filters, by_document=by_document)
        return selection.above(least)

    def first_values(
        self, columns: Sequence[str], sequences: Sequence[int]
    ) -> dict[int, tuple[Any, ...]]:
        """Return the first values that documents have in some columns (`columns.key`), or None.

        Documents are told by their place in the index, as `Hit.sequence` is.
        """
        snapshot = self._snapshot
        wanted = snapshot.select("", [schema.of_sequences(sequences)], by_document=True)
        return wanted.values([f"{schema.KEYS}.{column}" for column in columns])

    def document_frequency(self, term: str) -> int:
        """Return how many chunks hold `term` (as `analysis.terms` gives it).

        Chunks that were replaced count until Tantivy merges their segment.
        """
        return self._snapshot.frequency(term)

    def terms_beginning_with(self, prefix: str) -> list[str]:
        """Return the terms of the texts that begin with `prefix`, in order."""
        return self._snapshot.terms_beginning_with(prefix)

    def nearest_term(self, term: str) -> str | None:
        """Return the term of the texts that one which none has may be meant to be, if any."""
        return self._snapshot.nearest_term(encodable(term))

    def example_of(self, term: str) -> Hit | None:
        """Return a chunk that holds `term`; None if there is none."""
        snapshot = self._snapshot
        ranking = rank(snapshot.searcher, schema.of_term(term), 1, by_document=False)
        return next(iter(_page(snapshot, ranking).hits), None)

    def explain(self, query: Query, hit: Hit) -> list[Part]:
        """Return what the score of a hit is made of; nothing if it is gone."""
        searcher = self._snapshot.searcher
        found = searcher.search(schema.of_place(hit.sequence, hit.ordinal), 1, count=False).hits
        wanted = self._snapshot.weighed(query)
        return [part for _, address in found for part in explain(searcher, wanted, address)]

    def idf(self, term: str) -> float:
        """Return the inverse document frequency of `term` as BM25 weighs it (natural logarithm).

        It is above 0, and highest for a term that no chunk holds.
        """
        return self._snapshot.idf(term)

    def _open_writer(self) -> tantivy.IndexWriter:
        if self._writer is None:
            try:
                self._writer = self._index.writer(_WRITER_BYTES, num_threads=1)
            except ValueError as error:
                if "LockBusy" not in str(error):
                    raise
                raise IndexBusy(f"another process writes to the index in {self._path}") from error
        return self._writer

    def _sequence(self, document_id: str) -> int | None:
        """The document's place in insertion order, uncommitted writes included."""
        if document_id in self._pending:
            return self._pending[document_id]
        searcher = self._snapshot.searcher
        if self._cleared or not searcher.doc_freq(schema.DOCUMENT, document_id):
            return None
        found = browse(searcher, schema.of_document(document_id), 1, 0).best
        return found[0].sequence if found else None

    def _forget_pending(self) -> None:
        self._pending = {}
        self._cleared = False
        self._next_sequence = self._snapshot.last_sequence + 1


def _ranking(
    selection: Selection,
    limit: int,
    offset: int,
    order: Sequence[OrderKey],
    boosts: Sequence[Boost],
    scale: float | None,
) -> Ranking:
    if order:
        return ordered_page(selection, order, limit, offset)
    if boosts:
        return boosted_page(selection, boosts, limit, offset, scale)
    return selection.page(limit, offset)


def _page(snapshot: _Snapshot, ranking: Ranking) -> Matches:
    hits = [
        Hit(
            snapshot.searcher.doc(match.address)[schema.DOCUMENT][0],
            schema.ordinal_of(match.position),
            match.score,
            match.boost,
            match.keys,
            match.sequence,
        )
        for match in ranking.best
    ]
    return Matches(hits, ranking.total)
