"""Protection against DNS rebinding: no web page may reach the emulator through a name of its own.

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

_AUTHORITY = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s:@/\[\]]*))(?::[0-9]*)?")
_NAMES = ("*.localhost", "*.googleapis.com", "host.docker.internal", "host.containers.internal")
_SETTING = "add it to the setting allowed_hosts (--allowed-hosts, EMULATOR_ALLOWED_HOSTS)"


class ForeignHost(Exception):
    """The Host or Origin header names something that has no business here."""

    def __init__(self, header: str, value: str) -> None:
        super().__init__(f"The {header} {value[:200]!r} is not allowed; {_SETTING} if it is yours.")


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
        origin = headers.get("origin", "null")
        if origin != "null" and not self._is_safe_origin(origin, host):
            raise ForeignHost("Origin", origin)

    def _is_safe_host(self, name: str | None) -> bool:
        if name is None:
            return False
        return "." not in name or _address(name) is not None or self._matches(name, _NAMES)

    def _is_safe_origin(self, origin: str, host: str) -> bool:
        """A page of this machine, or one that the emulator itself has served."""
        authority = origin.partition("://")[2].lower()
        name = _name(authority)
        if not name:
            return False
        address = _address(name)
        if authority == host.lower() or (address is not None and address.is_loopback):
            return True
        return name == "localhost" or self._matches(name, ("*.localhost",))

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
