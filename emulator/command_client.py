"""How commands call a running emulator, with nothing but Python: its address, and requests."""

from __future__ import annotations

import argparse
import http.client
import os
import ssl
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from emulator import CommandError
from emulator.addresses import authority, is_base_url, reachable

START_OR_URL = "start it with `serve`, or give its address as --url"
"""What helps where nothing answers."""

# The emulator is on this machine or the next: a proxy of the environment is not the way to it.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def add_url_option(parser: argparse.ArgumentParser) -> None:
    """The option `--url` of commands that speak to a running emulator."""
    parser.add_argument(
        "--url",
        type=_base_url,
        default=_default_url(),
        help="address of the emulator (default: %(default)s)",
    )


def _base_url(text: str) -> str:
    if not is_base_url(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} should be an address such as http://127.0.0.1:8470"
        )
    return text.rstrip("/")


def _default_url() -> str:
    """Where `serve` listens with the same environment."""
    host = os.environ.get("EMULATOR_HOST") or "127.0.0.1"
    return f"http://{authority(reachable(host), os.environ.get('EMULATOR_PORT') or 8470)}"


def opened(request: urllib.request.Request, seconds: float) -> Any:
    """The response to a request, to be closed; what `urlopen` raises if there is none.

    CommandError if something answers that is no HTTP, which the error would quote byte by byte, or
    if it speaks no TLS.
    """
    where = urlsplit(request.full_url).netloc
    try:
        return _opener.open(request, timeout=seconds)
    except OSError as error:
        if _is_no_tls(getattr(error, "reason", None)):
            raise CommandError(f"{where} speaks no TLS: write http://, not https://") from None
        raise
    except http.client.HTTPException:
        raise CommandError(f"{where} does not speak HTTP/1.1, as the port of REST does") from None


def _is_no_tls(reason: object) -> bool:
    untrusted = isinstance(reason, ssl.SSLCertVerificationError)
    return isinstance(reason, ssl.SSLError) and not untrusted
