"""CompletionService."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from emulator.discoveryengine.environment import Environment, Service
from emulator.discoveryengine.sessions import check_pseudo_id
from emulator.discoveryengine.suggestions import MODELS, Suggestions
from emulator.discoveryengine.unsupported import refuse_others
from emulator.resources.worker import in_worker
from emulator.retrieval.completion import folded, tails
from emulator.storage import user_events
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message

_MOST = 10
_LONGEST_QUERY = 128
_ADVANCED = frozenset(
    {
        *("completion_config", "query", "query_model", "user_pseudo_id", "user_info"),
        *("include_tail_suggestions", "suggestion_types"),
    }
)


class CompletionService(Service):
    """Completions of queries: from titles, completable fields, user events, and imported ones.

    Searches themselves are not recorded: the models `search-history` and `user-event` both know
    the searches that user events tell of.
    """

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._suggestions = Suggestions(environment)

    @in_worker
    def complete_query(self, request: Message) -> Message:
        """Up to ten completions of what was typed."""
        _check(request)
        name = names.canonical(request.data_store)
        self.data_stores.get(name)
        response = de.CompleteQueryResponse()
        self._complete(request, response, [name])
        return response

    @in_worker
    def advanced_complete_query(self, request: Message) -> Message:
        """The same for an engine's data stores together, and what the user asked before."""
        refuse_others(request, _ADVANCED)
        _check(request)
        parent = names.canonical(request.completion_config).removesuffix("/completionConfig")
        stores = self._data_stores(parent)
        kinds = de.AdvancedCompleteQueryRequest.SuggestionType
        wanted = {kinds.Name(one) for one in request.suggestion_types} or {"QUERY"}
        if others := wanted - {"QUERY", "RECENT_SEARCH"}:
            raise unimplemented(f"AdvancedCompleteQueryRequest.suggestion_types {min(others)}")
        response = de.AdvancedCompleteQueryResponse()
        if "QUERY" in wanted:
            self._complete(request, response, stores)
        if "RECENT_SEARCH" in wanted:
            self._recall(request, response, stores)
        return response

    def _complete(self, request: Message, response: Message, stores: Sequence[str]) -> None:
        found = self._found(request, stores, request.query)
        shown = [(text, text) for text in found]
        if not shown and request.include_tail_suggestions:
            shown = self._tails(request, stores)
            response.tail_match_triggered = bool(shown)
        paths = self._paths(request, stores)
        for _, text in shown:
            response.query_suggestions.add(suggestion=text, completable_field_paths=paths)

    def _tails(self, request: Message, stores: Sequence[str]) -> list[tuple[str, str]]:
        """Completions of the longest end of the query that has any."""
        for head, tail in tails(request.query):
            if found := self._found(request, stores, tail):
                return [(text, f"{head} {text}") for text in found]
        return []

    def _found(self, request: Message, stores: Sequence[str], typed: str) -> list[str]:
        if not typed.strip():
            return []
        model = request.query_model or MODELS[0]
        allowed = self._allowed(stores)
        phrases = (text for store in stores for text in self._all(store, model, typed))
        return list(islice(dict.fromkeys(text for text in phrases if allowed(text)), _MOST))

    def _all(self, store: str, model: str, typed: str) -> Iterator[str]:
        return self._suggestions.of(store, model).complete(typed)

    def _paths(self, request: Message, stores: Sequence[str]) -> list[str]:
        if request.query_model != "document-completable":
            return []
        return [path for store in stores for path in self._suggestions.fields(store)]

    def _allowed(self, stores: Sequence[str]) -> Callable[[str], bool]:
        """What the deny lists leave."""
        with self.environment.store.read() as connection:
            entries = [
                one for store in stores for one in self._suggestions.denied(connection, store)
            ]
        contains = de.SuggestionDenyListEntry.CONTAINS
        parts = [folded(one.block_phrase) for one in entries if one.match_operator == contains]
        whole = {folded(one.block_phrase) for one in entries if one.match_operator != contains}
        return lambda text: text not in whole and not any(part in text for part in parts)

    def _recall(self, request: Message, response: Message, stores: Sequence[str]) -> None:
        """What the user searched for last, of that which begins as the query does."""
        begun = folded(request.query)
        with self.environment.store.read() as connection:
            found = [
                one
                for store in stores
                for one in user_events.recent_queries(connection, store, request.user_pseudo_id)
            ]
        latest = sorted(found, key=lambda one: -one[1])
        for text, time in islice(
            (one for one in latest if folded(one[0]).startswith(begun)), _MOST
        ):
            suggestion = response.recent_search_suggestions.add(suggestion=text)
            suggestion.recent_search_time.CopyFrom(timestamp(time))

    def _data_stores(self, parent: str) -> list[str]:
        with self.environment.store.read() as connection:
            owner = self.require_parent(connection, parent)
        if names.collection_id(parent) != "engines":
            return [parent]
        return [f"{names.parent(parent)}/dataStores/{one}" for one in owner.data_store_ids]


def _check(request: Message) -> None:
    if not request.query:
        raise missing_field("query")
    if len(request.query) > _LONGEST_QUERY:
        raise invalid_argument("query", f"at most {_LONGEST_QUERY} characters are allowed.")
    if request.query_model not in ("", "automatic", *MODELS):
        raise invalid_argument("query_model", f"it is none of {', '.join(MODELS)}.")
    check_pseudo_id(request.user_pseudo_id, "user_pseudo_id")
