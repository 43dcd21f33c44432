"""Where documents are written, and what is read of their content."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.files import Files
from emulator.discoveryengine.indexing.field_rules import FieldRules
from emulator.discoveryengine.indexing.processing_rules import exclusion
from emulator.ingestion import mime_types
from emulator.ingestion.document import ParsedDocument, ParseError, UnsupportedMimeType
from emulator.ingestion.parsing import parse
from emulator.storage.branches import BranchRow
from emulator.surface.errors import invalid_argument, unforeseen
from emulator.surface.registry import Message

log = logging.getLogger(__name__)

_DOCUMENT_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")
_DEFAULT_CHUNK_TOKENS = 500

# The schemas of a data store as they are stored: when each was made, its name and its body.
StoredSchemas: TypeAlias = Sequence[tuple[int, str, bytes]]


@dataclass(frozen=True)
class Destination:
    """Where documents are written, and the files that their contents may be in.

    `schemas` holds the field types of each schema by its id, `rules` what fields are for, both as
    the schemas that were stored at `version` say it.
    """

    branch: BranchRow
    data_store: Message
    schemas: Mapping[str, Mapping[str, str]]
    rules: FieldRules
    files: Files
    version: StoredSchemas = ()

    @cached_property
    def takes_content(self) -> bool:
        """Whether documents are files, or pages of a website; else they are records."""
        return not resource_kinds.is_structured(self.data_store)

    @cached_property
    def processing(self) -> Message:
        """How the content of documents is read."""
        return self.data_store.document_processing_config

    @cached_property
    def chunking(self) -> tuple[int, bool]:
        """How many tokens chunks have, and whether they begin with the headings above them."""
        layout = self.processing.chunking_config.layout_based_chunking_config
        return layout.chunk_size or _DEFAULT_CHUNK_TOKENS, layout.include_ancestor_headings

    @property
    def column_types(self) -> Mapping[str, str]:
        """The declared types of fields by name, which say what the cells of a table are."""
        return self.schemas.get(resource_kinds.DEFAULT_SCHEMA, {})


def check_id(document_id: str, field: str = "document_id") -> None:
    """INVALID_ARGUMENT for an id that the service does not take."""
    if not _DOCUMENT_ID.fullmatch(document_id):
        raise invalid_argument(
            field, f"'{document_id[:200]}' must be 1 to 128 ASCII letters, digits, '_' or '-'."
        )


def check_bytes(size: int, files: Files, field: str) -> None:
    """INVALID_ARGUMENT for more bytes of content, or of data, than a document may bring with it."""
    if size > files.most_bytes:
        raise invalid_argument(
            field,
            f"{size} bytes are more than the limit of {files.most_bytes}, "
            "which --max-content-bytes sets.",
        )


def parsed_content(content: Message, destination: Destination) -> ParsedDocument:
    """The blocks of a document's content; INVALID_ARGUMENT if it cannot be read or parsed.

    What a parser did not foresee is an error too: an import goes on with the other documents.
    """
    config = destination.processing
    data, mime_type, field = _data(content, destination.files, config)
    try:
        return parse(
            data,
            mime_type,
            allow_markdown=destination.files.allow_markdown,
            exclusion=exclusion(config, mime_type),
        )
    except UnsupportedMimeType as error:
        raise invalid_argument("document.content.mime_type", str(error)) from None
    except ParseError as error:
        raise invalid_argument(field, str(error)) from None
    except Exception as error:
        log.exception("content of the type %s cannot be parsed", mime_type)
        raise unforeseen(error) from None


def _data(content: Message, files: Files, config: Message) -> tuple[bytes, str, str]:
    """The bytes of a document's content, their type, and the request field that they come from."""
    source = content.WhichOneof("content")
    if source is None:
        raise invalid_argument("document.content", "one of raw_bytes and uri is required.")
    field = f"document.content.{source}"
    if source == "uri":
        has_layout = config.HasField("chunking_config")
        data = files.content(content.uri, content.mime_type, field, has_layout=has_layout)
        return data, content.mime_type or mime_types.of_file(content.uri) or mime_types.TEXT, field
    check_bytes(len(content.raw_bytes), files, field)
    return content.raw_bytes, content.mime_type or mime_types.TEXT, field
