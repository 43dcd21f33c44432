"""Regional endpoints: `us-discoveryengine.googleapis.com` serves what is in the location `us`, and
`discoveryengine.googleapis.com` what is in `global`."""

from __future__ import annotations

import re

from emulator.surface import caller
from emulator.surface.errors import ApiError, Code
from emulator.surface.registry import Message, Method
from emulator.surface.validation import resource_names

_HOST = re.compile(r"(?:(?P<region>[a-z0-9-]+)-)?discoveryengine(?:[.:].*)?")
_TEXT = (
    'Incorrect API endpoint used. The current endpoint can only serve traffic from "{}" region, '
    'but got "{}" region from the API request.'
)
_LOCATION = re.compile(r"projects/[^/]*/locations/([^/]+)")


def check_region(method: Method, request: Message) -> None:
    """INVALID_ARGUMENT, in the real service's words, for a resource of another location than that
    of the host that is called. A host of another kind serves every location."""
    host = _HOST.fullmatch((caller.client.get().header("host") or "").lower())
    if host is None or method.api != "discoveryengine":
        return
    own = host["region"] or "global"
    for name in resource_names(method, request):
        found = _LOCATION.match(name)
        if found is not None and found[1] not in (own, "-"):
            raise ApiError(Code.INVALID_ARGUMENT, _TEXT.format(own, found[1]))
