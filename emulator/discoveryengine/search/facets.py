"""FacetSpecs, and the facets of a response."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, cast

from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.blended_search import BlendedSearch
from emulator.retrieval.facets import Facet, FacetError, FacetValue, Interval, Order
from emulator.retrieval.filters.fields import Field
from emulator.retrieval.query import Query
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_count, check_size

_MOST = 100
_MOST_EXCLUDED = 100
_MOST_PARTS = {"intervals": 30, "restricted_values": 10, "prefixes": 10, "contains": 10}
_ORDERS = ("", "count desc", "value desc")


def add_facets(
    response: Message,
    request: Message,
    fields: BranchFields,
    dynamic: Sequence[str],
    blend: BlendedSearch,
    query: Query,
) -> None:
    """Count what a search's facetSpecs ask for, over all documents that it finds.

    Facets stand as they were asked for; those with a dynamic position come last, those of the most
    documents first, and then dynamic ones, of further fields, that have a value.
    INVALID_ARGUMENT for more than 100 facets, a field that is not known, values or intervals that
    do not fit it, and too many or wrong ones of them.
    """
    asked = [spec.facet_key.key for spec in request.facet_specs]
    check_size(asked, _MOST, "facet_specs")
    added = [_spec(key) for key in dynamic if key not in asked]
    specs = [*request.facet_specs, *added]
    if not specs:
        return
    facets = [_facet(spec, fields, f"facet_specs[{place}]") for place, spec in enumerate(specs)]
    counted = list(zip(specs, blend.facets(query, facets), strict=True))
    ordered = sorted(counted[: len(asked)], key=lambda one: _position(*one))
    for spec, values in ordered:
        response.facets.append(_message(spec.facet_key.key, values))
    for spec, values in counted[len(asked) :]:
        if values:
            response.facets.append(_message(spec.facet_key.key, values))
            response.facets[-1].dynamic_facet = True


def _spec(path: str) -> Message:
    spec = de.SearchRequest.FacetSpec()
    spec.facet_key.key = path
    return spec


def _facet(spec: Message, fields: BranchFields, where: str) -> Facet:
    key = spec.facet_key
    field, *others = _fields(key, fields, f"{where}.facet_key")
    _check(spec, where)
    try:
        return Facet(
            field,
            intervals=tuple(map(_interval, key.intervals)),
            restricted=tuple(key.restricted_values),
            prefixes=tuple(key.prefixes),
            contains=tuple(key.contains),
            ignore_case=key.case_insensitive,
            order=cast(Order, key.order_by),
            limit=spec.limit,
            excluded=_excluded(spec.excluded_filter_keys, fields, where),
            also=tuple(one for one in others if one.type == field.type),
        )
    except FacetError as error:
        raise invalid_argument(f"{where}.facet_key.{error.part}", f"{error}.") from None


def _fields(key: Message, fields: BranchFields, where: str) -> Sequence[Field]:
    """The fields that a facetKey names: one of each type that it has in the data stores."""
    if not key.key:
        raise missing_field(f"{where}.key")
    found = fields.known.of_each_type(key.key)
    if not found:
        reason = f"Field '{key.key}' is {fields.known.unknown(key.key)}."
        raise invalid_argument(f"{where}.key", reason)
    if key.intervals:  # They are of the numbers.
        return [one for one in found if one.type in ("number", "integer")] or found
    return found


def _check(spec: Message, where: str) -> None:
    if spec.facet_key.order_by not in _ORDERS:
        raise invalid_argument(
            f"{where}.facet_key.order_by", "it must be empty, 'count desc' or 'value desc'."
        )
    check_count(spec.limit, f"{where}.limit")
    for part, most in _MOST_PARTS.items():
        check_size(getattr(spec.facet_key, part), most, f"{where}.facet_key.{part}")


def _excluded(keys: Sequence[str], fields: BranchFields, where: str) -> frozenset[str]:
    check_size(keys, _MOST_EXCLUDED, f"{where}.excluded_filter_keys")
    # No filter has a field that is not known.
    return frozenset(field.path for key in keys for field in fields.known.all(key))


def _interval(message: Message) -> Interval:
    minimum, maximum = message.WhichOneof("min"), message.WhichOneof("max")
    return Interval(
        minimum=getattr(message, minimum) if minimum else -math.inf,
        maximum=getattr(message, maximum) if maximum else math.inf,
        exclusive_minimum=minimum == "exclusive_minimum",
        exclusive_maximum=maximum == "exclusive_maximum",
    )


def _position(spec: Message, values: Iterable[FacetValue]) -> tuple[bool, int]:
    dynamic = spec.enable_dynamic_position
    return dynamic, -sum(value.count for value in values) if dynamic else 0


def _message(key: str, values: Iterable[FacetValue]) -> Message:
    facet = de.SearchResponse.Facet(key=key)
    for one in values:
        value = facet.values.add(count=one.count)
        if isinstance(one.value, Interval):
            value.interval.SetInParent()
            _set_ends(value.interval, one.value)
        else:
            value.value = one.value
    return facet


def _set_ends(message: Message, interval: Interval) -> None:
    ends: dict[str, Any] = {}
    if interval.minimum > -math.inf:
        ends["exclusive_minimum" if interval.exclusive_minimum else "minimum"] = interval.minimum
    if interval.maximum < math.inf:
        ends["exclusive_maximum" if interval.exclusive_maximum else "maximum"] = interval.maximum
    for field, value in ends.items():
        setattr(message, field, value)
