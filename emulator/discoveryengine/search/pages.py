"""Which part of the results a SearchRequest asks for."""

from __future__ import annotations

from typing import NamedTuple

from emulator.discoveryengine.retrieval import search_result_mode
from emulator.discoveryengine.retrieval.retriever import Results, Retriever
from emulator.resources import paging
from emulator.retrieval.query import Query
from emulator.surface.registry import Message


class Page(NamedTuple):
    """So many results from this place on, of documents or of chunks."""

    size: int
    offset: int
    by_chunk: bool

    @classmethod
    def of(cls, request: Message) -> Page:
        """The page of a request; `offset` counts only without a token, as documented."""
        offset = int(request.offset)
        if request.page_token:
            offset = paging.decode_offset(request.page_token, request)
        return cls(
            paging.page_size(request.page_size, 50, 100),
            offset,
            search_result_mode.is_by_chunk(request.content_search_spec),
        )

    def of_results(self, retriever: Retriever, query: Query) -> Results:
        """The page of what a query finds."""
        search = retriever.chunks if self.by_chunk else retriever.documents
        return search(query, self.size, self.offset)
