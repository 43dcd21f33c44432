"""A server that stands in for Cloud Storage, such as fake-gcs-server, through its JSON API.

Paths and fields are those of https://cloud.google.com/storage/docs/json_api/v1.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from typing import IO, Any
from urllib.parse import quote, urlencode

from emulator.ingestion.sources.buckets import SCHEME, NotFound, SourceError, StoredFile, split
from emulator.ingestion.sources.wildcards import has_wildcards, literal_prefix, matches

_TIMEOUT_SECONDS = 30.0

# It is on this machine or the next: a proxy of the environment is not the way to it.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class StorageServer:
    """The buckets of the server at `host`, as STORAGE_EMULATOR_HOST has it."""

    def __init__(self, host: str) -> None:
        self._url = (host if "://" in host else f"http://{host}").rstrip("/")

    def find(self, uri: str) -> Iterator[StoredFile]:
        """See `Buckets`."""
        bucket, name = split(uri)
        if not has_wildcards(name):
            yield self.open(uri)
            return
        found = False
        for item in self._listed(bucket, literal_prefix(name)):
            if matches(name, str(item["name"])):
                found = True
                yield self._stored(bucket, item)
        if not found:
            raise NotFound(f"{uri} matches no file of {self._url}.")

    def open(self, uri: str) -> StoredFile:
        """See `Buckets`."""
        bucket, name = split(uri)
        return self._stored(bucket, self._json(_object(bucket, name), uri))

    def write(self, uri: str, content: IO[bytes]) -> None:
        """See `Buckets`."""
        bucket, name = split(uri)
        query = urlencode({"uploadType": "media", "name": name})
        path = f"/upload/storage/v1/b/{quote(bucket, safe='')}/o?{query}"
        self._open(urllib.request.Request(self._url + path, content.read()), uri).close()

    def _listed(self, bucket: str, prefix: str) -> Iterator[Mapping[str, Any]]:
        """The objects of a bucket in the order of their names."""
        token = ""
        while True:
            query = urlencode({"prefix": prefix, "pageToken": token})
            page = self._json(f"/storage/v1/b/{quote(bucket, safe='')}/o?{query}", bucket)
            yield from page.get("items", ())
            token = page.get("nextPageToken", "")
            if not token:
                return

    def _stored(self, bucket: str, item: Mapping[str, Any]) -> StoredFile:
        name = str(item["name"])
        uri = f"{SCHEME}{bucket}/{name}"
        request = urllib.request.Request(f"{self._url}{_object(bucket, name)}?alt=media")
        return StoredFile(uri, int(item.get("size", 0)), lambda: self._open(request, uri))

    def _json(self, path: str, uri: str) -> Any:
        with self._open(urllib.request.Request(self._url + path), uri) as answer:
            try:
                return json.load(answer)
            except ValueError:
                raise SourceError(f"{self._url} is no server of Cloud Storage.") from None

    def _open(self, request: urllib.request.Request, uri: str) -> IO[bytes]:
        try:
            answer: IO[bytes] = _opener.open(request, timeout=_TIMEOUT_SECONDS)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code == 404:
                raise NotFound(f"{uri} is not found at {self._url}.") from None
            raise SourceError(f"{self._url} answers {error.code} for {uri}.") from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise SourceError(f"{self._url} cannot be reached: {reason}.") from None
        return answer


def _object(bucket: str, name: str) -> str:
    return f"/storage/v1/b/{quote(bucket, safe='')}/o/{quote(name, safe='')}"
