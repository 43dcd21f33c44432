"""Where a search is made from, as its request or its query says."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.retrieval.filters.geo import Point, parse_point, point
from emulator.retrieval.query_understanding.constraints import PlaceConstraint
from emulator.retrieval.query_understanding.places import find_places
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message


class UserLocations:
    """Where a search is made from: what distances in ranking expressions are counted from."""

    def __init__(self, request: Message, scopes: Scopes) -> None:
        self._request = request
        self._locate = scopes.fields.known.locate
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
        found = find_places(self._request.query, [field], self._locate)
        located = (one for one in found if isinstance(one, PlaceConstraint))
        return next((Point(one.latitude, one.longitude) for one in located), None)

    def _given(self) -> Point | None:
        location = self._request.user_info.precise_location
        if not location.HasField("point"):
            return None
        return point(location.point.latitude, location.point.longitude)

    def _located(self, field: str, address: str) -> Point | None:
        return parse_point(address) or self._locate(field, address)
