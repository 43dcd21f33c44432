"""How addresses are written, and which one reaches a server. Needs nothing but Python."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

_WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def authority(host: str, port: int | str) -> str:
    """`host:port` as a URL has it: an IPv6 address stands in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def reachable(host: str) -> str:
    """Where this machine reaches a server that listens on `host`, which may be a wildcard."""
    return _WILDCARDS.get(host, host)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine and nothing else: `localhost`, `127.0.0.1`, `::1`."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def hostname(url: str) -> str:
    """The host of a URL; empty if it has none or is no URL."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_base_url(url: str) -> bool:
    """Whether paths of an HTTP API can be put behind this: no user, query or fragment."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url
    extra = parts.username or parts.password or parts.query or parts.fragment
    return plain and named and not extra and parts.scheme in ("http", "https")


def is_authority(text: str) -> bool:
    """Whether this is `host` or `host:port`, and nothing more."""
    return "/" not in text and is_base_url(f"http://{text}")
