"""What searches see of an index: its chunks as of one commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import tantivy

from emulator.retrieval.facets import Facet, FacetValue, count_facets
from emulator.retrieval.filters.compile import Filter, clauses, without_fields
from emulator.retrieval.idf import TermStatistics
from emulator.retrieval.index import queries, schema
from emulator.retrieval.index.chunks import Hit, Matches
from emulator.retrieval.index.selection import Selection
from emulator.retrieval.query import Query
from emulator.retrieval.ranking.boosted_matches import boosted_page
from emulator.retrieval.ranking.boosts import Boost
from emulator.retrieval.ranking.explanations import Part, explain
from emulator.retrieval.ranking.order_by import OrderKey, ordered_page
from emulator.retrieval.ranking.top_matches import Ranked, Ranking, browse, last_sequence, rank
from emulator.retrieval.spelling import nearest_term
from emulator.retrieval.text.analysis import encodable
from emulator.retrieval.text.compounds import Endings, compounds, has_compounds, parts
from emulator.retrieval.text.languages import language_of
from emulator.retrieval.text.question_terms import question_term
from emulator.retrieval.text.stemming import inflections, is_stemmed

_MOST_REMEMBERED = 50_000

# A word in more than this share of chunks, and in more than so many, is common. Pairs of two such
# words say little, and take longest to look for (measured on Cranfield, CACM, ADI and XQuAD:
# without them nDCG@10 is the same or better; of 100,000 chunks searches take half the time).
_COMMON = 0.05
_NEVER_COMMON = 100

# A compound of a word that is asked for counts for less than the word. To read all terms, which is
# done once after each commit, takes 0.2 s where there are so many chunks.
_COMPOUND = 0.5
_MOST_WITH_COMPOUNDS = 20_000

# Of a term that is written in several ways most are among so many chunks.
_EXAMPLES = 10


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Chunks that later writes do not change; safe for use from several threads.

    `documents` counts those that have them, `last_sequence` is the place of the last one, `endings`
    find compounds.
    """

    searcher: tantivy.Searcher
    generation: int
    documents: int
    last_sequence: int
    rarity: TermStatistics
    endings: Endings
    _documents: dict[int, str] = field(default_factory=dict)
    _nearest: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def take(cls, index: tantivy.Index, generation: int) -> Snapshot:
        """Look at the index as last reloaded."""
        searcher = index.searcher()
        documents = browse(searcher, queries.first_chunks(), 0, 0).total
        rarity = TermStatistics(searcher.num_docs, partial(_holding, searcher))
        endings = Endings(partial(_all_terms, searcher))
        return cls(searcher, generation, documents, last_sequence(searcher), rarity, endings)

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return int(self.searcher.num_docs)

    def search(
        self,
        query: Query | str,
        limit: int,
        offset: int = 0,
        filters: Sequence[Filter] = (),
        *,
        by_document: bool = False,
        order: Sequence[OrderKey] = (),
        boosts: Sequence[Boost] = (),
        scale: float | None = None,
    ) -> Matches:
        """Return the chunks from place `offset` on that match `query` and all `filters`.

        Or, `by_document`, the best chunk of each document that matches. Blank text matches all,
        in insertion order. An `order` takes the place of the ranking; without one `boosts` are
        added to the scores, as their shares of `scale` (of the best score, if it is not given).
        Both are over all that match. `total` is exact; of documents it is an estimate (within a
        few per cent) where they have several chunks and more of them match than were looked at.
        """
        selection = self._select(query, filters, by_document=by_document)
        if order:
            return self._matches(ordered_page(selection, order, limit, offset))
        if boosts:
            return self._matches(boosted_page(selection, boosts, limit, offset, scale))
        return self._matches(selection.page(limit, offset))

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
        counted: dict[Facet, list[FacetValue]] = {}
        for excluded in {facet.excluded for facet in facets}:
            kept = [without_fields(one, excluded) for one in filters]
            entries = self._select(query, kept, by_document=True).entries()
            alike = [facet for facet in facets if facet.excluded == excluded]
            values = count_facets(self.searcher, entries, alike)
            counted.update(zip(alike, values, strict=True))
        return [counted[facet] for facet in facets]

    def above(
        self, query: Query | str, filters: Sequence[Filter], least: float, *, by_document: bool
    ) -> tantivy.Query:
        """Return a filter for the documents, or the chunks, whose score is `least` or more."""
        return self._select(query, filters, by_document=by_document).above(least)

    def first_values(
        self, columns: Sequence[str], sequences: Sequence[int]
    ) -> dict[int, tuple[Any, ...]]:
        """Return the first values that documents have in some columns (`columns.key`), or None.

        Documents are told by their place in the index, as `Hit.sequence` is.
        """
        wanted = self._select("", [queries.of_sequences(sequences)], by_document=True)
        return wanted.values([f"{schema.KEYS}.{column}" for column in columns])

    def examples_of(self, term: str) -> Sequence[Hit]:
        """Return the chunks that hold `term` above all, some at the most."""
        ranking = rank(self.searcher, queries.of_term(term), _EXAMPLES, by_document=False)
        return self._matches(ranking).hits

    def explain(self, query: Query, hit: Hit) -> list[Part]:
        """Return what the score of a hit is made of."""
        place = queries.of_place(hit.sequence, hit.ordinal)
        found = self.searcher.search(place, 1, count=False).hits
        wanted = self._weighed(query)
        return [part for _, address in found for part in explain(self.searcher, wanted, address)]

    @property
    def idf(self) -> Callable[[str], float]:
        """The inverse document frequency of a term as BM25 weighs it (natural logarithm).

        It is above 0, and highest for a term that no chunk holds.
        """
        return self.rarity.idf

    @property
    def document_frequency(self) -> Callable[[str], int]:
        """How many chunks hold a term (as `analysis.terms` gives it).

        Chunks that were replaced count until Tantivy merges their segment.
        """
        return self.rarity.frequency

    def terms_beginning_with(self, prefix: str) -> list[str]:
        """Return the terms of the texts that begin with `prefix`, in order."""
        found = self.searcher.terms_with_prefix(schema.TEXT, encodable(prefix))
        return [term for term, _ in found]

    def nearest_term(self, term: str) -> str | None:
        """Return the term of the texts that one which none has may be meant to be, if any.

        A misspelling is often not the only one.
        """
        wanted = encodable(term)
        if wanted not in self._nearest:
            if len(self._nearest) >= _MOST_REMEMBERED:
                self._nearest.clear()
            frequency = partial(self.searcher.doc_freq, schema.TEXT)
            self._nearest[wanted] = nearest_term(wanted, frequency, self.terms_beginning_with)
        return self._nearest[wanted]

    def _weighed(self, query: Query | str) -> Query:
        """Return what of a query counts: not pairs of words that are both common.

        Pairs in scripts without spaces stay, as characters are common and words are made of them.
        A question that a text asks itself counts as a whole, too.
        """
        wanted = Query.parse(query) if isinstance(query, str) else query
        most = max(self.chunks * _COMMON, _NEVER_COMMON)
        asked = question_term(wanted.text)
        if asked and self.document_frequency(asked):
            wanted = replace(wanted, question=asked)
        return self._inflected(wanted).with_pairs(
            lambda pair: (
                not "".join(pair).isascii() or min(map(self.document_frequency, pair)) <= most
            )
        )

    def _inflected(self, query: Query) -> Query:
        """Return the query where other forms may stand for words of a language with a stemmer.

        So may compounds of a word, and the parts of one; for less, if there is the word itself.
        """
        tag = language_of(query.text)
        for term in query.terms if is_stemmed(tag) else ():
            others = inflections(term, tag, self.terms_beginning_with)
            query = query.with_completions(term, others)
            if has_compounds(tag):
                is_known = others or self.document_frequency(term)
                weight = _COMPOUND if is_known else 1.0
                query = query.with_completions(term, self._related(term, tag), weight)
        return query

    def _related(self, term: str, tag: str) -> list[str]:
        """The compounds of a term, and the parts of one."""
        made_of = parts(term, tag, self.document_frequency, self.terms_beginning_with)
        return [*compounds(term, tag, self.endings.containing), *made_of]

    def _select(
        self, query: Query | str, filters: Sequence[Filter], *, by_document: bool
    ) -> Selection:
        restrictions = tuple(clauses(filters, self.searcher))
        wanted = self._weighed(query)
        return Selection(
            self.searcher, self.documents, self.last_sequence, wanted, restrictions, by_document
        )

    def _matches(self, ranking: Ranking) -> Matches:
        hits = [
            Hit(
                self._document(match),
                schema.ordinal_of(match.position),
                match.score,
                match.boost,
                match.keys,
                match.sequence,
            )
            for match in ranking.best
        ]
        return Matches(hits, ranking.total)

    def _document(self, match: Ranked) -> str:
        """Return the id of a match's document; the same ones are found again and again."""
        known = self._documents.get(match.sequence)
        if known is None:
            known = str(self.searcher.doc(match.address)[schema.DOCUMENT][0])
            if len(self._documents) < _MOST_REMEMBERED:
                self._documents[match.sequence] = known
        return known


def _all_terms(searcher: tantivy.Searcher) -> list[str]:
    if searcher.num_docs > _MOST_WITH_COMPOUNDS:
        return []
    return [term for term, _ in searcher.terms_with_prefix(schema.TEXT, "")]


def _holding(searcher: tantivy.Searcher, term: str) -> int:
    return int(searcher.doc_freq(schema.TEXT, encodable(term)))
