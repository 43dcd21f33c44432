"""The ids of documents whose source does not name them as such."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

import orjson

DEFAULT_FIELD = "_id"

# The service asks for RFC 1034, and takes underscores and leading digits, as UUIDs have them.
_ID = re.compile(r"[A-Za-z0-9_-]{1,63}")

_HEX_OF_128_BITS = 32
_GENERATED = re.compile(rf"[0-9a-f]{{{_HEX_OF_128_BITS}}}")


class IdError(ValueError):
    """A record without a usable id."""


def of_uri(uri: str) -> str:
    """Return the id of a document that is a file: 128 bits of the address's SHA-256, in hex."""
    return hashlib.sha256(uri.encode()).hexdigest()[:_HEX_OF_128_BITS]


def of_payload(values: Mapping[str, object]) -> str:
    """Return an id that is the same for equal values in any order."""
    payload = orjson.dumps(values, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(payload).hexdigest()[:_HEX_OF_128_BITS]


def is_generated(document_id: str) -> bool:
    """Return whether an id looks like one of these, which tell nothing to a reader."""
    return _GENERATED.fullmatch(document_id) is not None


def of_field(values: Mapping[str, object], field: str) -> str:
    """Return the id in a field of the values; IdError if there is none or it is no id."""
    value = values.get(field)
    if value is None:
        raise IdError(
            f"The field '{field}', which holds the id, is missing; id_field names"
            " another, and with auto_generate_ids there need be none."
        )
    if not isinstance(value, str):
        raise IdError(f"The field '{field}', which holds the id, must be a string.")
    if not _ID.fullmatch(value):
        raise IdError(
            f"The id '{value[:100]}' in the field '{field}' must be 1 to 63 letters, digits,"
            " '_' or '-'."
        )
    return value
