"""CompletionService."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, islice

from emulator.discoveryengine.completion.content_suggestions import content_suggestions
from emulator.discoveryengine.completion.recent_searches import RecentSearches, check_removal
from emulator.discoveryengine.completion.suggestions import MODELS, Suggestions
from emulator.discoveryengine.environment import Environment, Service, data_stores_of
from emulator.discoveryengine.resource_kinds import is_website
from emulator.discoveryengine.unsupported import refuse_others
from emulator.discoveryengine.user_fields import check_pseudo_id
from emulator.resources.worker import in_worker
from emulator.retrieval.completion import Completions, folded, tails
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_count, check_enums, check_size, enum_name

_MOST = 10
_LONGEST_QUERY = 128
_ADVANCED = frozenset(
    {
        *("completion_config", "query", "query_model", "user_pseudo_id", "user_info"),
        *("include_tail_suggestions", "suggestion_types", "suggestion_type_specs"),
        "experiment_ids",  # Chrome's address bar sends some; experiments are the service's own.
    }
)
# Of people and of Google Workspace there is nothing, as neither can be connected. Who asks for them
# beside others, as Chrome does, gets the others.
_NEVER_FOUND = frozenset({"PEOPLE", "GOOGLE_WORKSPACE"})


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
        """The same for an engine's data stores together, their documents, and what users asked."""
        refuse_others(request, _ADVANCED)
        check_enums(request)
        parent = names.canonical(request.completion_config).removesuffix("/completionConfig")
        most = _wanted(request)
        _check(request, may_be_empty=set(most) == {"RECENT_SEARCH"})
        stores = self._data_stores(parent)
        response = de.AdvancedCompleteQueryResponse()
        if "QUERY" in most:
            self._complete(request, response, stores, most["QUERY"])
        if "CONTENT" in most:
            each = (content_suggestions(self.environment, one, request.query) for one in stores)
            of_all = islice(chain.from_iterable(each), most["CONTENT"])
            response.content_suggestions.extend(of_all)
        if "RECENT_SEARCH" in most:
            searches = RecentSearches(self.environment, parent, request.user_pseudo_id)
            recent = islice(searches.suggestions(request.query, stores), most["RECENT_SEARCH"])
            response.recent_search_suggestions.extend(recent)
        return response

    def remove_suggestion(self, request: Message) -> Message:
        """Suggest to a user no more what the user searched for until now, or one of it."""
        check_removal(request)
        check_pseudo_id(request.user_pseudo_id, "user_pseudo_id")
        parent = names.canonical(request.completion_config).removesuffix("/completionConfig")
        with self.environment.store.write() as connection:
            self.require_parent(connection, parent)
            searches = RecentSearches(self.environment, parent, request.user_pseudo_id)
            searches.remove(connection, request)
        return de.RemoveSuggestionResponse()

    def _complete(
        self, request: Message, response: Message, stores: Sequence[str], most: int = _MOST
    ) -> None:
        sources, allowed = self._sources(request, stores), self._allowed(stores)
        found = _found(request.query, sources, allowed)
        if not found and request.include_tail_suggestions:
            found = _tails(request.query, sources, allowed)
            response.tail_match_triggered = bool(found)
        for text, paths in islice(found.items(), most):
            response.query_suggestions.add(suggestion=text, completable_field_paths=paths)

    def _sources(self, request: Message, stores: Sequence[str]) -> Sequence[Completions]:
        """Those of each data store, of the model that is asked for or else of its default one."""
        return [
            self._suggestions.of(store, request.query_model or self._default_model(store))
            for store in stores
        ]

    def _default_model(self, data_store: str) -> str:
        """By the reference, what was searched for is the default for websites."""
        website = is_website(self.data_stores.get(data_store))
        return "search-history" if website else "document"

    def _allowed(self, stores: Sequence[str]) -> Callable[[str], bool]:
        """What the deny lists leave."""
        entries = [one for store in stores for one in self._suggestions.denied(store)]
        contains = de.SuggestionDenyListEntry.CONTAINS
        parts = [folded(one.block_phrase) for one in entries if one.match_operator == contains]
        whole = {folded(one.block_phrase) for one in entries if one.match_operator != contains}
        return lambda text: text not in whole and not any(part in text for part in parts)

    def _data_stores(self, parent: str) -> list[str]:
        with self.environment.store.read() as connection:
            return data_stores_of(self.require_parent(connection, parent))


def _found(
    typed: str, sources: Sequence[Completions], allowed: Callable[[str], bool]
) -> dict[str, list[str]]:
    """What completes the text, with the fields that it comes from."""
    if not typed.strip():
        return {}
    # Of very many that begin with one letter, no more are put in order than may be shown.
    each = (islice(source.complete(typed, allowed), _MOST) for source in sources)
    phrases = chain.from_iterable(each)
    return {
        text: sorted({path for source in sources for path in source.fields(text)})
        for text in islice(dict.fromkeys(phrases), _MOST)
    }


def _tails(
    query: str, sources: Sequence[Completions], allowed: Callable[[str], bool]
) -> dict[str, list[str]]:
    """Completions of the longest end of the query that has any."""
    for head, tail in tails(query):
        if found := _found(tail, sources, allowed):
            return {f"{head} {text}": paths for text, paths in found.items()}
    return {}


def _wanted(request: Message) -> dict[str, int]:
    """The types of suggestions to give, and how many of each at most."""
    where, specs = "suggestion_type_specs", request.suggestion_type_specs
    kinds = de.AdvancedCompleteQueryRequest.SuggestionType
    types = [kinds.Name(one) for one in request.suggestion_types]
    most = dict.fromkeys(types or ([] if specs else ["QUERY"]), _MOST)
    for number, spec in enumerate(specs):
        kind = enum_name(spec, "suggestion_type")
        check_count(spec.max_suggestions, f"{where}[{number}].max_suggestions")
        most[kind] = min(spec.max_suggestions or _MOST, _MOST)
    if not most.keys() - _NEVER_FOUND:
        raise unimplemented(f"AdvancedCompleteQueryRequest.suggestion_types {min(most)}")
    return most


def _check(request: Message, *, may_be_empty: bool = False) -> None:
    if not request.query and not may_be_empty:
        raise missing_field("query")
    check_size(request.query, _LONGEST_QUERY, "query")
    if request.query_model not in ("", *MODELS):
        raise invalid_argument("query_model", f"it is none of {', '.join(MODELS)}.")
    check_pseudo_id(request.user_pseudo_id, "user_pseudo_id")
