"""RecommendationService."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from emulator.discoveryengine.environment import Environment, Service
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.recommendations.candidates import Candidates, read_context
from emulator.discoveryengine.recommendations.diversity import diversified
from emulator.discoveryengine.recommendations.models import POPULAR, Model, model_of
from emulator.discoveryengine.recommendations.requests import (
    MOST_OF_CATEGORY,
    Params,
    check,
    page_size,
    read_params,
)
from emulator.discoveryengine.recommendations.scoring import (
    Recommended,
    Signals,
    rank,
    read_signals,
)
from emulator.discoveryengine.recommendations.viewings import EVENT_TYPES, Viewings
from emulator.discoveryengine.resource_kinds import RECOMMENDATION
from emulator.discoveryengine.retrieval.results import whole_document
from emulator.discoveryengine.retrieval.scope.filters import recommendation_filter
from emulator.discoveryengine.retrieval.scope.targets import Target, resolve_target
from emulator.discoveryengine.user_events.digests import Digests
from emulator.resources.worker import in_worker
from emulator.retrieval.filters.conditions import EVERYTHING, Condition
from emulator.surface import names
from emulator.surface.errors import failed_precondition, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_TAGS = "filter_tags"
_OLD_TAGS = "filterTags"  # as older documents of Google's spell it
_OTHER_FIELDS = "With params.attributeFilteringSyntax other fields than filter_tags may be named."


class RecommendationService(Service):
    """Recommendations by what users viewed, as their events tell it, and by what documents say.

    Nothing is trained: what is written, or viewed, counts from the next call on.
    """

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._viewings = Digests(environment, Viewings, EVENT_TYPES)

    @in_worker
    def recommend(self, request: Message) -> Message:
        """The documents that the user of an event may like next; the event is not kept.

        FAILED_PRECONDITION for what is no recommendation engine.
        """
        check(request)
        params = read_params(request.params)
        target = self._target(request.serving_config)
        model = model_of(target.resource)
        asked = _Recommendation(self.environment, target, self._signals(model, request, target))
        found = asked.found(
            model, asked.condition(request.filter, params), _most_of_category(params, target)
        )
        if not found and not params.is_strict:
            found = asked.ranked(POPULAR)
        response = de.RecommendResponse(
            attribution_token=self.environment.ids.token(),
            missing_ids=asked.missing,
            validate_only=request.validate_only,
        )
        _fill(response, found[: page_size(request)], params)
        return response

    def _target(self, serving_config: str) -> Target:
        """What a serving config serves, which may be one of a data store with an engine's id."""
        name = names.canonical(serving_config)
        parent, config_id = names.parent(name), names.resource_id(name)
        engines = self._engines(parent) if names.is_of(parent, "dataStores") else {}
        if config_id in engines:
            name = f"{engines[config_id].name}/servingConfigs/{config_id}"
        target = resolve_target(self.environment, name)
        if not engines and not _is_for_recommendations(target.resource):
            raise failed_precondition(
                f"{target.parent} gives no recommendations: SOLUTION_TYPE_RECOMMENDATION is not "
                "its solution type."
            )
        if any(one.acl_enabled for one in target.data_stores):
            raise unimplemented("Recommendations of a data store with acl_enabled")
        return target

    def _engines(self, data_store: str) -> dict[str, Message]:
        """The engines that recommend the documents of a data store, by their ids."""
        with self.environment.store.read() as connection:
            found = self.environment.engines_of(connection, data_store)
        return {names.resource_id(one.name): one for one in found if _is_for_recommendations(one)}

    def _signals(self, model: Model, request: Message, target: Target) -> Signals:
        with self._viewings.of(one.name for one in target.data_stores) as viewings:
            return read_signals(model, request.user_event, viewings)


class _Recommendation:
    """The documents of a target, ranked by signals."""

    def __init__(self, environment: Environment, target: Target, signals: Signals) -> None:
        self._environment = environment
        self._fields = BranchFields(environment, target.branches)
        self._signals = signals
        self._context = read_context(environment, target.branches, signals.context)

    @property
    def missing(self) -> list[str]:
        """The ids, or addresses, of the documents of the event that are not there."""
        return self._context.missing(self._signals.named)

    def condition(self, text: str, params: Params) -> Condition:
        """What a filter asks for: of tags only, unless it is said to be of attributes."""
        if not text.strip():
            return EVERYTHING
        known = self._fields.known
        if params.filters_attributes:
            return recommendation_filter(text, known, "")
        keys = {_OLD_TAGS: (_TAGS,)}
        tags = replace(known, types={_TAGS: "string"}, keys=keys, differing={})
        return recommendation_filter(text, tags, _OTHER_FIELDS)

    def found(self, model: Model, wanted: Condition, most: int | None) -> list[Recommended]:
        """The documents that fit, with `most` of each category, best first.

        "The diversification is done first and the filtering is done second" (Filter
        recommendations), so that few are left where both are of categories.
        """
        if most is None:
            return self.ranked(model, wanted)
        diverse = list(diversified(self.ranked(model), most, self._fields.rules))
        fitting = self._candidates(wanted).at([one.place for one in diverse])
        return [one for one in diverse if one.found.document_name in fitting]

    def ranked(self, model: Model, wanted: Condition = EVERYTHING) -> list[Recommended]:
        """The documents that fit, best first."""
        return rank(model, self._candidates(wanted), self._signals)

    def _candidates(self, wanted: Condition) -> Candidates:
        return Candidates(self._environment, self._fields, self._context, wanted)


def _is_for_recommendations(owner: Message) -> bool:
    is_engine = names.collection_id(owner.name) == "engines"
    solutions = [owner.solution_type] if is_engine else owner.solution_types
    return RECOMMENDATION in solutions


def _most_of_category(params: Params, target: Target) -> int | None:
    level = params.diversity or (target.config.diversity_level if target.config else "")
    return MOST_OF_CATEGORY.get(level)


def _fill(response: Message, found: Iterable[Recommended], params: Params) -> None:
    """Put what was found into a RecommendResponse, with what else is to be shown of it."""
    for one in found:
        result = response.results.add(id=one.found.row.document)
        if params.shows_document:
            result.document.CopyFrom(whole_document(one.found))
        if params.shows_score:
            result.metadata["score"].number_value = one.score
