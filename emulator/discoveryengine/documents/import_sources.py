"""What an import reads: the request's own documents, or the records of files in Cloud Storage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from emulator.discoveryengine.files import Files
from emulator.discoveryengine.imports.sources import is_inline
from emulator.discoveryengine.indexing.content import Destination
from emulator.discoveryengine.indexing.preparation import GivenDocument
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import copied
from emulator.surface.registry import Message

_OPTIONS = ("auto_generate_ids", "id_field")


class Item(NamedTuple):
    """A document as the source has it: where that is, and its id, empty if it is not known.

    The place is made a text where it is shown. `read` makes the document anew each time; an
    ApiError says why none can be made of it.
    """

    place: object
    id: str
    read: Callable[[], GivenDocument]


def items(request: Message, destination: Destination, files: Files) -> Iterable[Item]:
    """The records of an ImportDocumentsRequest, those of files to be read one by one.

    INVALID_ARGUMENT for options that do not go with the source, UNIMPLEMENTED for the sources
    that only Google's cloud has.
    """
    if is_inline(request):
        return _inline(request)
    # What reads files is not loaded for a start.
    from emulator.discoveryengine.documents.stored_items import stored_items

    return stored_items(request, destination, files)


def id_of(document: Message) -> str:
    """The id of a document that may only have a name."""
    return document.id or names.resource_id(document.name)


def _inline(request: Message) -> Sequence[Item]:
    for field in _OPTIONS:
        if getattr(request, field):
            raise invalid_argument(field, "it is not allowed with inline_source.")
    if not request.inline_source.documents:
        raise missing_field("inline_source.documents")
    return [
        Item(_place(id_of(one), number), id_of(one), partial(_copied, one))
        for number, one in enumerate(request.inline_source.documents)
    ]


def _place(document_id: str, number: int) -> str:
    return f"Document '{document_id}'" if document_id else f"inline_source.documents[{number}]"


def _copied(document: Message) -> GivenDocument:
    return GivenDocument(copied(document))
