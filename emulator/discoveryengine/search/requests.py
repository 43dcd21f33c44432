"""What a SearchRequest asks for, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.extractive_content import check_extractive
from emulator.discoveryengine.retrieval.scope.filters import filters
from emulator.discoveryengine.retrieval.scope.scopes import Scopes, read_scopes
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.discoveryengine.search import as_you_type
from emulator.discoveryengine.search.ranking.relevance_threshold import least_relevance
from emulator.discoveryengine.search.summaries import check_summary
from emulator.discoveryengine.unsupported import refuse_others
from emulator.discoveryengine.user_fields import check_pseudo_id, check_user_labels
from emulator.storage.branches import BranchRow
from emulator.surface import names
from emulator.surface.errors import (
    ApiError,
    Code,
    invalid_argument,
    invalid_verbatim,
    unimplemented,
)
from emulator.surface.messages import copied
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_count, check_enums, check_range, check_size

# The last lines say who asks, or ask for what is always so (the latest data) or for what there is
# nothing of: websites, tuned models, user events to personalize with, and boxes of people and
# organizations.
_SUPPORTED = frozenset(
    {
        *("serving_config", "branch", "query", "page_size", "page_token", "offset"),
        *("filter", "order_by", "facet_specs", "boost_spec", "data_store_specs"),
        *("num_results_per_data_store", "content_search_spec", "relevance_score_spec"),
        *("query_expansion_spec", "spell_correction_spec", "canonical_filter", "params"),
        *("user_pseudo_id", "user_info", "user_labels", "language_code", "region_code"),
        *("ranking_expression", "ranking_expression_backend", "custom_ranking_params"),
        *("embedding_spec", "crowding_specs", "relevance_threshold", "relevance_filter_spec"),
        *("search_addon_spec", "custom_fine_tuning_spec", "display_spec"),
        *("search_as_you_type_spec", "natural_language_query_understanding_spec"),
        *("session", "session_spec", "use_latest_data"),
        *("safe_search", "page_categories", "personalization_spec", "entity", "one_box_page_size"),
    }
)
# An image adds to what is found by the words of a query; alone it would find anything.
_BESIDE_TEXT = frozenset({"image_query"})
_CONTENT_SUPPORTED = frozenset(
    {
        *("snippet_spec", "summary_spec", "extractive_content_spec"),
        *("search_result_mode", "chunk_spec"),
    }
)
_PARAMS = ("user_country_code", "search_type", "explain")
_MAX_USER_AGENT = 1000
# "The maximum allowed value is 3."
_MAX_NEIGHBOURS = 3

_STANDARD_TIER = (
    "Cannot use enterprise edition features (website search, multi-modal search, extractive "
    "answers/segments, etc.) in a standard edition search engine."
)
_CHUNKED = (
    "`extractive_content_spec` must be not defined when the datastore is using 'chunking config'"
)


def check(request: Message) -> None:
    """INVALID_ARGUMENT for what may not be asked, UNIMPLEMENTED for what is not built."""
    refuse_others(request, _SUPPORTED | _BESIDE_TEXT if request.query.strip() else _SUPPORTED)
    refuse_others(request.content_search_spec, _CONTENT_SUPPORTED)
    check_enums(request)
    for field in ("offset", "one_box_page_size", "num_results_per_data_store"):
        check_count(getattr(request, field), field)
    _check_params(request.params)
    _check_features(request)
    check_pseudo_id(request.user_pseudo_id, "user_pseudo_id")
    check_pseudo_id(request.user_info.user_id, "user_info.user_id")
    check_size(request.user_info.user_agent, _MAX_USER_AGENT, "user_info.user_agent")
    check_user_labels(request.user_labels)
    check_extractive(request.content_search_spec.extractive_content_spec)
    check_summary(request.content_search_spec.summary_spec, "content_search_spec.summary_spec")
    _check_neighbours(request.content_search_spec.chunk_spec)


def check_target(request: Message, target: Target) -> None:
    """Refuse, in the real service's words, extractive content where it cannot be had.

    FAILED_PRECONDITION for a standard engine, INVALID_ARGUMENT where all data stores are chunked:
    an engine may blend such with others.
    """
    _check_typing(request, target)
    if request.content_search_spec.HasField("extractive_content_spec"):
        if _is_standard(target.resource):
            raise ApiError(Code.FAILED_PRECONDITION, _STANDARD_TIER)
        if _is_chunked(target):
            raise invalid_verbatim("content_search_spec.extractive_content_spec", _CHUNKED)


def scopes(environment: Environment, request: Message, target: Target) -> Scopes:
    """Where to search, and what the request asks for there; INVALID_ARGUMENT for what it may not.

    The canonical filter is only read here: it is for the expansion of queries.
    """
    found = read_scopes(environment, _branches(request, target), request)
    filters(request.canonical_filter, found.fields, "canonical_filter")
    return replace(found, least_relevance=least_relevance(request))


def _branches(request: Message, target: Target) -> tuple[BranchRow, ...]:
    """The branches to search: the default ones, or the one of them that the request names."""
    if not request.branch:
        return target.branches
    name = names.canonical(request.branch)
    if found := tuple(branch for branch in target.branches if branch.name == name):
        return found
    raise invalid_argument("branch", f"'{name}' is not a branch that {target.parent} serves.")


def _check_params(params: Mapping[str, Message]) -> None:
    """Only public websites are searched by country, and for images; `explain` is our own."""
    for name in sorted(params):  # As they come, the order is another each time.
        value = params[name]
        if name not in _PARAMS:
            raise invalid_argument(f"params.{name}", f"it is none of {', '.join(_PARAMS)}.")
        if name == "search_type" and value.number_value:
            raise unimplemented("SearchRequest.params.search_type")
        if name == "explain" and value.WhichOneof("kind") != "bool_value":
            raise invalid_argument("params.explain", "it must be true or false.")


def _check_features(request: Message) -> None:
    """There is no known way to highlight matches."""
    highlight = de.SearchRequest.DisplaySpec.MATCH_HIGHLIGHTING_ENABLED
    if request.display_spec.match_highlighting_condition == highlight:
        raise unimplemented("SearchRequest.display_spec.match_highlighting_condition")


def _check_typing(request: Message, target: Target) -> None:
    """Search as you type is for the MEDIA vertical only, as documented."""
    if not as_you_type.is_requested(request):
        return
    refuse_others(request.search_as_you_type_spec, {"condition"})
    if target.resource.industry_vertical != de.IndustryVertical.Value("MEDIA"):
        raise invalid_argument(
            "search_as_you_type_spec.condition", "it is only supported for the MEDIA vertical."
        )


def _check_neighbours(spec: Message) -> None:
    for field in ("num_previous_chunks", "num_next_chunks"):
        where = f"content_search_spec.chunk_spec.{field}"
        check_range(getattr(spec, field), 0, _MAX_NEIGHBOURS, where)


def _is_standard(resource: Message) -> bool:
    """Whether it is an engine of the standard tier; a bare data store has no tier."""
    config = getattr(resource, "search_engine_config", None)
    return config is not None and config.search_tier == de.SearchTier.Value("SEARCH_TIER_STANDARD")


def _is_chunked(target: Target) -> bool:
    """Whether all data stores that are served were made with a chunking config."""
    configs = (one.document_processing_config for one in target.data_stores)
    return all(config.HasField("chunking_config") for config in configs)


def with_defaults(request: Message, config: Message | None) -> Message:
    """The request with the content spec and the ranking expression of its serving config.

    A page token stays good for the request that it was given for: it is of the whole call.
    """
    if config is None:
        return request
    spec = config.generic_config.content_search_spec
    takes_spec = bool(spec.ByteSize()) and not request.HasField("content_search_spec")
    takes_expression = bool(config.ranking_expression) and not request.ranking_expression
    if not takes_spec and not takes_expression:
        return request
    completed = copied(request)
    if takes_spec:
        completed.content_search_spec.CopyFrom(spec)
    if takes_expression:
        completed.ranking_expression = config.ranking_expression
    check(completed)
    return completed
