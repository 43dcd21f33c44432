"""A language model behind a URL that speaks the chat protocol of OpenAI."""

from __future__ import annotations

import http.client
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, Timer
from typing import Any
from urllib.parse import urlsplit

import orjson

from emulator.answering.generation.writer import Task, WriterError

_PATH = "/chat/completions"
_LARGEST_REPLY = 1_000_000

# Citations are computed afterwards; models that were not asked for markers write them all the same.
_MARKERS = re.compile(r"\s?\[\d+(?:\s?,\s?\d+)*\]")

# Models that reason aloud put it before the answer.
_THOUGHTS = re.compile(r"<think>.*?</think>", re.DOTALL)

_INSTRUCTION = (
    "Answer the question in at most {sentences} sentences. Use only what the numbered sources "
    "say, with their names, numbers and units. Write plain text without citation markers{form}."
)


@dataclass(frozen=True, slots=True)
class ChatModel:
    """Writes answers with a model; `url` is the base of its API, such as "http://host:8080/v1".

    `timeout`, in seconds, bounds the whole call.
    """

    url: str
    name: str
    key: str
    timeout: float

    def __call__(self, task: Task) -> str:
        """The text that the model writes; WriterError if it does not."""
        body = orjson.dumps({"model": self.name, "messages": _messages(task), "temperature": 0})
        with self._connection() as connection:
            connection.request("POST", self._path(), body, self._headers())
            response = connection.getresponse()
            reply = response.read(_LARGEST_REPLY + 1)
        if response.status != http.client.OK:
            raise WriterError(f"it answered with status {response.status}")
        if len(reply) > _LARGEST_REPLY:
            raise WriterError(f"it answered with more than {_LARGEST_REPLY} bytes")
        return _content(reply)

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
                raise WriterError(f"it did not answer within {self.timeout:g} s") from None
            raise WriterError(f"it cannot be reached: {error or type(error).__name__}") from None
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


def _messages(task: Task) -> list[dict[str, str]]:
    form = task.question.form
    points = ", one point a line" if form.bullets else ""
    system = _INSTRUCTION.format(sentences=form.sentences, form=points)
    if task.question.language:
        system += f" Write in the language {task.question.language}."
    if task.question.instructions:
        system += f"\n\n{task.question.instructions}"
    sources = "\n\n".join(
        f"Source {number}: {passage.title}\n{passage.text}"
        for number, passage in enumerate(task.passages, start=1)
    )
    asked = f"{sources}\n\nQuestion: {task.question.text}"
    return [{"role": "system", "content": system}, {"role": "user", "content": asked}]


def _content(reply: bytes) -> str:
    try:
        document: Any = orjson.loads(reply)
        content = document["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError):
        raise WriterError("its reply is not a chat completion") from None
    text = _MARKERS.sub("", _THOUGHTS.sub("", content)).strip() if isinstance(content, str) else ""
    if not text:
        raise WriterError("its reply has no text")
    return text
