"""Places that requests name: found by documents that are named so, as there is no geocoding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retriever import Retriever
from emulator.discoveryengine.scopes import Scopes
from emulator.discoveryengine.struct_data import attributes
from emulator.retrieval.attributes import UNLOCATED, Attributes
from emulator.retrieval.filters.conditions import Condition, TextIn
from emulator.retrieval.filters.geo import Point, parse_point, point
from emulator.retrieval.natural.constraints import PlaceConstraint
from emulator.retrieval.natural.places import find_places
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message


class Places:
    """Finds places by the documents that are named after them."""

    def __init__(self, environment: Environment, scopes: Scopes) -> None:
        self._environment = environment
        self._scopes = scopes

    def locate(self, field: str, name: str) -> Point | None:
        """The place, in a field, of a document that has the name as a value or as its words."""
        texts = [path for path, one in self._scopes.fields.known.types.items() if one == "string"]
        named: list[Condition] = [TextIn(path, (name,)) for path in texts]
        return next(filter(None, (self._point(field, one) for one in named)), None)

    def _point(self, field: str, condition: Condition) -> Point | None:
        each = tuple(replace(one, filters=(condition,), boosts=()) for one in self._scopes.each)
        retriever = Retriever(self._environment, replace(self._scopes, each=each, order=()))
        for found in retriever.documents("", 1, 0).found:
            points: Iterable[Point] = Attributes.read(attributes(found.row.body)).points.get(
                field, ()
            )
            return next((point for point in points if point is not UNLOCATED), None)
        return None


class Origins:
    """Where a search is made from: what distances in ranking expressions are counted from."""

    def __init__(self, environment: Environment, request: Message, scopes: Scopes) -> None:
        self._request = request
        self._places = Places(environment, scopes)
        self.of: Callable[[str, str], Point | None] = lru_cache(self._of)

    def check(self, distance: str) -> None:
        """INVALID_ARGUMENT for a distance from `request_loc` without a place in the request."""
        where, location = "user_info.precise_location", self._request.user_info.precise_location
        if "(request_loc," not in distance:
            return
        if location.WhichOneof("location") is None:
            raise missing_field(where)
        if location.HasField("point") and self._given() is None:
            raise invalid_argument(
                f"{where}.point", "latitude must be in [-90, 90], longitude in [-180, 180]."
            )

    def _of(self, source: str, field: str) -> Point | None:
        """The place that the request or its query names, None if nothing tells where that is."""
        if source == "request_loc":
            return self._given() or self._located(
                field, self._request.user_info.precise_location.address
            )
        found = find_places(self._request.query, [field], self._places.locate)
        located = (one for one in found if isinstance(one, PlaceConstraint))
        return next((Point(one.latitude, one.longitude) for one in located), None)

    def _given(self) -> Point | None:
        location = self._request.user_info.precise_location
        if not location.HasField("point"):
            return None
        return point(location.point.latitude, location.point.longitude)

    def _located(self, field: str, address: str) -> Point | None:
        return parse_point(address) or self._places.locate(field, address)
