"""`wait`: blocks until a running emulator answers that it is ready. Needs nothing but Python."""

from __future__ import annotations

import argparse
import os
import time
import urllib.error
import urllib.request

from emulator.cli import CommandError

_INTERVAL_SECONDS = 0.1


def wait(options: list[str], program: str) -> None:
    """Poll `/readyz` until it answers 200; CommandError after the timeout."""
    parser = argparse.ArgumentParser(prog=program, description="Block until the emulator is ready.")
    port = os.environ.get("EMULATOR_PORT", "8470")
    parser.add_argument(
        "--url", default=f"http://127.0.0.1:{port}", help="address of the emulator (%(default)s)"
    )
    parser.add_argument(
        "--timeout", type=float, default=60.0, help="seconds to wait at most (%(default)s)"
    )
    asked = parser.parse_args(options)
    deadline = time.monotonic() + asked.timeout
    while (state := _state(asked.url)) != "ready":
        if time.monotonic() >= deadline:
            raise CommandError(f"{asked.url} is not ready after {asked.timeout:g} s: {state}")
        time.sleep(_INTERVAL_SECONDS)


def _state(url: str) -> str:
    """`ready`, or why not yet."""
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/readyz", timeout=5) as answer:
            return "ready" if answer.status == 200 else f"it answers {answer.status}"
    except urllib.error.HTTPError as error:
        return f"it answers {error.code}"
    except (OSError, ValueError) as error:
        return str(getattr(error, "reason", error))
