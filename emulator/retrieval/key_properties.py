"""The key properties title and uri of structured data, by the usual names of their keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache


def _ranks(*names: str) -> Mapping[str, int]:
    return {name: rank for rank, name in enumerate(names)}


# The usual names, best first, without case and separators.
_TITLES = _ranks(
    "title", "name", "displayname", "fullname", "headline", "productname", "producttitle",
    "subject", "label", "question",
)  # fmt: skip
_URIS = _ranks(
    "uri", "url", "link", "href", "permalink", "weburl", "pageurl", "canonicalurl", "website",
    "homepage",
)  # fmt: skip

SEPARATORS = re.compile(r"[\s_.\-/]+")
"""What stands between the words of a key."""


def title_of(struct: Mapping[str, object]) -> str | None:
    """Return the text under the most usual key of a title, None if there is none."""
    return _text(struct, title_key(struct))


def uri_of(struct: Mapping[str, object]) -> str | None:
    """Return the text under the most usual key of a link, None if there is none."""
    return _text(struct, _first_key(struct, _URIS))


def title_key(struct: Mapping[str, object]) -> str | None:
    """Return the key whose text is taken for the title."""
    return _first_key(struct, _TITLES)


def key_properties(struct: Mapping[str, object]) -> dict[str, str]:
    """Return the keys that are taken for the title and the uri, by these names of them."""
    found = {"title": title_key(struct), "uri": _first_key(struct, _URIS)}
    return {name: key for name, key in found.items() if key is not None}


@lru_cache(maxsize=4096)  # The documents of a data store have the same keys.
def plain_key(key: str) -> str:
    """Return a key without case and separators."""
    return SEPARATORS.sub("", key).lower()


def _text(struct: Mapping[str, object], key: str | None) -> str | None:
    return None if key is None else " ".join(str(struct[key]).split())


def _first_key(struct: Mapping[str, object], ranks: Mapping[str, int]) -> str | None:
    """The key of the best rank that has a text."""
    best, first = len(ranks), None
    for key, value in struct.items():
        rank = ranks.get(plain_key(key), best)
        if rank < best and isinstance(value, str) and value.strip():
            best, first = rank, key
    return first
