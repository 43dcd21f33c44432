"""The command line: `discoveryengine-emulator serve` and `wait`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from emulator import __version__

PROGRAM = "discoveryengine-emulator"
_USAGE = f"""usage: {PROGRAM} COMMAND [OPTIONS]

A local emulator of the Discovery Engine and CES APIs.

commands:
  serve    start the emulator
  wait     block until a running emulator is ready

`{PROGRAM} COMMAND --help` shows a command's options."""


class CommandError(Exception):
    """The command cannot do its work; the message says why and what would help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; answers the exit code (2 for a wrong command line or setting)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command, options = (given[0], given[1:]) if given else ("", [])
    if command in ("", "-h", "--help"):
        print(_USAGE)
        return 0
    if command == "--version":
        print(f"{PROGRAM} {__version__}")
        return 0
    run = {"serve": _serve, "wait": _wait}.get(command)
    if run is None:
        return _fail(f"unknown command '{command}'; see {PROGRAM} --help", 2)
    return run(options)


def _serve(options: list[str]) -> int:
    from pydantic import ValidationError
    from pydantic_settings import CliSettingsSource

    from emulator.settings import Settings

    try:
        source: CliSettingsSource[object] = CliSettingsSource(
            Settings, cli_prog_name=f"{PROGRAM} serve", cli_parse_args=options
        )
        settings = Settings(_cli_settings_source=source)  # type: ignore[call-arg]
    except ValidationError as error:
        return _fail("; ".join(_sentence(one) for one in error.errors()), 2)
    from emulator.app import run

    try:
        run(settings)
    except CommandError as error:
        return _fail(str(error), 1)
    return 0


def _wait(options: list[str]) -> int:
    from emulator.waiting import wait

    try:
        wait(options, f"{PROGRAM} wait")
    except CommandError as error:
        return _fail(str(error), 1)
    return 0


def _sentence(error: object) -> str:
    """One mistake in a setting, as a person would say it."""
    assert isinstance(error, dict)
    message = str(error["msg"]).removeprefix("Value error, ")
    if not error["loc"]:
        return message
    name = str(error["loc"][0])
    flag, variable = f"--{name.replace('_', '-')}", f"EMULATOR_{name.upper()}"
    return f"{flag} (or {variable}) is {error['input']!r}: {message}"


def _fail(message: str, code: int) -> int:
    print(f"{PROGRAM}: {message}", file=sys.stderr)
    return code
