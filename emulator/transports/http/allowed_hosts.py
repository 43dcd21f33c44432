"""Which web pages may call: those of this machine, of the emulator itself, and those allowed.

Protection against DNS rebinding, too: no page may reach the emulator through a name of its own.

https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
An attacker needs a name that public DNS resolves, so addresses and names without a dot are safe.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Sequence
from fnmatch import fnmatchcase

from starlette.datastructures import Headers

from emulator.surface.errors import ApiError, Code

_AUTHORITY = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s:@/\[\]]*))(?::[0-9]*)?")
_NAMES = ("*.localhost", "*.googleapis.com", "host.docker.internal", "host.containers.internal")
_SETTING = "add it to the setting allowed_hosts (--allowed-hosts, EMULATOR_ALLOWED_HOSTS)"


class ForeignHost(ApiError):
    """The Host or Origin header names something that has no business here."""

    def __init__(self, header: str, value: str) -> None:
        super().__init__(
            Code.PERMISSION_DENIED,
            f"The {header} {value[:200]!r} is not allowed; {_SETTING} if it is yours.",
        )


class HostCheck:
    """Checks where a request was sent and which web page, if any, sent it.

    `allowed` are further names, `*.example.com` for all below one, `*` for any.
    """

    def __init__(self, allowed: Sequence[str]) -> None:
        own = socket.gethostname()
        self._allowed = tuple(filter(None, map(_name, (own, *allowed))))

    def check(self, headers: Headers) -> None:
        """ForeignHost if a request's Host or Origin is neither local nor allowed."""
        host = headers.get("host", "")
        if not self._is_safe_host(_name(host)):
            raise ForeignHost("Host", host)
        self.check_page(headers)

    def check_page(self, headers: Headers) -> None:
        """ForeignHost if a web page sent the request that is neither local nor allowed."""
        origin = headers.get("origin")
        if origin is not None and not self.allows(origin, headers.get("host", "")):
            raise ForeignHost("Origin", origin)

    def _is_safe_host(self, name: str | None) -> bool:
        if name is None:
            return False
        return "." not in name or _address(name) is not None or self._matches(name, _NAMES)

    def allows(self, origin: str, host: str = "") -> bool:
        """Whether a page is of this machine, allowed, or served by the emulator under its `host`.

        Files and sandboxed frames have the origin `null`, which any page can take.
        """
        if origin == "null":
            return self._matches(origin, ())
        authority = origin.partition("://")[2].lower()
        name = _name(authority)
        if not name:
            return False
        address = _address(name)
        if address is not None and address.is_loopback:
            return True
        if authority == host.lower() and self._is_safe_host(name):
            return True
        return self._matches(name, ("localhost", "*.localhost"))

    def _matches(self, name: str, patterns: Sequence[str]) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in (*patterns, *self._allowed))


def _name(authority: str) -> str | None:
    """`Example.com.:8470` -> `example.com`, `[::1]:8470` -> `::1`; None if it is no authority."""
    found = _AUTHORITY.fullmatch(authority.strip().lower())
    return found and (found[1] or found[2].rstrip("."))


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
