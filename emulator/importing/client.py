"""The few calls of the API that an import makes."""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from emulator import CommandError
from emulator.command_client import START_OR_URL, opened
from emulator.importing.files import Document

_POLL_SECONDS = 0.05
_TIMEOUT_SECONDS = 60.0
_DOCUMENT = re.compile(r"inline_source\.documents\[(\d+)\]")


class DataStore:
    """A data store of a running emulator; CommandError for every call that fails."""

    def __init__(self, url: str, project: str, data_store: str) -> None:
        self._url = url
        self._id = data_store
        location = f"projects/{quote(project, safe='')}/locations/global"
        self._collection = f"{location}/collections/default_collection"
        self._name = f"{self._collection}/dataStores/{quote(data_store, safe='')}"
        self._branch = f"{self._name}/branches/0"

    def with_content(self) -> bool | None:
        """Whether its documents have content; None if there is no such data store."""
        try:
            found = self._call("GET", self._name)
        except _NotFound:
            return None
        return bool(found.get("contentConfig", "NO_CONTENT") != "NO_CONTENT")

    def create(self, *, with_content: bool) -> str:
        """Create it; answers its name."""
        config = "CONTENT_REQUIRED" if with_content else "NO_CONTENT"
        body = {
            "displayName": self._id,
            "industryVertical": "GENERIC",
            "solutionTypes": ["SOLUTION_TYPE_SEARCH"],
            "contentConfig": config,
        }
        path = f"{self._collection}/dataStores?{urlencode({'dataStoreId': self._id})}"
        self._finished(self._call("POST", path, body), lambda _: None)
        return self._name

    def put(
        self, documents: Sequence[Document], report: Callable[[int], None]
    ) -> tuple[int, list[str]]:
        """Write documents, in place of those of their ids; `report` gets how many are done.

        Answers how many failed, and what is said of the first of those.
        """
        body = {"inlineSource": {"documents": documents}}
        try:
            operation = self._call("POST", f"{self._branch}/documents:import", body)
        except _TooLarge as error:
            return self._put_halves(documents, report, error)
        except _Invalid as error:
            return self._put_others(documents, report, error)
        done = self._finished(operation, lambda metadata: report(_count(metadata)))
        samples = done.get("response", {}).get("errorSamples", [])
        failed = int(done.get("metadata", {}).get("failureCount", 0))
        return failed, [str(sample["message"]) for sample in samples]

    def _put_halves(
        self, documents: Sequence[Document], report: Callable[[int], None], error: CommandError
    ) -> tuple[int, list[str]]:
        """Write what is too much for one call in two, unless it is a single document."""
        if len(documents) == 1:
            return 1, [f"Document '{documents[0].get('id', '')}': {error}"]
        middle = len(documents) // 2
        failed, messages = self.put(documents[:middle], report)
        others, more = self.put(documents[middle:], lambda count: report(middle + count))
        return failed + others, messages + more

    def _put_others(
        self, documents: Sequence[Document], report: Callable[[int], None], error: CommandError
    ) -> tuple[int, list[str]]:
        """Write all but the document that is none of the API, for which a call is refused."""
        found = _DOCUMENT.search(str(error))
        if found is None:
            raise error
        place = int(found[1])
        reason = _DOCUMENT.sub("document", str(error))
        message = f"Document '{documents[place].get('id', '')}': {reason}"
        others = [*documents[:place], *documents[place + 1 :]]
        if not others:
            return 1, [message]
        failed, messages = self.put(others, lambda count: report(1 + count))
        return 1 + failed, [message, *messages]

    def delete(self, ids: Sequence[str]) -> None:
        """Delete documents, as far as they are there."""
        names = [f"{self._branch}/documents/{one}" for one in ids]
        body = {"inlineSource": {"documents": names}, "force": True}
        operation = self._call("POST", f"{self._branch}/documents:purge", body)
        self._finished(operation, lambda _: None)

    def _finished(
        self, operation: Mapping[str, Any], report: Callable[[Mapping[str, Any]], None]
    ) -> Mapping[str, Any]:
        while True:
            report(operation.get("metadata", {}))
            if operation.get("done"):
                break
            time.sleep(_POLL_SECONDS)
            if not operation.get("name"):
                raise CommandError("it answers without an operation; is it the emulator?")
            operation = self._call("GET", operation["name"])
        if "error" in operation:
            raise CommandError(operation["error"]["message"])
        return operation

    def _call(self, verb: str, path: str, body: object = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._url}/v1/{path}", data, method=verb)
        request.add_header("content-type", "application/json")
        request.add_header("x-emulator-any-size", "true")
        try:
            with opened(request, _TIMEOUT_SECONDS) as answer:
                found = json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise CommandError(f"{self._url} cannot be reached: {reason}; {START_OR_URL}") from None
        except ValueError:
            raise CommandError("it answers without JSON; is it the emulator?") from None
        if not isinstance(found, dict):
            raise CommandError("it answers without an object; is it the emulator?")
        return found


class _NotFound(CommandError):
    """There is no such resource."""


class _TooLarge(CommandError):
    """A request has more bytes than the emulator takes."""


class _Invalid(CommandError):
    """A request says what it may not."""


_ERRORS: Mapping[int, type[CommandError]] = {400: _Invalid, 404: _NotFound, 413: _TooLarge}


def _refusal(error: urllib.error.HTTPError) -> CommandError:
    try:
        message = str(json.load(error)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        message = f"it answers {error.code}; is it the emulator?"
    return _ERRORS.get(error.code, CommandError)(message)


def _count(metadata: Mapping[str, Any]) -> int:
    return int(metadata.get("successCount", 0)) + int(metadata.get("failureCount", 0))
