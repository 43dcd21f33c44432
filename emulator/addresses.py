"""How addresses are written, and which one reaches a server. Needs nothing but Python."""

from __future__ import annotations

import argparse
import ipaddress
import os
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


def add_url_option(parser: argparse.ArgumentParser) -> None:
    """The option `--url` of commands that speak to a running emulator."""
    parser.add_argument(
        "--url",
        type=_base_url,
        default=default_url(),
        help="address of the emulator (default: %(default)s)",
    )


def _base_url(text: str) -> str:
    if not is_base_url(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} should be an address such as http://127.0.0.1:8470"
        )
    return text.rstrip("/")


def default_url() -> str:
    """Where `serve` listens with the same environment."""
    host = os.environ.get("EMULATOR_HOST") or "127.0.0.1"
    return f"http://{authority(reachable(host), os.environ.get('EMULATOR_PORT') or 8470)}"
