"""`searchAsYouTypeSpec`: the last word of a query may be the beginning of one."""

from __future__ import annotations

from emulator.discoveryengine.retrieval.blended_search import BlendedSearch
from emulator.retrieval.query import Query
from emulator.retrieval.text.analysis import tokens
from emulator.surface.registry import Message

# So many words are tried, the most frequent ones first.
_MOST_WORDS = 50


def is_requested(request: Message) -> bool:
    """Whether a SearchRequest is sent while its query is being typed."""
    spec = request.search_as_you_type_spec
    return spec.condition in (type(spec).ENABLED, type(spec).AUTO)


def with_completions(query: Query, blend: BlendedSearch) -> Query:
    """The query for its words, or for words that begin with the last one."""
    words = tokens(query.text)
    if not words or not query.text[-1].isalnum():
        return query
    last = words[-1]
    beginnings = {last.term, last.text.lower()}
    found = {term for one in beginnings for term in blend.terms_beginning_with(one)}
    ranked = sorted(found - {last.term}, key=lambda term: (-blend.frequency(term), term))
    return query.with_completions(last.term, ranked[:_MOST_WORDS])
