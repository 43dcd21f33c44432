"""The documents that a user sees while conversing: what a question may speak of without a name."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.answering.values import Turn
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.storage import documents
from emulator.surface import names
from emulator.surface.errors import invalid_argument, not_found
from emulator.surface.names import DOCUMENT
from emulator.surface.registry import Message
from emulator.surface.validation import check_name, check_size

_WHERE = "query.context."
_MOST = 100


def context_turns(environment: Environment, target: Target, context: Message) -> list[Turn]:
    """The document that is open, or the only one that is seen, as if it had been spoken of.

    INVALID_ARGUMENT for what is no name of a document of the data stores that serve the call,
    NOT_FOUND for a document that does not exist.
    """
    check_size(context.context_documents, _MOST, f"{_WHERE}context_documents")
    seen = [
        _title(environment, target, name, f"{_WHERE}context_documents[{number}]")
        for number, name in enumerate(context.context_documents)
    ]
    active = context.active_document
    if active:
        return _spoken_of([_title(environment, target, active, f"{_WHERE}active_document")])
    return _spoken_of(seen)


def _spoken_of(titles: Sequence[str]) -> list[Turn]:
    return [Turn(title) for title in titles if title] if len(titles) == 1 else []


def _title(environment: Environment, target: Target, name: str, where: str) -> str:
    canonical = names.canonical(name)
    check_name(where, canonical, DOCUMENT)
    parent = names.parent(canonical)
    branch = next((one for one in target.branches if one.name == parent), None)
    if branch is None:
        raise invalid_argument(where, f"'{name[:200]}' is in no data store of {target.parent}.")
    document = names.resource_id(canonical)
    with environment.store.read() as connection:
        found = documents.read(connection, branch.id, [document])
    if document not in found:
        raise not_found("Document", canonical)
    return found[document].title
