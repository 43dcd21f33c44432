"""A server in place of Cloud Storage, here a small one over a dict of objects."""

import io
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from emulator.ingestion.sources.buckets import NotFound, SourceError, read
from emulator.ingestion.sources.record import Record
from emulator.ingestion.sources.records import records
from emulator.ingestion.sources.server import StorageServer


class Handler(BaseHTTPRequestHandler):
    """Objects of the JSON API: list with prefix and pages of two, get, media, simple upload."""

    objects: dict[str, bytes]

    def do_GET(self):
        url = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        folder, _, name = url.path.partition("/o")
        if folder != "/storage/v1/b/bucket" or (name and unquote(name[1:]) not in self.objects):
            self.send_error(404)
        elif not name:
            self._json(self._page(query.get("prefix", ""), int(query.get("pageToken", "") or 0)))
        elif query.get("alt") == "media":
            self._reply(self.objects[unquote(name[1:])])
        else:
            self._json(self._item(unquote(name[1:])))

    def do_POST(self):
        query = parse_qs(urlsplit(self.path).query)
        length = int(self.headers["content-length"])
        self.objects[query["name"][0]] = self.rfile.read(length)
        self._json({})

    def _page(self, prefix, start):
        names = sorted(name for name in self.objects if name.startswith(prefix))
        page = {"items": [self._item(name) for name in names[start : start + 2]]}
        return page | ({"nextPageToken": str(start + 2)} if len(names) > start + 2 else {})

    def _item(self, name):
        return {"name": name, "size": str(len(self.objects[name]))}

    def _json(self, value):
        self._reply(json.dumps(value).encode())

    def _reply(self, body):
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def objects():
    return {
        "a/one.jsonl": b'{"id": "1"}\n',
        "a/two words.jsonl": b'{"id": "2"}\n',
        "a/deep/three.jsonl": b'{"id": "3"}\n',
        "b.txt": b"text",
    }


class Page(Handler):
    """A page for whatever is asked for, as servers of web applications have it."""

    def do_GET(self):
        self._reply(b"<!doctype html>")


@pytest.fixture
def buckets(objects):
    with served(type("Objects", (Handler,), {"objects": objects})) as found:
        yield found


@contextmanager
def served(handler):
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield StorageServer(f"127.0.0.1:{server.server_port}")
        server.shutdown()
        thread.join()


def test_wildcards_are_those_of_folders(buckets):
    assert [one.uri for one in buckets.find("gs://bucket/a/*.jsonl")] == [
        "gs://bucket/a/one.jsonl",
        "gs://bucket/a/two words.jsonl",
    ]
    assert len(list(buckets.find("gs://bucket/**"))) == 4


def test_files_are_read(buckets):
    assert read(buckets, "gs://bucket/b.txt", 4) == b"text"
    with pytest.raises(SourceError, match="4 bytes, more than the limit of 3"):
        read(buckets, "gs://bucket/b.txt", 3)


def test_records_come_from_it(buckets):
    found = list(records(["gs://bucket/a/*.jsonl"], "document", buckets))
    assert all(isinstance(one, Record) for one in found)
    assert [str(one.position) for one in found] == [
        "gs://bucket/a/one.jsonl:1",
        "gs://bucket/a/two words.jsonl:1",
    ]


def test_files_are_written(buckets, objects):
    buckets.write("gs://bucket/errors/x.jsonl", io.BytesIO(b"line\n"))
    assert objects["errors/x.jsonl"] == b"line\n"


@pytest.mark.parametrize("uri", ["gs://bucket/none", "gs://other/a", "gs://bucket/none/*"])
def test_what_is_not_there(buckets, uri):
    with pytest.raises(NotFound, match="gs://"):
        list(buckets.find(uri))


def test_a_server_that_is_not_there():
    with pytest.raises(SourceError, match="cannot be reached"):
        StorageServer("127.0.0.1:1").open("gs://bucket/a")


@pytest.mark.parametrize("uri", ["gs://bucket/a", "gs://bucket/a*"])
def test_a_server_of_something_else(uri):
    with served(Page) as buckets, pytest.raises(SourceError, match="no server of Cloud Storage"):
        list(buckets.find(uri))
