"""A small server that speaks the chat protocol, as models on this machine do."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class ChatServer:
    """What it replies, and what it was asked.

    The next of `replies` is sent, or `reply` if none is left: as it is if it is bytes, else in a
    chat completion, as its message if it is a mapping or that's content. `drip` is the pause, in
    seconds, before each byte. Nothing is sent while `writing` is cleared.
    """

    url: str
    reply: Any = "Yes."
    status: int = 200
    drip: float = 0.0
    writing: threading.Event = field(default_factory=threading.Event)
    requests: list[dict[str, Any]] = field(default_factory=list)
    replies: list[Any] = field(default_factory=list)

    def body(self) -> bytes:
        """The next reply on the wire."""
        reply = self.replies.pop(0) if self.replies else self.reply
        if isinstance(reply, bytes):
            return reply
        message = reply if isinstance(reply, dict) else {"role": "assistant", "content": reply}
        usage = {"prompt_tokens": 40, "completion_tokens": 8}
        return json.dumps({"choices": [{"index": 0, "message": message}], "usage": usage}).encode()


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    """Serve on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            asked = json.loads(self.rfile.read(length))
            headers = {name.lower(): value for name, value in self.headers.items()}
            chat.requests.append({"path": self.path, "headers": headers, **asked})
            chat.writing.wait()
            try:
                self.send_response(chat.status)
                self.end_headers()
                self._send(chat.body())
            except OSError:  # Who asked has gone.
                return

        def _send(self, body: bytes) -> None:
            for byte in body if chat.drip else [body]:
                time.sleep(chat.drip)
                self.wfile.write(bytes([byte]) if isinstance(byte, int) else byte)
                self.wfile.flush()

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    chat = ChatServer(f"http://127.0.0.1:{server.server_port}/v1")
    chat.writing.set()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield chat
    finally:
        chat.writing.set()
        server.shutdown()
        server.server_close()
