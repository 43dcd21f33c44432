"""A language model behind a URL that speaks the chat protocol of OpenAI."""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, Timer
from typing import Any
from urllib.parse import urlsplit

import orjson

_PATH = "/chat/completions"
_LARGEST_REPLY = 1_000_000

# Models that reason aloud put it before the answer.
_THOUGHTS = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)

Json = dict[str, Any]


class ChatError(Exception):
    """The model gave no answer; the message says why, as a sentence about the model goes on."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model answers: its message, and how many tokens that took if it says so."""

    message: Json
    usage: Json

    @property
    def text(self) -> str:
        """What it says, without what it thought aloud; empty if it says nothing."""
        content = self.message.get("content")
        if isinstance(content, list):  # Some servers answer in parts.
            parts = (one.get("text") for one in content if isinstance(one, dict))
            content = "".join(one for one in parts if isinstance(one, str))
        return _THOUGHTS.sub("", content).strip() if isinstance(content, str) else ""


@dataclass(frozen=True, slots=True)
class ChatApi:
    """The API that a model is asked through; `url` is its base, such as "http://host:8080/v1".

    `name` is the model's, `timeout`, in seconds, bounds a whole call.
    """

    url: str
    name: str
    key: str
    timeout: float

    def complete(self, request: Mapping[str, Any]) -> Completion:
        """The completion of a request, which has at least `messages`; ChatError if there is none.

        The temperature is 0 unless the request says otherwise.
        """
        # Numbers may be of any size, and texts have halves of characters.
        body = json.dumps({"model": self.name, "temperature": 0, **request}).encode()
        with self._connection() as connection:
            connection.request("POST", self._path(), body, self._headers())
            response = connection.getresponse()
            reply = response.read(_LARGEST_REPLY + 1)
        if response.status != http.client.OK:
            raise ChatError(f"it answered with status {response.status}")
        if len(reply) > _LARGEST_REPLY:
            raise ChatError(f"it answered with more than {_LARGEST_REPLY} bytes")
        return _read(reply)

    def write(self, instruction: str, about: str) -> str:
        """What the model writes to an instruction about a text; ChatError if that fails."""
        roles = (("system", instruction), ("user", about))
        messages = [{"role": role, "content": content} for role, content in roles]
        return self.complete({"messages": messages}).text

    def _path(self) -> str:
        path = urlsplit(self.url).path.rstrip("/")
        return path if path.endswith(_PATH) else path + _PATH

    def _headers(self) -> dict[str, str]:
        authorization = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        return {"Content-Type": "application/json", "Connection": "close", **authorization}

    @contextmanager
    def _connection(self) -> Iterator[http.client.HTTPConnection]:
        """A connection that is cut when the time is up, however slowly the reply drips in."""
        parts = urlsplit(self.url)
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=self.timeout)
        late = Event()
        try:
            connection.connect()
            with _deadline(connection.sock, self.timeout, late):
                yield connection
        except (OSError, http.client.HTTPException) as error:
            if late.is_set() or isinstance(error, TimeoutError):
                raise ChatError(f"it did not answer within {self.timeout:g} s") from None
            raise ChatError(f"it cannot be reached: {error or type(error).__name__}") from None
        finally:
            connection.close()


@contextmanager
def _deadline(connected: socket.socket, timeout: float, late: Event) -> Iterator[None]:
    def cut() -> None:
        late.set()
        with suppress(OSError):
            connected.shutdown(socket.SHUT_RDWR)

    timer = Timer(timeout, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
        if late.is_set():  # What was cut may look complete where the length was not announced.
            raise TimeoutError
    finally:
        timer.cancel()


def _read(reply: bytes) -> Completion:
    try:
        document: Any = orjson.loads(reply)
        message = document["choices"][0]["message"]
        usage = document.get("usage")
    except (ValueError, LookupError, TypeError, AttributeError):
        raise ChatError("its reply is not a chat completion") from None
    if not isinstance(message, dict):
        raise ChatError("its reply is not a chat completion")
    return Completion(message, usage if isinstance(usage, dict) else {})
