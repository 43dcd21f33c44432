"""Which methods real client libraries have called: recorded while the tests run.

`python -m tests.proof serve ...` is the emulator with a recorder between doors and services. It
appends to the file named by `RECORD` the gRPC path of each method that one of Google's client
libraries called and that succeeded. As a pytest plugin this module makes that file, and with
`--prove` it writes what a run without failures has shown to docs/methods.json and README.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

RECORD = "PROOF_RECORD"
_WRONG = pytest.StashKey[list[str]]()

# How the libraries name themselves in x-goog-api-client: generated clients, handwritten layers
# over them, and the discovery-based client. The tests' own HTTP calls have no such header.
_LIBRARIES = ("gapic/", "gccl/", "gdcl/")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--prove`."""
    parser.addoption(
        "--prove", action="store_true", help="write the methods proven by this run to the docs"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the record, unless this is a worker process of a run that has made it."""
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory(prefix="proof-")
        config.add_cleanup(folder.cleanup)
        path = Path(folder.name) / "methods"
        path.touch()
        os.environ[RECORD] = str(path)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what a run without failures has proven, or fail where a run of all tests differs."""
    from scripts import methods, readme

    config = session.config
    if hasattr(config, "workerinput") or session.exitstatus != pytest.ExitCode.OK:
        return
    found = proven(Path(os.environ[RECORD]))
    if config.option.prove:
        readme.update(found)
    elif _runs_everything(config) and (wrong := methods.kept() ^ found):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        config.stash[_WRONG] = sorted(wrong)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Name the methods that docs/methods.json has wrong."""
    if wrong := config.stash.get(_WRONG, None):
        terminalreporter.section("docs/methods.json is not what this run has proven")
        terminalreporter.line("\n".join(wrong))
        terminalreporter.line("run `scripts/test --prove`")


def _runs_everything(config: pytest.Config) -> bool:
    option = config.option
    only_failed = getattr(option, "lf", False)  # There is no such option without pytest's cache.
    return config.args_source is config.ArgsSource.TESTPATHS and not (
        option.keyword or option.markexpr or only_failed or option.collectonly
    )


def proven(record: Path) -> set[str]:
    """The gRPC paths of the methods in a record."""
    return set(record.read_text().split())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the emulator's command line with the recorder in it."""
    from emulator import app, cli
    from emulator.surface.registry import Message, Method
    from emulator.transports.dispatch import Dispatcher
    from emulator.transports.grpc import grpc_server
    from emulator.transports.rest.rest_app import RestApp

    record = Path(os.environ[RECORD])
    by_library: ContextVar[bool] = ContextVar("by_library", default=False)
    seen: set[str] = set()

    def note(method: Method) -> None:
        if by_library.get() and method.path not in seen:
            seen.add(method.path)
            with record.open("a") as file:
                file.write(f"{method.path}\n")

    class Recorder(Dispatcher):
        async def call(self, method: Method, request: Message) -> Message:
            response = await super().call(method, request)
            if not _is_failed_operation(response):
                note(method)
            return response

        async def stream(self, method: Method, request: Message) -> AsyncIterator[Message]:
            async for part in super().stream(method, request):
                yield part
            note(method)

        async def converse(
            self, method: Method, requests: AsyncIterator[Message]
        ) -> AsyncIterator[Message]:
            async for part in super().converse(method, requests):
                yield part
            note(method)

    class Rest(RestApp):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            by_library.set(_names_library(scope["headers"]))
            await super().__call__(scope, receive, send)

    class Grpc(grpc_server.ApiHandler):
        def service(self, handler_call_details: Any) -> Any:
            by_library.set(_names_library(handler_call_details.invocation_metadata))
            return super().service(handler_call_details)

    app.Dispatcher, app.RestApp, grpc_server.ApiHandler = Recorder, Rest, Grpc  # type: ignore[misc]
    return cli.main(arguments)


def _is_failed_operation(response: Any) -> bool:
    operation = response.DESCRIPTOR.full_name == "google.longrunning.Operation"
    return operation and response.HasField("error")


def _names_library(headers: Iterable[tuple[str | bytes, str | bytes]]) -> bool:
    """Whether the headers are those of one of Google's client libraries."""
    values = (
        value for name, value in headers if name in ("x-goog-api-client", b"x-goog-api-client")
    )
    texts = (value.decode("latin-1") if isinstance(value, bytes) else value for value in values)
    return any(library in text for text in texts for library in _LIBRARIES)


if __name__ == "__main__":
    sys.exit(main())
