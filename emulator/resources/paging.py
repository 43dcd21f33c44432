"""Page sizes and opaque page tokens (AIP-158)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from emulator.storage.conditions import Condition
from emulator.storage.keyset_pages import Order, Place
from emulator.storage.records import Listing
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import copied
from emulator.surface.registry import Message
from emulator.surface.validation import check_count

_Entry = TypeVar("_Entry")
_CHECK = 8
_TOKEN = re.compile(r"[\w-]+", re.ASCII)  # URL-safe Base64: decoders differ in what else they take.


def page_size(requested: int, default: int, maximum: int) -> int:
    """The size to serve: the default for 0, at most the maximum; INVALID_ARGUMENT if negative."""
    check_count(requested, "page_size")
    return min(requested or default, maximum)


class Page(NamedTuple):
    """What a request asks for of a list: so many entries after the last one of the page before."""

    request: Message
    after: Place
    size: int

    @classmethod
    def of(cls, request: Message, default: int, maximum: int) -> Page:
        """The page size and the token of a request; INVALID_ARGUMENT if one of them is wrong."""
        size = page_size(request.page_size, default, maximum)
        return cls(request, decode_place(request.page_token, request) or (), size)

    def listing(self, parent: str, condition: Condition, order: Order) -> Listing:
        """What to look up for it: one entry more than are shown tells whether a page follows."""
        return Listing(parent, condition, order, self.after, self.size + 1)

    def cut(self, found: Sequence[tuple[Place, _Entry]]) -> tuple[list[_Entry], str]:
        """The entries to show of those found at their places, and the token of the next page."""
        more = len(found) > self.size
        token = encode_place(found[self.size - 1][0], self.request) if more else ""
        return [entry for _, entry in found[: self.size]], token


class OffsetPage(NamedTuple):
    """What a request asks for of a list that is paged by position: so many entries from one on.

    Good for what does not change in between.
    """

    request: Message
    start: int
    size: int

    @classmethod
    def of(cls, request: Message, default: int, maximum: int) -> OffsetPage:
        """The page size and the token of a request; INVALID_ARGUMENT if one of them is wrong."""
        size = page_size(request.page_size, default, maximum)
        return cls(request, decode_offset(request.page_token, request), size)

    def cut(self, found: Sequence[_Entry]) -> tuple[Sequence[_Entry], str]:
        """The entries to show of all there are, and the token of the next page."""
        end = self.start + self.size
        token = encode(str(end), self.request) if len(found) > end else ""
        return found[self.start : end], token


def encode(position: str, request: Message) -> str:
    """A token for the page that starts after `position`, good for this request only."""
    body = position.encode()
    return _text(_check(body, request) + body)


def decode(token: str, request: Message) -> str | None:
    """The position in a token, None for an empty one.

    INVALID_ARGUMENT if the token was changed or belongs to a request that asked for other things.
    """
    if not token:
        return None
    if not _TOKEN.fullmatch(token):
        raise _invalid()
    try:
        raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    except binascii.Error:
        raise _invalid() from None
    check, body = raw[:_CHECK], raw[_CHECK:]
    # Decoding passes over the last bits.
    if _text(raw) != token or check != _check(body, request):
        raise _invalid()
    return body.decode()


def decode_offset(token: str, request: Message) -> int:
    """The offset in a token of a list that is paged by position; 0 for an empty one."""
    return int(decode(token, request) or 0)


def encode_place(place: Place, request: Message) -> str:
    """A token for the page that starts after this place."""
    return encode(json.dumps(place), request)


def decode_place(token: str, request: Message) -> Place | None:
    """The place in a token; None for an empty one.

    INVALID_ARGUMENT also if a version that had another form of places gave it.
    """
    text = decode(token, request)
    if text is None:
        return None
    if not text.startswith("["):
        raise _invalid()
    return tuple(json.loads(text))


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _invalid() -> Exception:
    return invalid_argument(
        "page_token", "Invalid page token: it must come from a call with the same parameters."
    )


def _check(body: bytes, request: Message) -> bytes:
    """A digest over the position and all that the next page must have in common with this one."""
    same = copied(request)
    for field in ("page_token", "page_size", "offset"):
        if field in same.DESCRIPTOR.fields_by_name:
            same.ClearField(field)
    for field, value in same.ListFields():
        if isinstance(value, str) and value.startswith("projects/"):
            setattr(same, field.name, names.canonical(value))
    # Requests of two methods may well have the same bytes.
    method = same.DESCRIPTOR.full_name.encode()
    parts = (body, method, same.SerializeToString(deterministic=True))
    return hashlib.blake2b(b"\0".join(parts), digest_size=_CHECK).digest()
