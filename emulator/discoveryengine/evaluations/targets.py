"""What a sample query should find: checked, and as the relevance of documents and pages."""

from __future__ import annotations

import math

from emulator.discoveryengine.evaluations.metrics import Relevance
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message
from emulator.surface.validation import check_count, check_size

Page = tuple[str, int]
"""The address of a document, and the number of a page in it."""

_ENTRY = "sample_query.query_entry"
_LONGEST_URI = 2048
_RELEVANT = 1.0  # What a target without a score is worth.


def check_sample_query(query: Message) -> None:
    """INVALID_ARGUMENT for a sample query without a query, or with targets that none can be."""
    if not query.HasField("query_entry"):
        raise missing_field(_ENTRY)
    if not query.query_entry.query.strip():
        raise missing_field(f"{_ENTRY}.query")
    for number, target in enumerate(query.query_entry.targets):
        _check_target(target, f"{_ENTRY}.targets[{number}]")


def _check_target(target: Message, where: str) -> None:
    if not target.uri:
        raise missing_field(f"{where}.uri")
    check_size(target.uri, _LONGEST_URI, f"{where}.uri")
    for place, number in enumerate(target.page_numbers):
        check_count(number, f"{where}.page_numbers[{place}]")
    if not 0 <= target.score < math.inf:
        raise invalid_argument(f"{where}.score", f"must be 0 or more, got {target.score:g}.")


def address(uri: str) -> str:
    """The one spelling of an address: the reference writes gs:// as `gcs://` as well.

    A document without an address is told by its resource name.
    """
    if uri.startswith("gcs://"):
        return uri.replace("gcs://", "gs://", 1)
    return names.canonical(uri)


def relevant_documents(query: Message) -> Relevance[str]:
    """The addresses of the documents that a sample query should find."""
    found: dict[str, float] = {}
    for target in query.query_entry.targets:
        if worth := _worth(target):
            uri = address(target.uri)
            found[uri] = max(worth, found.get(uri, 0.0))
    return found


def relevant_pages(query: Message) -> Relevance[Page]:
    """The pages that a sample query should find, of targets that number them."""
    return {
        (address(target.uri), number): worth
        for target in query.query_entry.targets
        if (worth := _worth(target))
        for number in target.page_numbers
    }


def _worth(target: Message) -> float:
    return float(target.score) if target.HasField("score") else _RELEVANT
