"""Query expansion: where a query finds too little, any of its words and words of their families."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.retriever import Found, Results, Retriever
from emulator.discoveryengine.retrieval.scope.filters import filters
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.discoveryengine.search.pages import Page
from emulator.retrieval.query import Query
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

# With fewer results than this a query is expanded.
_ENOUGH = 5

_MOST_PINNED = 100
_SHORTEST_STEM = 4
_LARGEST_FAMILY = 10


def is_requested(request: Message) -> bool:
    """Whether a SearchRequest asks for expansion where it is needed."""
    auto = de.SearchRequest.QueryExpansionSpec.AUTO
    return bool(request.query_expansion_spec.condition == auto)


def expanded_query(
    environment: Environment, request: Message, scopes: Scopes, retriever: Retriever
) -> Query | None:
    """The wider query; None if the query finds enough, or no more when it is wider.

    What is enough is told by a canonical filter, if there is one, instead of the filter.
    """
    query = Query.parse(request.query)
    if query.is_blank or _count(environment, request, scopes, query) >= _ENOUGH:
        return None
    wider = query.with_related_words(lambda term: _family(term, retriever))
    before, after = (retriever.documents(one, 0, 0).total for one in (query, wider))
    return wider if after > before else None


def pinned_page(
    retriever: Retriever, query: Query, wider: Query, page: Page
) -> tuple[Results, int]:
    """A page of what the query finds, then of what only the wider one does; how many come first."""
    end = page.offset + page.size
    first = Page(_MOST_PINNED, 0, page.by_chunk).of_results(retriever, query).found
    wide = Page(end + 1, 0, page.by_chunk).of_results(retriever, wider)
    known = {_identity(one, page) for one in first}
    ranked = [*first, *(one for one in wide.found if _identity(one, page) not in known)]
    return Results(tuple(ranked[page.offset : end]), wide.total, more=len(ranked) > end), len(first)


def _identity(found: Found, page: Page) -> tuple[int, str, int]:
    return found.branch.id, found.row.document, found.position if page.by_chunk else 0


def _count(environment: Environment, request: Message, scopes: Scopes, query: Query) -> int:
    if request.canonical_filter.strip():
        canonical = filters(request.canonical_filter, scopes.fields, "canonical_filter")
        each = tuple(replace(scope, filters=canonical) for scope in scopes.each)
        scopes = replace(scopes, each=each)
    return Retriever(environment, scopes).documents(query, 0, 0).total


def _family(term: str, retriever: Retriever) -> Sequence[str]:
    """The most frequent words that begin with a word, or that it begins with."""
    if len(term) < _SHORTEST_STEM:
        return ()
    alike = retriever.blend.terms_beginning_with(term[:_SHORTEST_STEM])
    family = [
        one for one in alike if one != term and (one.startswith(term) or term.startswith(one))
    ]
    return sorted(family, key=lambda one: (-retriever.blend.frequency(one), one))[:_LARGEST_FAMILY]
