"""What an import could not take: samples in its response, all in a file if asked."""

from __future__ import annotations

import tempfile
from typing import IO

import orjson

from emulator.discoveryengine.files import Files
from emulator.ingestion.sources.buckets import SourceError, split
from emulator.surface import names
from emulator.surface.errors import ApiError, invalid_argument
from emulator.surface.registry import Message
from emulator.surface.status import status

_MAX_SAMPLES = 100
_IN_MEMORY = 1 << 20
_PREFIX = "error_config.gcs_prefix"


class Failures:
    """Collects the errors of one import in its response, which has `error_samples` of the `count`.

    INVALID_ARGUMENT for an `error_config` that is no address. A file that cannot be written is one
    more error among the samples.
    """

    def __init__(self, response: Message, request: Message, files: Files) -> None:
        self._response = response
        self._files = files
        self._lines: IO[bytes] | None = None
        self.count = 0
        may_have = "error_config" in request.DESCRIPTOR.fields_by_name
        if not may_have or not request.HasField("error_config"):
            return
        self._response.error_config.CopyFrom(request.error_config)
        self._check_prefix()
        # Open until the import ends.
        self._lines = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115

    def add(self, place: object, error: ApiError) -> None:
        """Keep the status of a record that failed, naming the place where it is."""
        failed = status(error)
        failed.message = f"{place}: {error.told}"
        self.count += 1
        if len(self._response.error_samples) < _MAX_SAMPLES:
            self._response.error_samples.append(failed)
        if self._lines is not None:
            shown = {"code": failed.code, "message": failed.message}
            self._lines.write(orjson.dumps(shown, option=orjson.OPT_APPEND_NEWLINE))

    def response(self, operation: str) -> Message:
        """The import's response; writes the file of errors, if there are any and it is wanted."""
        if self._lines is None:
            return self._response
        with self._lines as lines:
            if lines.tell():
                lines.seek(0)
                self._store(lines, operation)
        return self._response

    def tell_bucket(self, operation: str, schema: str) -> None:
        """Tell the bucket in which the service has the errors of imports that name none.

        As recorded; here it stays empty, since the samples have the errors.
        """
        if not self._response.HasField("error_config"):
            self._response.error_config.gcs_prefix = _bucket(operation, schema)

    def _uri(self, operation: str) -> str:
        prefix = self._response.error_config.gcs_prefix.rstrip("/")
        return f"{prefix}/{names.resource_id(operation)}-errors.jsonl"

    def _check_prefix(self) -> None:
        try:
            split(self._uri("operation"))
        except SourceError as error:
            raise invalid_argument(_PREFIX, str(error)) from None

    def _store(self, lines: IO[bytes], operation: str) -> None:
        try:
            self._files.buckets().write(self._uri(operation), lines)
        except ApiError as error:
            self._response.error_samples.append(status(error))
        except SourceError as error:
            self._response.error_samples.append(status(invalid_argument(_PREFIX, str(error))))


def _bucket(operation: str, schema: str) -> str:
    """The prefix in the bucket of an operation's project: the region is the US but for `eu`."""
    parts = operation.split("/")
    project, region = parts[1], "eu" if parts[3] == "eu" else "us"
    number = operation.rpartition("-")[2]
    return f"gs://{project}_{region}_import_{schema}/errors{number}"
