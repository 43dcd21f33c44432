"""`naturalLanguageQueryUnderstandingSpec`: filters that a query says in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.blended_search import BlendedSearch
from emulator.discoveryengine.retrieval.scope.filters import filters
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.retrieval.facets import Facet
from emulator.retrieval.filters.fields import Field
from emulator.retrieval.query import Query
from emulator.retrieval.query_understanding.constraints import (
    Constraint,
    NumberConstraint,
    PlaceConstraint,
    TruthConstraint,
    ValueConstraint,
)
from emulator.retrieval.query_understanding.extraction import (
    ExtractedFilters,
    KnownFields,
    extract_filters,
)
from emulator.retrieval.ranking.boosts import Boost
from emulator.retrieval.ranking.order_by import parse_order
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import enum_name

_SPEC = "natural_language_query_understanding_spec"

# Filters that only raise what they match raise it by half of the best score.
_SOFT_BOOST = 0.5

# What is there to read or to follow, and not to filter by.
_NO_VALUES = frozenset(
    {"title", "name", "description", "summary", "uri", "url", "link", "id", "sku"}
)
_MOST_VALUES = 300
_COMPARED = ("number", "integer", "datetime")
_OPERATORS = {
    "=": "EQUALS",
    "<": "LESS_THAN",
    "<=": "LESS_THAN_EQUALS",
    ">": "GREATER_THAN",
    ">=": "GREATER_THAN_EQUALS",
}


@dataclass(frozen=True, slots=True)
class UnderstoodQuery:
    """A query as it is to be searched for, where to search for it, and what was read out of it."""

    query: str
    scopes: Scopes
    extracted: ExtractedFilters | None = None
    restricts: bool = False


def is_requested(request: Message) -> bool:
    """Whether a SearchRequest asks for filters in plain words, and did not switch them off."""
    return request.HasField(_SPEC) and not (
        request.search_addon_spec.disable_generative_answer_add_on
    )


def understand(
    environment: Environment, query: str, spec: Message, scopes: Scopes, where: str = ""
) -> UnderstoodQuery:
    """The query without the filters that it says in words, and the scopes with these.

    They restrict, or for several data stores raise what they match; those of places always
    restrict. INVALID_ARGUMENT for a field to detect places by that is none of places.
    """
    enabled = type(spec).ENABLED
    if spec.filter_extraction_condition != enabled or not query.strip():
        return UnderstoodQuery(query, scopes)
    behavior = enum_name(spec, "extracted_filter_behavior")
    found = extract_filters(query, _known(environment, spec, scopes, f"{where}{_SPEC}"))
    hard = list(found.places if _is_soft(behavior, scopes) else found.constraints)
    soft = [one for one in found.constraints if one not in hard]
    restrictions = filters(found.filter(hard), scopes.fields)
    boosts = tuple(
        Boost(condition, _SOFT_BOOST, one.filter)
        for one in soft
        for condition in filters(one.filter, scopes.fields)
    )
    each = tuple(
        replace(scope, filters=scope.filters + restrictions, boosts=scope.boosts + boosts)
        for scope in scopes.each
    )
    return UnderstoodQuery(found.text, replace(scopes, each=each), found, bool(restrictions))


def find_comparisons(environment: Environment, query: str, scopes: Scopes) -> ExtractedFilters:
    """The comparisons with numbers and dates that a query says, and what is left of it."""
    types = scopes.fields.known.types
    compared = {path: one for path, one in types.items() if one in _COMPARED}
    return extract_filters(query, KnownFields(compared, lambda _: {}, _today(environment)))


def with_filter(scopes: Scopes, text: str) -> Scopes:
    """The scopes with one more filter for each."""
    more = filters(text, scopes.fields)
    each = tuple(replace(scope, filters=scope.filters + more) for scope in scopes.each)
    return replace(scopes, each=each)


def with_order(scopes: Scopes, path: str, *, descending: bool) -> Scopes:
    """The scopes with the results in the order of a field."""
    text = f"{path} desc" if descending else path
    return replace(scopes, order=parse_order(text, scopes.fields.known))


def is_said_by_filters(
    understood: UnderstoodQuery | None, query: Query, frequency: Callable[[str], int]
) -> bool:
    """Whether filters are all that a query says to documents: none has a word of the rest.

    "Films since 2023" is also wanted of documents none of which calls itself a film. What stands
    in quotes or beside an operator is wanted as it is said.
    """
    is_plain = len(query.groups) < 2 and not any(group.phrases for group in query.groups)
    restricted = understood is not None and understood.restricts
    return restricted and is_plain and not any(map(frequency, query.terms))


def add_info(response: Message, understood: UnderstoodQuery) -> None:
    """Tell in a SearchResponse what was read out of the query."""
    found = understood.extracted
    if found is None:
        return
    info = response.natural_language_query_understanding_info
    info.extracted_filters = found.filter()
    info.rewritten_query = found.text
    expressions = list(filter(None, map(_expression, found.constraints)))
    if len(expressions) == 1:
        info.structured_extracted_filter.expression.CopyFrom(expressions[0])
    elif expressions:
        combined = info.structured_extracted_filter.expression.and_expr
        combined.expressions.extend(expressions)
    for address in found.unlocated:
        response.geo_search_debug_info.add(
            original_address_query=address,
            error_message="No document has this place, and there is no geocoding service.",
        )


def _is_soft(behavior: str, scopes: Scopes) -> bool:
    if behavior == "EXTRACTED_FILTER_BEHAVIOR_UNSPECIFIED":
        return len(scopes.each) > 1
    return behavior == "SOFT_BOOST"


def _known(environment: Environment, spec: Message, scopes: Scopes, where: str) -> KnownFields:
    types = scopes.fields.known.types
    for name in spec.geo_search_query_detection_field_names:
        if types.get(name) != "geolocation":
            raise invalid_argument(
                f"{where}.geo_search_query_detection_field_names",
                f"'{name}' is not known as a field of type geolocation.",
            )
    allowed = spec.allowed_field_names if len(scopes.each) == 1 else ()
    blend = BlendedSearch(environment, scopes)
    return KnownFields(
        {path: one for path, one in types.items() if not allowed or path in allowed},
        lambda path: _values(blend, path),
        _today(environment),
        list(spec.geo_search_query_detection_field_names),
        scopes.fields.known.locate,
        lambda path: _has_several(blend, path),
    )


def _today(environment: Environment) -> date:
    return datetime.fromtimestamp(environment.clock.shown // 1_000_000, UTC).date()


def _values(blend: BlendedSearch, path: str) -> Mapping[str, int]:
    """The most frequent values of a field of texts, with how many documents have them."""
    if path.rpartition(".")[2].lower() in _NO_VALUES:
        return {}
    facet = Facet(Field(path, "string"), order="count desc", limit=_MOST_VALUES)
    [counted] = blend.facets(Query.parse(""), [facet])
    return {str(one.value): one.count for one in counted}


def _has_several(blend: BlendedSearch, path: str) -> bool:
    """Whether there are more values of a field than documents, so that some have several."""
    _, documents = blend.search(Query.parse(""), 0, by_document=True)
    return sum(_values(blend, path).values()) > documents


def _expression(constraint: Constraint) -> Message | None:
    """The constraint in structured form; there is none for dates."""
    structured = de.SearchResponse.NaturalLanguageQueryUnderstandingInfo.StructuredExtractedFilter
    expression = structured.Expression()
    match constraint:
        case NumberConstraint(field, operator, value):
            number = expression.number_constraint
            number.field_name, number.value = field, value
            number.comparison = structured.NumberConstraint.Comparison.Value(_OPERATORS[operator])
        case ValueConstraint(field, values) if not constraint.negated:
            _set_texts(expression, field, values)
        case TruthConstraint(field, truth):
            _set_texts(expression, field, [str(truth).lower()])
        case PlaceConstraint(field, address, latitude, longitude, metres):
            place = expression.geolocation_constraint
            place.field_name, place.address, place.radius_in_meters = field, address, metres
            place.latitude, place.longitude = latitude, longitude
        case _:
            return None
    return expression


def _set_texts(expression: Message, field: str, values: Sequence[str]) -> None:
    expression.string_constraint.field_name = field
    expression.string_constraint.values.extend(values)
