"""`search_result_mode`: searches for chunks in place of documents."""

from __future__ import annotations

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.surface.errors import invalid_verbatim
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_STRUCTURED = (
    "`content_search_spec.search_result_mode` must be set to SearchRequest.ContentSearchSpec."
    "SearchResultMode.DOCUMENTS when the engine contains structured data store."
)


def is_by_chunk(spec: Message) -> bool:
    """Whether a spec with a `search_result_mode` asks for chunks."""
    return bool(spec.search_result_mode == de.SearchRequest.ContentSearchSpec.CHUNKS)


def check(target: Target, spec: Message, where: str) -> None:
    """INVALID_ARGUMENT, in the real service's words, if a spec asks for chunks and a data store
    to be searched is structured. `where` is the path to the spec, with a dot at its end."""
    if not is_by_chunk(spec):
        return
    if any(map(resource_kinds.is_structured, target.data_stores)):
        raise invalid_verbatim(f"{where}search_result_mode", _STRUCTURED)
