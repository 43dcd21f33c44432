"""What a user event must say, by its type (the reference of `UserEvent`)."""

from __future__ import annotations

from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message
from emulator.surface.validation import check_text

_OF_DOCUMENTS = ("view-item", "add-to-cart", "purchase", "media-play", "media-complete")
_TYPES = frozenset(
    {
        *_OF_DOCUMENTS,
        *("search", "view-item-list", "view-home-page", "view-category-page"),
        *("conversion", "add-feedback"),
    }
)
_LONGEST_ID = 128


def check_event(event: Message, where: str = "user_event") -> None:
    """INVALID_ARGUMENT for a type that is not known and for what its type asks for."""
    if not event.event_type:
        raise missing_field(f"{where}.event_type")
    if event.event_type not in _TYPES:
        known = ", ".join(sorted(_TYPES))
        raise invalid_argument(
            f"{where}.event_type", f"'{event.event_type[:100]}' is none of {known}."
        )
    check_text(event.user_pseudo_id, _LONGEST_ID, f"{where}.user_pseudo_id")
    _check_parts(event, where)


def _check_parts(event: Message, where: str) -> None:
    kind = event.event_type
    if kind == "search" and not (event.search_info.search_query or event.page_info.page_category):
        raise missing_field(f"{where}.search_info.search_query")
    if kind == "view-category-page" and not event.page_info.page_category:
        raise missing_field(f"{where}.page_info.page_category")
    if kind in _OF_DOCUMENTS and not event.documents:
        raise missing_field(f"{where}.documents")
    if kind == "purchase" and not event.transaction_info.currency:
        raise missing_field(f"{where}.transaction_info")
    if kind == "conversion" and not event.conversion_type:
        raise missing_field(f"{where}.conversion_type")
    for number, document in enumerate(event.documents):
        if document.WhichOneof("document_descriptor") is None:
            raise missing_field(f"{where}.documents[{number}].id")
