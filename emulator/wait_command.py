"""`wait`: blocks until a running emulator answers that it is ready. Needs nothing but Python."""

from __future__ import annotations

import argparse
import time
import urllib.error
import urllib.request
from collections.abc import Sequence

from emulator import CommandError
from emulator.command_client import START_OR_URL, add_url_option, opened

_INTERVAL_SECONDS = 0.1
_MOST_SECONDS = 86_400  # A socket takes no timeout of any length.


def wait(options: Sequence[str], program: str) -> None:
    """Poll `/readyz` until it answers 200; CommandError after the timeout or for a wrong port."""
    parser = argparse.ArgumentParser(
        prog=program,
        usage="%(prog)s [OPTIONS]",
        description="Block until a running emulator is ready; exit code 1 after the timeout.",
    )
    add_url_option(parser)
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=60.0,
        help="seconds to wait at most (default: %(default)g)",
    )
    asked = parser.parse_args(options)
    deadline = time.monotonic() + asked.timeout
    while (state := _state(asked.url, deadline)) != "ready":
        if time.monotonic() >= deadline:
            raise CommandError(f"{asked.url} is not ready after {asked.timeout:g} s: {state}")
        time.sleep(_INTERVAL_SECONDS)


def _seconds(text: str) -> float:
    try:
        if 0 <= (seconds := float(text)) <= _MOST_SECONDS:
            return seconds
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} should be a number from 0 to {_MOST_SECONDS}")


def _state(url: str, deadline: float) -> str:
    """`ready`, or why not yet; CommandError if it never will be."""
    patience = max(_INTERVAL_SECONDS, deadline - time.monotonic())
    try:
        with opened(urllib.request.Request(f"{url}/readyz"), patience) as answer:
            return "ready" if answer.status == 200 else f"it answers {answer.status}"
    except urllib.error.HTTPError as error:
        error.close()
        return "it is still starting" if error.code == 503 else f"it answers {error.code}"
    except (OSError, ValueError) as error:
        return f"{getattr(error, 'reason', error)}; {START_OR_URL}"
