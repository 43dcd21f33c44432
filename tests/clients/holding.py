"""Imports that go on for as long as a test wants: their second file is held back until then."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

from tests.clients.stores import unique
from tests.conftest import Api

HOLD_SECONDS = 25.0  # Less than the time in which a client of Cloud Storage gives up.


class Held:
    """An import of two files, the second of which comes when it is let go."""

    def __init__(self, api: Api, data_store: str, before: bytes, after: bytes) -> None:
        self._name = unique("held")
        self._gate = threading.Event()
        _Objects.contents[f"{self._name}/1.jsonl"] = before, None
        _Objects.contents[f"{self._name}/2.jsonl"] = after, self._gate
        uris = [f"gs://bucket/{self._name}/{number}.jsonl" for number in (1, 2)]
        self.operation: Any = api.client("DocumentService").import_documents(
            {
                "parent": f"{data_store}/branches/0",
                "gcs_source": {"input_uris": uris, "data_schema": "document"},
            }
        )
        """Of the client library; it is not done."""
        self.name: str = self.operation.operation.name

    def go_on(self) -> None:
        """Let the second file come."""
        self._gate.set()


@contextmanager
def storage() -> Iterator[str]:
    """The address of the server that the files are on, as STORAGE_EMULATOR_HOST has it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Objects) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        for _, gate in _Objects.contents.values():
            if gate is not None:
                gate.set()
        server.shutdown()
        thread.join()


def json_lines(documents: list[dict[str, Any]]) -> bytes:
    """Documents as a file of an import has them."""
    return b"".join(json.dumps(one).encode() + b"\n" for one in documents)


class _Objects(BaseHTTPRequestHandler):
    """Objects of the JSON API of Cloud Storage: what they are, and what is in them."""

    contents: ClassVar[dict[str, tuple[bytes, threading.Event | None]]] = {}

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        name = unquote(url.path.partition("/o/")[2])
        content, gate = self.contents[name]
        if url.query != "alt=media":
            content = json.dumps({"name": name, "size": str(len(content))}).encode()
        elif gate is not None:
            gate.wait(HOLD_SECONDS)
        with suppress(OSError):  # Who asked may have been killed.
            self.send_response(200)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass
