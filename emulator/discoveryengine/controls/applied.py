"""What the controls of a serving config do to a search."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.controls.parents import control_parent
from emulator.discoveryengine.controls.rules import ID_FIELDS
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.scope.boosts import boosts
from emulator.discoveryengine.retrieval.scope.filters import filters
from emulator.discoveryengine.retrieval.scope.scopes import Scope, Scopes
from emulator.retrieval.regular_expressions import matches
from emulator.retrieval.synonyms import with_synonyms
from emulator.surface import names
from emulator.surface.errors import ApiError
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import microseconds
from emulator.surface.registry import Message

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ActiveControls:
    """The controls that act on one query, in the order in which the serving config lists them."""

    environment: Environment
    active: Sequence[Message] = ()
    applied: list[str] = field(default_factory=list)

    def redirects(self, response: Message) -> bool:
        """Whether the user is sent elsewhere instead of being shown results; the first counts.

        "Only redirect_uri and attribution_token are set in the response" (SearchResponse).
        """
        found = next(self._of("redirect_action"), None)
        if found is None:
            return False
        response.redirect_uri = found.redirect_action.redirect_uri
        return True

    def query(self, text: str) -> str:
        """The query with its synonyms."""
        for control in self._of("synonyms_action"):
            expanded = with_synonyms(text, control.synonyms_action.synonyms)
            if expanded != text:
                text = expanded
                self.applied.append(control.name)
        return text

    def scopes(self, scopes: Scopes) -> Scopes:
        """Where to search, with the filters and boosts for each data store.

        A control whose filter does not fit the fields of its data store does nothing but be
        logged: documents that have the fields may come yet.
        """
        if not self.active:
            return scopes
        return replace(scopes, each=tuple(self._scope(one) for one in scopes.each))

    def report(self, response: Message) -> None:
        """Add the links that are promoted, and name the controls that had an effect."""
        for control in self._of("promote_action"):
            promotion = control.promote_action.search_link_promotion
            if promotion.enabled:
                response.search_link_promotions.add().CopyFrom(promotion)
                self.applied.append(control.name)
        response.applied_controls.extend(dict.fromkeys(self.applied))

    def _of(self, kind: str) -> Iterator[Message]:
        return (control for control in self.active if control.WhichOneof("action") == kind)

    def _scope(self, scope: Scope) -> Scope:
        fields = BranchFields(self.environment, [scope.branch])
        for control in self.active:
            kind = control.WhichOneof("action")
            if kind not in ("filter_action", "boost_action"):
                continue
            action = getattr(control, kind)
            if names.canonical(action.data_store) != names.parent(scope.branch.name):
                continue
            try:
                scope = self._acted(scope, control, fields)
            except ApiError as error:
                log.warning("%s does nothing: %s", control.name, error)
            else:
                self.applied.append(control.name)
        return scope

    def _acted(self, scope: Scope, control: Message, fields: BranchFields) -> Scope:
        if control.HasField("filter_action"):
            more = filters(control.filter_action.filter, fields)
            return replace(scope, filters=scope.filters + more)
        raised = boosts(_boost_spec(control.boost_action), fields, self.environment.clock)
        return replace(scope, boosts=scope.boosts + raised)


def active_controls(environment: Environment, config: Message | None, query: str) -> ActiveControls:
    """The controls of a serving config that act on a query now; none without a config."""
    if config is None:
        return ActiveControls(environment)
    known = environment.collection(resource_kinds.CONTROL)
    listed = [(kind, one) for kind, ids in ID_FIELDS.items() for one in getattr(config, ids)]
    if not listed:
        return ActiveControls(environment)
    now = environment.clock.now()
    active = []
    with environment.store.read() as connection:
        parent = control_parent(environment, connection, names.parent(config.name))
        for kind, control_id in listed:
            control = known.find(connection, f"{parent}/controls/{control_id}")
            if control and control.WhichOneof("action") == kind and _acts(control, query, now):
                active.append(control)
    return ActiveControls(environment, active)


def _acts(control: Message, query: str, now: int) -> bool:
    """Whether the use case and the condition of a control hold; without a condition they do."""
    case = "SEARCH_USE_CASE_SEARCH" if query.strip() else "SEARCH_USE_CASE_BROWSE"
    if control.use_cases and de.SearchUseCase.Value(case) not in control.use_cases:
        return False
    return all(_holds(condition, query, now) for condition in control.conditions)


def _holds(condition: Message, query: str, now: int) -> bool:
    asked = " ".join(query.lower().split())
    if condition.query_terms and not any(_matches(term, asked) for term in condition.query_terms):
        return False
    if condition.query_regex and not matches(condition.query_regex, query):
        return False
    spans = condition.active_time_range
    return not spans or any(_is_within(span, now) for span in spans)


def _matches(term: Message, asked: str) -> bool:
    wanted = " ".join(term.value.split())
    if term.full_match:
        return asked == wanted
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", asked) is not None


def _is_within(span: Message, now: int) -> bool:
    """Whether it is a time of the span, of which both ends are a part."""
    ended = span.HasField("end_time") and now > microseconds(span.end_time)
    return bool(microseconds(span.start_time) <= now and not ended)


def _boost_spec(action: Message) -> Message:
    """The action as the spec of a request would say it."""
    spec = de.SearchRequest.BoostSpec()
    one = spec.condition_boost_specs.add(condition=action.filter)
    if action.WhichOneof("boost_spec") != "interpolation_boost_spec":
        one.boost = action.fixed_boost or action.boost
        return spec
    curve = action.interpolation_boost_spec
    one.boost_control_spec.field_name = curve.field_name
    one.boost_control_spec.attribute_type = curve.attribute_type
    one.boost_control_spec.interpolation_type = curve.interpolation_type
    for point in curve.control_points:
        one.boost_control_spec.control_points.add(
            attribute_value=point.attribute_value, boost_amount=point.boost_amount
        )
    return spec
