"""What a data store's DocumentProcessingConfig may say, and what it says about a document.

The emulator reads the text that files have, with one parser a type: of the parsers that a config
chooses only what the layout parser is to leave out of HTML pages makes a difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from emulator.ingestion import mime_types
from emulator.ingestion.exclusion import NOTHING, Exclusion
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import copied
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_range

_CHUNK_SIZES = (100, 500)
_FILE_TYPES = ("pdf", "html", "docx", "pptx", "xlsx", "xlsm")
_READ_BY_OCR = "pdf"
_ELEMENT = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def check_processing(config: Message, where: str) -> None:
    """INVALID_ARGUMENT for a chunk size, a file type, or a parser of one that there is not."""
    if size := config.chunking_config.layout_based_chunking_config.chunk_size:
        field = f"{where}.chunking_config.layout_based_chunking_config.chunk_size"
        check_range(size, *_CHUNK_SIZES, field)
    _check_parser(config.default_parsing_config, f"{where}.default_parsing_config")
    overrides: Mapping[str, Message] = config.parsing_config_overrides
    for file_type in sorted(overrides):
        field = f"{where}.parsing_config_overrides"
        if file_type not in _FILE_TYPES:
            known = ", ".join(_FILE_TYPES)
            raise invalid_argument(field, f"'{file_type}' is none of {known}.")
        parsing = overrides[file_type]
        if parsing.HasField("ocr_parsing_config") and file_type != _READ_BY_OCR:
            raise invalid_argument(field, f"{file_type} files are not read by OCR, only pdf ones.")
        _check_parser(parsing, f"{field}['{file_type}']")


def keep_chunking(before: Message, config: Message, masked: Iterable[str], where: str) -> None:
    """Give a changed config the chunking that its data store was created with.

    One that says nothing of it leaves it as it is, unless the mask names it. INVALID_ARGUMENT for
    another than before.
    """
    said = config.HasField("chunking_config") or any("chunking" in path for path in masked)
    if before.ByteSize() and not said:
        config.chunking_config.CopyFrom(before)
    if chunking(config) != before:
        raise invalid_argument(
            f"{where}.chunking_config", "it can be set only when the data store is created."
        )


def exclusion(config: Message, mime_type: str) -> Exclusion:
    """What is not to be read of a document of this type."""
    if mime_type.partition(";")[0].strip().lower() != mime_types.HTML:
        return NOTHING
    overrides = config.parsing_config_overrides
    parsing = overrides.get("html", config.default_parsing_config)
    layout = parsing.layout_parsing_config
    return Exclusion(
        tuple(layout.exclude_html_elements),
        tuple(layout.exclude_html_classes),
        tuple(layout.exclude_html_ids),
    )


def chunking(config: Message) -> Message:
    """A copy of the chunking config, empty if there is none."""
    return copied(config.chunking_config)


def show_processing(data_store: Message, name: str) -> None:
    """Name the config, and show the parser of documents: digital, if no other was chosen."""
    config = data_store.document_processing_config
    takes_content = data_store.content_config == de.DataStore.CONTENT_REQUIRED
    if takes_content and config.default_parsing_config.WhichOneof("type_dedicated_config") is None:
        config.default_parsing_config.digital_parsing_config.SetInParent()
    if data_store.HasField("document_processing_config"):
        config.name = f"{name}/documentProcessingConfig"


def _check_parser(parsing: Message, where: str) -> None:
    for element in parsing.layout_parsing_config.exclude_html_elements:
        if not _ELEMENT.fullmatch(element):
            raise invalid_argument(
                f"{where}.layout_parsing_config.exclude_html_elements",
                f"'{element}' is not the name of an element.",
            )
