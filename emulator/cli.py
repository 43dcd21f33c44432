"""The command line: `discoveryengine-emulator serve`, `import` and `wait`."""

from __future__ import annotations

import gc
import os
import signal
import sys
from argparse import SUPPRESS, ArgumentParser, BooleanOptionalAction
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from emulator import CommandError, __version__

if TYPE_CHECKING:
    from emulator.settings import Settings

PROGRAM = "discoveryengine-emulator"
_SECRETS = ("model_key",)
_USAGE = f"""usage: {PROGRAM} COMMAND [OPTIONS]

A local emulator of the Discovery Engine and CES APIs.

commands:
  serve    start the emulator
  import   import files into a running emulator
  wait     block until a running emulator is ready

`{PROGRAM} COMMAND --help` shows a command's options, `{PROGRAM} --version` the version."""


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
    commands = {"serve": _serve, "import": _import, "wait": _wait}
    if command not in commands:
        hint = _hint(command, commands) or f"; see {PROGRAM} --help"
        return _fail(f"unknown command '{command}'{hint}", 2)
    try:
        return commands[command](options)
    except CommandError as error:
        return _fail(str(error), 1)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def read_settings(options: Sequence[str]) -> Settings:
    """The settings of `serve` from its flags and the environment.

    Leaves with exit code 2 for flags that are unknown or exclude each other; pydantic's
    ValidationError for a bad value.
    """
    from emulator.settings import Settings

    parser = _parser()
    parsed, unknown = parser.parse_known_args(options)
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}{_meant(unknown[0])}")
    given = vars(parsed)
    if "data_dir" in given:
        if given.get("ephemeral"):
            parser.error("--data-dir and --ephemeral exclude each other; choose one")
        given.setdefault("ephemeral", False)  # A flag wins over the environment.
    return Settings(**given)


def _serve(options: Sequence[str]) -> int:
    # Until the emulator serves there is nothing to bring to an end.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    # Imports make many objects and hardly any garbage; `run` turns collection on when it serves.
    gc.disable()
    try:
        return _serve_with(options)
    finally:
        gc.enable()


def _serve_with(options: Sequence[str]) -> int:
    from pydantic import ValidationError

    try:
        settings = read_settings(options)
    except ValidationError as error:
        return _fail("; ".join(_sentence(one) for one in error.errors()), 2)
    from emulator.process import run
    from emulator.settings import unknown_variables

    for name, meant in unknown_variables(os.environ).items():
        hint = f"; did you mean {meant}?" if meant else ""
        print(f"{PROGRAM}: {name} is the variable of no setting{hint}", file=sys.stderr)
    run(settings)
    return 0


def _import(options: Sequence[str]) -> int:
    from emulator.importing.command import run

    run(options, f"{PROGRAM} import")
    return 0


def _wait(options: Sequence[str]) -> int:
    from emulator.wait_command import wait

    wait(options, f"{PROGRAM} wait")
    return 0


def _parser() -> ArgumentParser:
    """A flag for each setting. Flags that are not given leave no trace, so others can fill in."""
    from emulator.settings import Settings, variable

    parser = ArgumentParser(
        prog=f"{PROGRAM} serve",
        usage="%(prog)s [OPTIONS]",
        description="Start the emulator.",
        epilog=f"Each option is also an environment variable: --grpc-port is "
        f"{variable('grpc_port')}. A flag wins over the environment.",
        argument_default=SUPPRESS,
        allow_abbrev=False,
    )
    for name, field in Settings.model_fields.items():
        shown = f" (default: {field.default})" if field.default not in (None, ()) else ""
        action: Any = BooleanOptionalAction if field.annotation is bool else "store"
        parser.add_argument(_flag(name), action=action, help=f"{field.description}{shown}")
    return parser


def _meant(argument: str) -> str:
    """What may be meant by an argument that is no option."""
    from emulator.settings import Settings

    if argument.isdigit():
        return f"; did you mean --port {argument}?"
    given = argument.partition("=")[0].replace("_", "-")
    return _hint(given, map(_flag, Settings.model_fields))


def _hint(given: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    alike = get_close_matches(given, list(known), n=1, cutoff=0.8)
    return f"; did you mean {alike[0]}?" if alike else ""


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _sentence(error: Mapping[str, Any]) -> str:
    """One mistake in a setting, as a person would say it."""
    from emulator.settings import variable

    message = str(error["msg"]).removeprefix("Value error, ")
    for subject in ("Input", "String"):
        message = message.replace(f"{subject} should", "it should")
    if not error["loc"]:
        return message
    name = str(error["loc"][0])
    shown = "hidden" if name in _SECRETS else repr(error["input"])
    return f"{_flag(name)} (or {variable(name)}) is {shown}: {message}"


def _fail(message: str, code: int) -> int:
    print(f"{PROGRAM}: {message}", file=sys.stderr)
    return code
