"""What a user event must say, by its type (the reference of `UserEvent`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import attrgetter

from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message
from emulator.surface.validation import (
    check_choice,
    check_count,
    check_range,
    check_required,
    check_size,
)

_OF_DOCUMENTS = ("view-item", "add-to-cart", "purchase", "media-play", "media-complete")
_OF_LISTS = ("search", "view-item-list", "view-home-page", "view-category-page")
_TYPES = tuple(sorted((*_OF_DOCUMENTS, *_OF_LISTS, "conversion", "add-feedback")))
_CONVERSION_TYPE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CURRENCY = re.compile(r"[A-Z]{3}")
_MOST: Mapping[str, int] = {
    "user_pseudo_id": 128,
    "session_id": 128,
    "filter": 1000,
    "promotion_ids": 1,
    "search_info.search_query": 5000,
    "search_info.order_by": 1000,
    "page_info.uri": 5000,
    "user_info.user_id": 128,
    "user_info.user_agent": 1000,
    "transaction_info.transaction_id": 128,
}
"""How many characters or items the fields of an event have at most."""

_MOST_VALUES = 400
_LONGEST_VALUE = 256
_LONGEST_KEY = 5000


def check_event(event: Message) -> None:
    """INVALID_ARGUMENT for a type that is not known, for what its type asks for, and for limits."""
    check_required(event, "user_event")
    check_choice(event.event_type, _TYPES, "user_event.event_type")
    for path, most in _MOST.items():
        check_size(attrgetter(path)(event), most, f"user_event.{path}")
    _check_needed(event)
    _check_foreign(event)
    _check_values(event)
    for key, attribute in event.attributes.items():
        _check_attribute(key, attribute, "user_event.attributes")
    for number, document in enumerate(event.documents):
        _check_document(event, document, f"user_event.documents[{number}]")
    for path, panel in _panels(event):
        for number, document in enumerate(panel.documents):
            _check_descriptor(document, f"{path}.documents[{number}]")
        if panel.HasField("panel_position") and not panel.HasField("total_panels"):
            raise missing_field(f"{path}.total_panels")


def _check_needed(event: Message) -> None:
    """What the type of the event asks for."""
    kind = event.event_type
    if kind == "search" and not (event.search_info.search_query or event.page_info.page_category):
        raise missing_field("user_event.search_info.search_query")
    if kind == "view-category-page" and not event.page_info.page_category:
        raise missing_field("user_event.page_info.page_category")
    if kind in _OF_DOCUMENTS and not event.documents:
        raise missing_field("user_event.documents")
    if kind == "purchase" and not event.HasField("transaction_info"):
        raise missing_field("user_event.transaction_info")
    if kind == "conversion" and not event.conversion_type:
        raise missing_field("user_event.conversion_type")


def _check_foreign(event: Message) -> None:
    """What only other types may say."""
    kind = event.event_type
    if kind != "search":
        for field, _ in event.search_info.ListFields():
            path = f"user_event.search_info.{field.name}"
            raise invalid_argument(path, f"a {kind} event cannot have it.")
    if kind not in ("search", "view-category-page") and event.page_info.page_category:
        raise invalid_argument(
            "user_event.page_info.page_category", f"a {kind} event cannot have it."
        )


def _check_values(event: Message) -> None:
    if event.conversion_type and not _CONVERSION_TYPE.fullmatch(event.conversion_type):
        reason = "it must be lower-case letters or digits, in groups joined by '-'."
        raise invalid_argument("user_event.conversion_type", reason)
    check_count(event.search_info.offset, "user_event.search_info.offset")
    progress, path = event.media_info.media_progress_percentage, "user_event.media_info"
    check_range(progress, 0, 1, f"{path}.media_progress_percentage")
    paid = event.transaction_info
    if event.HasField("transaction_info") and not paid.value:
        raise invalid_argument("user_event.transaction_info.value", "it must not be 0.")
    if paid.currency and not _CURRENCY.fullmatch(paid.currency):
        reason = f"'{paid.currency[:100]}' is no code of three letters, such as EUR."
        raise invalid_argument("user_event.transaction_info.currency", reason)


def _check_attribute(key: str, attribute: Message, where: str) -> None:
    check_size(key, _LONGEST_KEY, where)
    path = f"{where}[{key}]"
    if bool(attribute.text) == bool(attribute.numbers):
        raise invalid_argument(path, "it needs either text or numbers.")
    check_size(attribute.text, _MOST_VALUES, f"{path}.text")
    check_size(attribute.numbers, _MOST_VALUES, f"{path}.numbers")
    for text in attribute.text:
        if not text:
            raise invalid_argument(f"{path}.text", "none may be empty.")
        check_size(text, _LONGEST_VALUE, f"{path}.text")


def _check_document(event: Message, document: Message, where: str) -> None:
    _check_descriptor(document, where)
    check_size(document.promotion_ids, 1, f"{where}.promotion_ids")
    if event.event_type == "conversion" and not document.HasField("conversion_value"):
        raise missing_field(f"{where}.conversion_value")


def _check_descriptor(document: Message, where: str) -> None:
    """What says which document it is; an empty one would fit all those without an address."""
    if not (document.id or document.name or document.uri):
        raise missing_field(f"{where}.id")


def _panels(event: Message) -> Iterator[tuple[str, Message]]:
    if event.HasField("panel"):
        yield "user_event.panel", event.panel
    for number, panel in enumerate(event.panels):
        yield f"user_event.panels[{number}]", panel
