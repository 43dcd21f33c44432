"""google.cloud.location.Locations: the locations that the service has."""

from __future__ import annotations

from emulator.resources import paging
from emulator.surface import names
from emulator.surface.errors import not_found
from emulator.surface.messages import location
from emulator.surface.registry import Message

_LOCATIONS = ("global", "us", "eu")


class Locations:
    """The multi-regions; the emulator serves each of them alike, on the same port."""

    def list_locations(self, request: Message) -> Message:
        """All locations of a project."""
        project = names.canonical(request.name)
        page = paging.OffsetPage.of(request, 100, 1000)
        ids, token = page.cut(_LOCATIONS)
        found = [_location(f"{project}/locations/{one}") for one in ids]
        return location.ListLocationsResponse(locations=found, next_page_token=token)

    def get_location(self, request: Message) -> Message:
        """One location."""
        name = names.canonical(request.name)
        if names.resource_id(name) not in _LOCATIONS:
            raise not_found("Location", name)
        return _location(name)


def _location(name: str) -> Message:
    return location.Location(name=name, location_id=names.resource_id(name))
