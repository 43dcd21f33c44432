"""Patterns of addresses, which filters of websites name."""

from __future__ import annotations

import re
from collections.abc import Callable

_SCHEME = re.compile(r"[a-z]+://", re.IGNORECASE)


def covers(pattern: str) -> Callable[[str], bool]:
    """Tell the addresses that a pattern covers: a page or a site, with all that is below it.

    `*` is any text. The subdomains of a host belong to it (www.example.com to "example.com"), and
    how an address begins (https://) does not count.
    """
    site = _without_scheme(pattern)
    first, *others = map(re.escape, site.split("*"))
    # What was found once is not looked for elsewhere: many stars would take very long.
    between = "".join(f"(?>.*?{part})" for part in others[:-1])
    last = f".*{others[-1]}" if others else ""
    below = ".*" if site.endswith(("/", "*")) else "(?:[/?#].*)?"
    whole = re.compile(rf"(?:[^/?#]+\.)?{first}{between}{last}{below}", re.DOTALL)
    return lambda address: bool(address and whole.fullmatch(_without_scheme(address)))


def _without_scheme(address: str) -> str:
    """The address from its host on, which has no case."""
    host, slash, path = _SCHEME.sub("", address.strip(), count=1).partition("/")
    return f"{host.lower()}{slash}{path}"
