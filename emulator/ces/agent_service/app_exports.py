"""AgentService's exports of apps."""

from __future__ import annotations

import io

from emulator.ces.archive import writing, zip_files
from emulator.ces.environment import Service
from emulator.ces.stored_resources import ARCHIVED, PARTS, app, parts_of
from emulator.ingestion.sources.buckets import SourceError
from emulator.resources import masks
from emulator.resources.worker import in_worker
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument, not_found
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.validation import enum_name


class AppExports(Service):
    """Apps as zip files."""

    @in_worker
    def export_app(self, request: Message) -> Message:
        """Pack an app, or a version of it, without evaluations; the operation is done at once."""
        name = names.canonical(request.name)
        ending = enum_name(request, "export_format").lower()
        with self.environment.store.read() as connection:
            exported, parts = self._read(connection, name, names.canonical(request.app_version))
        content = _archive(exported, parts, ending)
        response = ces.ExportAppResponse()
        if request.gcs_uri:
            self._write(request.gcs_uri, content)
            response.app_uri = request.gcs_uri
        else:
            response.app_content = content
        with self.environment.store.write() as connection:
            return self.finished(connection, names.parent(name), response)

    def _read(
        self, connection: Connection, name: str, version: str
    ) -> tuple[Message, list[Message]]:
        draft = app(connection, name)
        if not version:
            return draft, list(parts_of(connection, name, ARCHIVED))
        body = resources.get(connection, version) if names.is_of(version, "versions") else None
        if body is None or names.parent(version) != name:
            raise not_found("AppVersion", version)
        kept = ces.AppVersion.FromString(body).snapshot
        return kept.app, [one for part in PARTS for one in getattr(kept, part)]

    def _write(self, uri: str, content: bytes) -> None:
        try:
            self.environment.buckets().write(uri, io.BytesIO(content))
        except SourceError as error:
            raise invalid_argument("gcs_uri", str(error)) from None


def _archive(exported: Message, parts: list[Message], ending: str) -> bytes:
    """The zip of an app and its resources."""
    folder = writing.folder_name(exported.display_name) or names.resource_id(exported.name)
    kept = masks.writable(exported)
    if kept.HasField("data_store_settings"):
        kept.data_store_settings.ClearField("engines")
    return zip_files.write(folder, writing.files(kept, parts, ending))
