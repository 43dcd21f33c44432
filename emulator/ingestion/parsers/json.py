"""JSON: what is in it as text, a block for each object of a list."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.ingestion import json_reading, structured
from emulator.ingestion.document import Block, ParsedDocument
from emulator.retrieval.key_properties import title_of

# What a value without a name is called.
_VALUE = "value"


def parse(content: str) -> ParsedDocument:
    """Return the text of a JSON value; its title is the usual key of one.

    Raises ParseError for what is no JSON or nested too deeply.
    """
    if not content.strip():
        return ParsedDocument(None, [])
    value = json_reading.loads(content)
    title = title_of(value) if isinstance(value, dict) else None
    items = value if isinstance(value, list) else [value]
    return ParsedDocument(title, [Block("paragraph", text) for text in _texts(items) if text])


def _texts(items: list[object]) -> Iterator[str]:
    for item in items:
        if isinstance(item, dict):
            yield structured.render(item)
        elif isinstance(item, str):
            yield item
        else:
            yield structured.render({_VALUE: item})
