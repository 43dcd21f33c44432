"""What a text and filters select of an index as of one commit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any, NamedTuple

import tantivy
from tantivy import Occur

from emulator.retrieval.index import queries, schema
from emulator.retrieval.query import Query
from emulator.retrieval.ranking.top_matches import Ranked, Ranking, above, browse, rank

# The most that `keys` yields at once.
BATCH = 10_000
# Tantivy takes 16 sources for a composite aggregation, of which the identity is one.
MOST_SOURCES = 15

# Tantivy gives up on an aggregation of more than 65,000 buckets.
MOST_BUCKETS = 60_000

# With so many chunks a document on average, few documents are told by their first one.
_MANY_CHUNKS = 4

# Up to this number of matching chunks, their documents are counted rather than estimated.
_COUNTED = 500

_VALUE = "value"
_ALL_CHUNKS = {"value_count": {"field": schema.POSITION}}

# Tantivy scores a union of words twice as fast as one of words and pairs of neighbours, which few
# chunks have. Of many chunks it is faster to look for those once more: by a twenty-fifth of 20,000,
# by a fifth of 100,000 (retrieval of Cranfield's queries).
_FEW_CHUNKS = 10_000


class Batch(NamedTuple):
    """Some of what matches by its values and identity, and the number of all chunks that match."""

    keys: list[dict[str, Any]]
    chunks: int


@dataclass(frozen=True)
class Selection:
    """Chunks that match, or documents (`by_document`), each by its best chunk.

    `documents` is the number of all that the searcher sees, `last_sequence` the place of the last.
    """

    searcher: tantivy.Searcher
    documents: int
    last_sequence: int
    query: Query
    restrictions: tuple[queries.Clause, ...]
    by_document: bool

    @property
    def identity(self) -> str:
        """The field that tells the selected apart: documents or chunks."""
        return schema.SEQUENCE if self.by_document else schema.POSITION

    @cached_property
    def scored(self) -> tantivy.Query:
        """The query for the chunks that match; of blank text, for one chunk of a document."""
        if not self.query.is_blank:
            wanted = queries.matching(self.query)
        elif self.by_document:
            wanted = queries.first_chunks()
        else:
            wanted = tantivy.Query.all_query()
        return queries.within(wanted, self.restrictions)

    @cached_property
    def unpaired(self) -> Selection:
        """The selection of the same chunks by the same words, of which no two count as a pair."""
        return replace(self, query=self.query.with_pairs(lambda _: False))

    @cached_property
    def unscored(self) -> tantivy.Query:
        """The query for the same chunks without their scores, for which pairs need no look."""
        return tantivy.Query.const_score_query(self.unpaired.scored, 0.0)

    def narrowed(self, *restrictions: queries.Clause) -> Selection:
        """Return the selection of what these restrictions allow too."""
        return replace(self, restrictions=self.restrictions + restrictions)

    def page(self, limit: int, offset: int = 0) -> Ranking:
        """Return the best from place `offset` on, or in insertion order if the text is blank."""
        if self.query.is_blank:
            return browse(self.searcher, self.scored, limit, offset)
        ranking = self.ranked(limit + offset)
        return replace(self.counted(ranking), best=ranking.best[offset:])

    def ranked(self, needed: int) -> Ranking:
        """Return the `needed` best; the total is of chunks unless the ranking is complete."""
        if self.query.is_blank:
            return browse(self.searcher, self.scored, needed, 0)
        search = partial(rank, self.searcher, needed=needed, by_document=self.by_document)
        pairs = self.query.pairs
        if not pairs or self.searcher.num_docs <= _FEW_CHUNKS:
            return search(self.scored)
        paired = self.unpaired.summed(queries.any_pair(pairs))
        return search(self.unpaired.scored, raising=paired)

    def summed(self, candidates: tantivy.Query) -> tantivy.Query:
        """Return the query for a few chunks that match, with scores of their own added."""
        return queries.summed(queries.within(candidates, self.restrictions), self.query)

    def counted(self, ranking: Ranking) -> Ranking:
        """Return a ranking that is not complete with its chunks counted as documents.

        Of few matches the documents are counted. Many are taken to be spread over documents as all
        chunks are: to count them would take longer than the search.
        """
        several = self.by_document and self.documents < self.searcher.num_docs
        if ranking.complete or self.query.is_blank or not several:
            return ranking
        if ranking.chunks <= _COUNTED:
            estimate = self.searcher.cardinality(self.unscored, schema.SEQUENCE)
        else:
            estimate = ranking.chunks * self.documents / self.searcher.num_docs
        total = min(max(round(estimate), len(ranking.best)), ranking.chunks)
        return replace(ranking, total=total)

    def identify(self, match: Ranked) -> int:
        """Return the match's value of the field `identity`."""
        return match.sequence if self.by_document else match.position

    def without_text(self) -> Selection:
        """Return the selection of all that the restrictions allow."""
        return replace(self, query=Query.parse(""))

    def among(self, identities: list[int]) -> Selection:
        """Return the selection of what has one of these identities."""
        return self.narrowed((Occur.Must, queries.any_of(self.identity, identities)))

    def only(self, identities: list[int]) -> list[Ranked]:
        """Return the matches of these identities, in their order."""
        needed = len(identities)
        if self.query.is_blank or self.searcher.num_docs <= _FEW_CHUNKS:
            ranking = self.among(identities).ranked(needed)
        else:
            wanted = tantivy.Query.const_score_query(queries.any_of(self.identity, identities), 0.0)
            summed = self.summed(wanted)
            ranking = rank(self.searcher, summed, needed, by_document=self.by_document)
        found = {self.identify(match): match for match in ranking.best}
        return [found[identity] for identity in identities]

    def identities(self) -> list[int]:
        """Return the identity of every match, more than once if several of its chunks match."""
        most = max(self.searcher.num_docs, 1)
        found = self.searcher.search(self.unscored, most, count=False)
        return self._identities([address for _, address in found.hits])

    def above(self, least: float) -> tantivy.Query:
        """Return the query for those whose score is `least` or more."""
        identities = self._identities(above(self.searcher, self.scored, least))
        return queries.any_of(self.identity, list(dict.fromkeys(identities)))

    def _identities(self, addresses: list[tantivy.DocAddress]) -> list[int]:
        values = self.searcher.fast_field_values(self.identity, addresses)
        return [int(value or 0) for value in values]

    def values(self, columns: Sequence[str]) -> dict[int, tuple[Any, ...]]:
        """Return the values that matches have in some columns, by identity."""
        found: dict[int, tuple[Any, ...]] = {}
        for start in range(0, len(columns), MOST_SOURCES):
            fields = {
                f"{_VALUE}{number}": column
                for number, column in enumerate(columns[start : start + MOST_SOURCES])
            }
            sources = [
                {name: {"terms": {"field": column, "missing_bucket": True}}}
                for name, column in fields.items()
            ]
            for key in chain.from_iterable(batch.keys for batch in self.keys(sources, BATCH)):
                identity = int(key[self.identity])
                found[identity] = (*found.get(identity, ()), *map(key.get, fields))
        return found

    def integers(self, column: str) -> dict[int, int]:
        """Return the integer that matches have in a column, by identity: of 10,000 at most."""
        [batch] = islice(self.keys([{_VALUE: {"terms": {"field": column}}}], BATCH), 1)
        return {int(key[self.identity]): int(key[_VALUE]) for key in batch.keys}

    def keys(self, sources: Sequence[Mapping[str, object]], size: int) -> Iterator[Batch]:
        """Yield what matches by the values of `sources` (of a composite aggregation) in order.

        Each key has the identity too, last in order. It comes in batches of `size`, which may be
        10,000 at most: Tantivy gives up on results beyond 65,000 buckets.
        """
        identity = {self.identity: {"terms": {"field": self.identity}}}
        request: dict[str, object] = {"size": size, "sources": [*sources, identity]}
        wanted = {"keys": {"composite": request}, "chunks": _ALL_CHUNKS}
        while True:
            found = self.searcher.aggregate(self.unscored, wanted)
            buckets = found["keys"]["buckets"]
            yield Batch([bucket["key"] for bucket in buckets], int(found["chunks"]["value"]))
            if len(buckets) < size:
                return
            request["after"] = found["keys"]["after_key"]

    def entries(self) -> tantivy.Query:
        """Return the query for one chunk of each document, or for the chunks, that match."""
        one_each = self.query.is_blank or self.documents == self.searcher.num_docs
        if one_each or not self.by_document:
            return self.unscored
        if self.searcher.num_docs < _MANY_CHUNKS * self.documents:
            # Most documents are told by their first chunk; only those of later ones are listed.
            later = (Occur.Must, queries.later_chunks())
            listed = queries.of_sequences(list(self.narrowed(later)._sequences()))
            matching = [(Occur.Should, self.unscored), (Occur.Should, listed)]
            return tantivy.Query.boolean_query([*matching, (Occur.MustNot, later[1])])
        sequences = list(self._sequences())
        if len(sequences) == self.documents:
            return queries.first_chunks()
        wanted = (Occur.Must, queries.of_sequences(sequences))
        return queries.within(queries.first_chunks(), [wanted])

    def _sequences(self) -> Iterator[int]:
        """Yield the place of each document of which a chunk matches, once."""
        terms = {"terms": {"field": schema.SEQUENCE, "size": MOST_BUCKETS}}
        for part in self._parts():
            found = self.searcher.aggregate(part.unscored, {"documents": terms})
            yield from (int(bucket["key"]) for bucket in found["documents"]["buckets"])

    def _parts(self) -> Iterator[Selection]:
        """Yield the selection in parts of no more documents than an aggregation tells apart."""
        if self.documents <= MOST_BUCKETS:
            yield self
            return
        for first in range(0, self.last_sequence + 1, MOST_BUCKETS):
            within = queries.between_sequences(first, first + MOST_BUCKETS - 1)
            yield self.narrowed((Occur.Must, within))
