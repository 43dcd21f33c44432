"""How commands call a running emulator. Needs nothing but Python."""

from __future__ import annotations

import http.client
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from emulator.cli import CommandError

# The emulator is on this machine or the next: a proxy of the environment is not the way to it.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def opened(request: urllib.request.Request, seconds: float) -> Any:
    """The response to a request, to be closed; what `urlopen` raises if there is none.

    CommandError if something answers that is no HTTP: the error would quote it byte by byte.
    """
    try:
        return _opener.open(request, timeout=seconds)
    except OSError:
        raise
    except http.client.HTTPException:
        where = urlsplit(request.full_url).netloc
        raise CommandError(f"{where} does not speak HTTP/1.1, as the port of REST does") from None
