"""Servers of others that tools call: an API of orders, and an MCP server made with its SDK."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import uvicorn
from mcp.server import MCPServer

ORDERS = """
openapi: 3.0.3
info: {title: Orders, version: "1"}
servers:
  - url: ADDRESS
paths:
  /orders/{order_id}:
    parameters:
      - {name: order_id, in: path, required: true, schema: {type: string}}
    get:
      operationId: getOrder
      summary: Finds an order.
      parameters:
        - {name: fields, in: query, schema: {type: array, items: {type: string}}}
        - name: session
          in: header
          schema: {type: string}
          x-ces-session-context: $context.variables.token
      responses:
        200:
          description: The order.
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Order"}
  /orders:
    post:
      operationId: createOrder
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [item]
              properties:
                item: {type: string, description: What to send.}
                count: {type: integer, default: 1}
      responses: {}
  /broken:
    get:
      operationId: breakDown
      responses: {}
components:
  schemas:
    Order:
      type: object
      properties:
        path: {type: string}
        parts: {type: array, items: {$ref: "#/components/schemas/Order"}}
"""


class _Orders(BaseHTTPRequestHandler):
    """Answers with what it was asked."""

    def _answer(self) -> None:
        sent = self.rfile.read(int(self.headers.get("content-length") or 0))
        is_json = self.headers.get("content-type", "application/json") == "application/json"
        url = urlsplit(self.path)
        said = {
            "path": url.path,
            "query": parse_qs(url.query),
            "body": json.loads(sent or b"null") if is_json else sent.decode(),
            "session": self.headers.get("session"),
            "authorization": self.headers.get("authorization"),
        }
        content = json.dumps(said).encode()
        self.send_response(500 if url.path == "/broken" else 200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = _answer  # noqa: N815

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def orders() -> Iterator[str]:
    """The address of the API."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Orders)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@contextmanager
def mcp_server(*, json_response: bool) -> Iterator[str]:
    """The address of an MCP server, which answers in JSON or in streams of events."""
    made = MCPServer("Weather")

    @made.tool()
    def forecast(city: str, days: int = 1) -> dict[str, Any]:
        """Tells the weather."""
        if city == "Nowhere":
            raise ValueError("There is no such city.")
        return {"city": city, "days": days}

    @made.tool()
    def alarm() -> str:
        """Tells of dangers."""
        return "None."

    @made.tool()
    def stations() -> dict:
        """Lists the stations."""
        return {"stations": ["Oslo"]}

    app = made.streamable_http_app(json_response=json_response)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
    config = uvicorn.Config(app, port=port, log_level="error", ws="none")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}/mcp"
    running.should_exit = True
    thread.join(5)
