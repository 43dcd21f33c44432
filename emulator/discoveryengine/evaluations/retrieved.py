"""What the results of a search show, as evaluations compare it with targets.

The fields that are looked at are those of "Evaluate search quality" in the documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from emulator.discoveryengine.evaluations.targets import Page, address
from emulator.discoveryengine.indexing.struct_data import struct_of
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

# A document's address is the first of these that there is.
_STORED = ("cdoc_url", "uri")
_DERIVED = ("link", "url")


def ranked_documents(response: Message) -> list[str]:
    """The addresses of the documents of a SearchResponse, best first, each once."""
    return list(dict.fromkeys(map(_address, response.results)))


def ranked_pages(response: Message) -> list[Page]:
    """The pages of the first extractive answers of a SearchResponse, best first, each once.

    "You must enable extractive answers to enable page-level matching."
    """
    return list(dict.fromkeys(_pages(response)))


def _pages(response: Message) -> Iterator[Page]:
    for result in response.results:
        answers = struct_dict(result.document.derived_struct_data).get("extractive_answers")
        if answers:
            yield _address(result), int(answers[0]["pageNumber"])


def _address(result: Message) -> str:
    if result.HasField("chunk"):
        about = result.chunk.document_metadata
        name = result.chunk.name.partition("/chunks/")[0]
        return address(_first(struct_dict(about.struct_data), _STORED) or about.uri or name)
    document = result.document
    found = _first(struct_of(document), _STORED)
    found = found or _first(struct_dict(document.derived_struct_data), _DERIVED)
    return address(found or document.name)


def _first(values: Mapping[str, Any], fields: tuple[str, ...]) -> str:
    found = (values.get(field) for field in fields)
    return next((one for one in found if isinstance(one, str) and one), "")
